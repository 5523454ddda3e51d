package io.credence.predict;

import io.credence.data.RowBlock;
import io.credence.family.ScaleFactor;
import io.credence.gradient.ExpectationPass.RowSample;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Panel;
import io.credence.loss.Chunk;
import io.credence.loss.Likelihood;
import io.credence.loss.PredictorLoss;
import io.credence.loss.ResponseDraw;
import io.credence.random.AddressedRandom;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;
import java.util.Objects;
import org.apache.commons.math3.random.JDKRandomGenerator;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Draws a response of each row at each draw of the parameters, with random numbers that are addressed by chunks of rows.
 *
 * @param loss of linear predictors, whose likelihood draws responses
 * @param theta draws of the parameters, S × d
 * @param draws S
 * @param sample rows that are replicated
 * @param seed of the responses
 */
record ReplicatePass(PredictorLoss loss, double[] theta, int draws, RowSample sample, long seed)
        implements PartitionPass<ReplicateSums> {

    @Override
    public ReplicateSums run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        ReplicateSums sums = new ReplicateSums(draws);
        long seen = 0;
        while (blocks.hasNext()) {
            RowBlock whole = blocks.next();
            RowBlock part = sample.of(whole, partition, seen);
            for (int first = 0; first < part.rows(); first += Chunk.CAPACITY) {
                int rows = Math.min(Chunk.CAPACITY, part.rows() - first);
                RandomGenerator random = new JDKRandomGenerator();
                random.setSeed(AddressedRandom.bits(seed, partition, seen, first));
                replicate(part, first, rows, predictors(kernel, part, first, rows), random, sums);
            }
            seen += whole.rows();
        }
        return sums;
    }

    /** Linear predictors without offsets: that of predictor k, draw s and row i at {@code [k][s · rows + i]}. */
    private double[][] predictors(DenseKernel kernel, RowBlock block, int first, int rows) {
        double[][] eta = new double[loss.likelihood().predictors()][draws * rows];
        for (int k = 0; k < eta.length; k++) {
            Panel coefficients = new Panel(theta, k * loss.columns(), draws, loss.columns(), loss.dimension());
            block.multiply(kernel, first, rows, coefficients, Panel.of(eta[k], draws, rows));
        }
        return eta;
    }

    private void replicate(
            RowBlock block, int first, int rows, double[][] predictors, RandomGenerator random, ReplicateSums sums) {
        Likelihood likelihood = loss.likelihood();
        ResponseDraw responses = Objects.requireNonNull(likelihood.responses());
        double[] eta = new double[predictors.length];
        double[] drawn = new double[draws + 1];
        double[] dispersions = dispersions();
        for (int i = 0; i < rows; i++) {
            double offset = block.attributes().offset(first + i);
            double label = block.attributes().labels()[first + i];
            double weight = block.attributes().weight(first + i);
            double probability = 0;
            for (int s = 0; s < draws; s++) {
                for (int k = 0; k < eta.length; k++) {
                    eta[k] = predictors[k][s * rows + i] + (k < likelihood.offsets() ? offset : 0);
                }
                drawn[s] = responses.draw(eta, dispersions[s], random);
                if (likelihood.outcomes() == 2) {
                    probability += likelihood
                                    .respond(eta[0], 0, new ScaleFactor.Known(1))
                                    .mean()
                            / draws;
                }
            }
            drawn[draws] = label;
            sums.add(drawn, weight);
            if (likelihood.outcomes() == 2) {
                sums.addProbability(probability, label, weight);
            }
        }
    }

    private double[] dispersions() {
        ScaleFactor.Known known = loss.dispersion();
        double[] dispersions = new double[draws];
        for (int s = 0; s < draws; s++) {
            dispersions[s] = known != null ? known.value() : Math.exp(theta[(s + 1) * loss.dimension() - 1]);
        }
        return dispersions;
    }
}
