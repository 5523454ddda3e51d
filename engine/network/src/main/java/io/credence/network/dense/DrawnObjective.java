package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.network.row.NetworkRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Objective of a member on a batch of rows by draws of its weights, with its gradient; all rows of a batch share each
 * draw. Where the prior of a weight takes part draw by draw it is standard normal. Not thread-safe.
 */
final class DrawnObjective {

    private static final double HALF_LOG_TWO_PI = 0.5 * GaussianNoiseLoss.LOG_TWO_PI;

    private final NetworkShape shape;
    private final OutputLoss loss;
    private final NetworkObjective objective;
    private final DrawCombination combination;
    private final DenseKernel kernel;
    private final NormalSource normals;
    private final DrawLosses draws;
    private final List<DrawWorkspace> each = new ArrayList<>();
    private final double[] ones;
    private final double[] losses;
    private final double[] unused;

    /** Standard normal numbers of a draw, one for each weight. */
    interface NormalSource {

        /**
         * Standard normal numbers of one draw.
         *
         * @param step number of the step, which addresses the numbers
         * @param s number of the draw
         */
        double[] normalNumbers(long step, int s);
    }

    /** Workspace of one draw: its standard normal numbers and weights, and the network at these. */
    private record DrawWorkspace(MemberNetwork network, double[] noise, double[] weights, double[] outputs) {}

    /**
     * Allocates a workspace for batches.
     *
     * @param rows largest number of rows of a batch
     */
    DrawnObjective(
            NetworkModel model,
            NetworkObjective objective,
            NetworkObjective.DrawRule drawing,
            MemberKind kind,
            DenseKernel kernel,
            NormalSource normals,
            int rows) {
        this.shape = model.shape(kind);
        this.loss = objective.loss(model, kind);
        this.objective = objective;
        this.combination = drawing.combination();
        this.kernel = kernel;
        this.normals = normals;
        this.draws = new DrawLosses(drawing.draws(), rows);
        for (int s = 0; s < drawing.draws(); s++) {
            each.add(new DrawWorkspace(
                    new MemberNetwork(model, kind, kernel, rows),
                    new double[shape.weightCount()],
                    new double[shape.weightCount()],
                    new double[shape.outputs() * rows]));
        }
        this.ones = Vectors.ones(rows);
        this.losses = new double[rows];
        this.unused = new double[shape.parameterCount()];
    }

    /** Evaluates value and gradient, as {@link MemberObjective#evaluate}. */
    double evaluate(double[] values, NetworkRows.Batch batch, long step, double share, double[] gradient) {
        int d = shape.weightCount();
        draws.begin(batch.rows());
        double[] sd = new double[d];
        Arrays.setAll(sd, j -> Math.exp(values[d + j]));
        for (int s = 0; s < each.size(); s++) {
            System.arraycopy(normals.normalNumbers(step, s), 0, each.get(s).noise, 0, d);
            forward(values, sd, s, batch);
        }
        double value = combination.combine(draws, batch.weight(), share);
        Arrays.fill(gradient, 0);
        for (int s = 0; s < each.size(); s++) {
            backward(values, sd, s, batch, gradient);
        }
        return combination.hasDivergence() ? value + share * divergence(values, sd, share, gradient) : value;
    }

    private void forward(double[] values, double[] sd, int s, NetworkRows.Batch batch) {
        DrawWorkspace draw = each.get(s);
        double[] noise = draw.noise;
        double prior = 0;
        double posterior = 0;
        for (int j = 0; j < sd.length; j++) {
            double weight = values[j] + sd[j] * noise[j];
            draw.weights[j] = weight;
            prior -= 0.5 * weight * weight + HALF_LOG_TWO_PI;
            posterior -= 0.5 * noise[j] * noise[j] + values[sd.length + j] + HALF_LOG_TWO_PI;
        }
        draws.logPrior[s] = prior;
        draws.logPosterior[s] = posterior;
        int rows = batch.rows();
        draw.network.computeOutputs(draw.weights, batch.features(), rows, draw.outputs);
        loss.expect(
                kernel,
                outputs(draw, rows),
                batch.withWeights(ones),
                values,
                shape.firstPoint(),
                double[]::new,
                losses,
                unused);
        System.arraycopy(losses, 0, draws.losses, s * rows, rows);
    }

    /** Outputs of a draw as sums without variance, whose expectations need no draw. */
    private LayerSums outputs(DrawWorkspace draw, int rows) {
        LayerSums sums = new LayerSums(shape.outputs(), shape.outputs(), rows);
        System.arraycopy(draw.outputs, 0, sums.mean, 0, sums.mean.length);
        return sums;
    }

    private void backward(double[] values, double[] sd, int s, NetworkRows.Batch batch, double[] gradient) {
        int d = sd.length;
        double[] slopes = new double[d];
        pullBackDraw(values, s, batch, slopes, gradient);
        DrawWorkspace draw = each.get(s);
        double[] noise = draw.noise;
        for (int j = 0; j < d; j++) {
            double score = noise[j] / sd[j];
            double slope = draws.paths[s] * slopes[j] - draws.prior[s] * draw.weights[j] - draws.posterior[s] * score;
            gradient[j] += slope + draws.score[s] * score;
            gradient[d + j] += slope * sd[j] * noise[j] + draws.score[s] * (noise[j] * noise[j] - 1);
        }
    }

    /**
     * Computes slopes of the losses of a draw: in its weights, unless these are not requested, and in the parameters
     * without uncertainty.
     */
    private void pullBackDraw(double[] values, int s, NetworkRows.Batch batch, double[] slopes, double[] gradient) {
        DrawWorkspace draw = each.get(s);
        int rows = batch.rows();
        LayerSums sums = outputs(draw, rows);
        double[] weight = Arrays.copyOfRange(draws.slopes, s * rows, (s + 1) * rows);
        int first = shape.firstPoint();
        Arrays.fill(unused, first, unused.length, 0);
        loss.expect(kernel, sums, batch.withWeights(weight), values, first, double[]::new, losses, unused);
        for (int k = first; k < gradient.length; k++) {
            gradient[k] += draws.points[s] * unused[k];
        }
        if (draws.paths[s] != 0) {
            draw.network.pullback(draw.weights, batch.features(), rows, sums.meanSlope, slopes);
        }
    }

    private double divergence(double[] values, double[] sd, double share, double[] gradient) {
        double[] variances = new double[sd.length];
        Arrays.setAll(variances, j -> sd[j] * sd[j]);
        return objective.divergence(shape, values, variances, share, gradient);
    }
}
