package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.PairedResponse;
import io.credence.linalg.DenseKernel;
import java.util.Objects;
import org.apache.commons.math3.random.RandomGenerator;

/** Response distributions of a likelihood that draws responses or, for classes, computes their probabilities. */
record PredictorResponses(PredictorLoss loss) implements ResponseDistributions {

    @Override
    public ResponseKind kind() {
        Likelihood likelihood = loss.likelihood();
        return likelihood.shares() != null
                ? ResponseKind.CLASSES
                : likelihood.refuse(0.5) != null ? ResponseKind.COUNTS : ResponseKind.NUMBERS;
    }

    @Override
    public int classes() {
        return loss.likelihood().shares() == null ? 0 : loss.likelihood().outcomes();
    }

    @Override
    public boolean hasPredictor() {
        return loss.likelihood().predictors() == 1;
    }

    @Override
    public AtDraws at(DenseKernel kernel, double[][] draws) {
        Likelihood likelihood = loss.likelihood();
        return new LikelihoodResponses(
                likelihood,
                new PredictorsAtDraws(kernel, draws, likelihood.predictors(), loss.columns(), likelihood.offsets()),
                dispersions(draws));
    }

    private double[] dispersions(double[][] draws) {
        DispersionPosterior.Known known = loss.dispersion();
        double[] dispersions = new double[draws.length];
        for (int s = 0; s < draws.length; s++) {
            dispersions[s] = known != null ? known.value() : Math.exp(draws[s][loss.dimension() - 1]);
        }
        return dispersions;
    }

    private record LikelihoodResponses(Likelihood likelihood, PredictorsAtDraws eta, double[] dispersions)
            implements AtDraws {

        @Override
        public void moveTo(RowBlock block, int first, int rows) {
            eta.moveTo(block, first, rows);
        }

        @Override
        public double mean(int row, int draw) {
            double[] predictors = eta.of(row, draw);
            double[] certain = new double[predictors.length * predictors.length];
            return likelihood
                    .respond(predictors, certain, new DispersionPosterior.Known(dispersions[draw]))
                    .mean();
        }

        @Override
        public double predictor(int row, int draw) {
            double[] predictors = eta.of(row, draw);
            return predictors.length == 1 ? predictors[0] : Double.NaN;
        }

        @Override
        public void shift(int row, int draw, double by) {
            eta.shift(row, draw, by);
        }

        @Override
        public double response(int row, int draw, RandomGenerator random) {
            return observed(Objects.requireNonNull(likelihood.responses())
                    .label(eta.of(row, draw), dispersions[draw], eta.label(row), random));
        }

        @Override
        public boolean isBound(double label) {
            PairedResponse paired = likelihood.paired();
            return paired != null && paired.isBound(label);
        }

        @Override
        public double observed(double label) {
            PairedResponse paired = likelihood.paired();
            return paired == null ? label : paired.response(label);
        }

        @Override
        public void shares(int row, int draw, double[] shares) {
            Objects.requireNonNull(likelihood.shares()).fill(eta.of(row, draw), shares);
        }
    }
}
