package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.network.row.NetworkRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Objective of one network, or of several together, on a batch of rows by draws of the weights, with its gradient; all
 * rows of a batch share each draw. Draws of several networks q_m are draws of their mixture, and the divergence is the
 * mean of theirs, which is no less than that of the mixture: (1/n) Σ_i R(ℓ_i(θ_1), …, ℓ_i(θ_MS)) + (share/M) Σ_m D(q_m).
 * Where the prior of a weight takes part draw by draw it is standard normal. Not thread-safe.
 */
final class DrawnObjective {

    private static final double HALF_LOG_TWO_PI = 0.5 * GaussianNoiseLoss.LOG_TWO_PI;

    private final NetworkShape shape;
    private final EnsembleLayout layout;
    private final NetworkObjective objective;
    private final DrawCombination combination;
    private final DenseKernel kernel;
    private final DrawLosses draws;
    private final List<DrawnNetwork> networks = new ArrayList<>();
    private final double[] ones;

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
     * @param networks normal numbers of each network
     * @param rows largest number of rows of a batch
     */
    DrawnObjective(
            NetworkModel model,
            NetworkObjective objective,
            NetworkObjective.DrawRule drawing,
            MemberKind kind,
            DenseKernel kernel,
            List<NormalSource> networks,
            int rows) {
        this.shape = model.shape(kind);
        this.layout = new EnsembleLayout(shape, networks.size());
        this.objective = objective;
        this.combination = drawing.combination();
        this.kernel = kernel;
        this.draws = new DrawLosses(drawing.draws() * networks.size(), rows);
        this.ones = Vectors.ones(rows);
        for (int m = 0; m < networks.size(); m++) {
            this.networks.add(new DrawnNetwork(
                    model,
                    objective.loss(model, kind),
                    kind,
                    networks.get(m),
                    m * drawing.draws(),
                    drawing.draws(),
                    rows));
        }
    }

    /** Evaluates value and gradient, as {@link MemberObjective#evaluate}. */
    double evaluate(double[] values, NetworkRows.Batch batch, long step, double share, double[] gradient) {
        draws.begin(batch.rows());
        each(m -> networks.get(m).forward(layout.own(values, m), batch, step));
        double value = combination.combine(draws, batch.weight(), share);
        double[] divergences = new double[networks.size()];
        each(m -> {
            DrawnNetwork network = networks.get(m);
            double[] own = new double[shape.parameterCount()];
            network.backward(batch, own);
            divergences[m] = combination.hasDivergence() ? network.divergence(share / networks.size(), own) : 0;
            layout.put(own, m, gradient);
        });
        for (double divergence : divergences) {
            value += share / networks.size() * divergence;
        }
        return value;
    }

    /** Does something for each network, side by side. */
    private void each(IntConsumer what) {
        IntStream.range(0, networks.size()).parallel().forEach(what);
    }

    /** One of the networks at its draws. */
    private final class DrawnNetwork {

        private final OutputLoss loss;
        private final NormalSource normals;
        private final int first;
        private final List<DrawWorkspace> each = new ArrayList<>();
        private final double[] losses;
        private final double[] unused;
        private final double[] sd;
        private double[] values = {};

        /**
         * Allocates a workspace.
         *
         * @param first number of its first draw among those of all networks
         * @param count number of its draws
         */
        DrawnNetwork(
                NetworkModel model,
                OutputLoss loss,
                MemberKind kind,
                NormalSource normals,
                int first,
                int count,
                int rows) {
            this.loss = loss;
            this.normals = normals;
            this.first = first;
            this.losses = new double[rows];
            this.unused = new double[shape.parameterCount()];
            this.sd = new double[shape.weightCount()];
            for (int s = 0; s < count; s++) {
                each.add(new DrawWorkspace(
                        new MemberNetwork(model, kind, kernel, rows),
                        new double[shape.weightCount()],
                        new double[shape.weightCount()],
                        new double[shape.outputs() * rows]));
            }
        }

        /** Computes losses and log densities of the draws at given parameters. */
        void forward(double[] at, NetworkRows.Batch batch, long step) {
            values = at;
            Arrays.setAll(sd, j -> Math.exp(values[sd.length + j]));
            for (int s = 0; s < each.size(); s++) {
                System.arraycopy(normals.normalNumbers(step, s), 0, each.get(s).noise, 0, sd.length);
                forward(s, batch);
            }
        }

        private void forward(int s, NetworkRows.Batch batch) {
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
            draws.logPrior[first + s] = prior;
            draws.logPosterior[first + s] = posterior;
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
            System.arraycopy(losses, 0, draws.losses, (first + s) * rows, rows);
        }

        /** Outputs of a draw as sums without variance, whose expectations need no draw. */
        private LayerSums outputs(DrawWorkspace draw, int rows) {
            LayerSums sums = new LayerSums(shape.outputs(), shape.outputs(), rows);
            System.arraycopy(draw.outputs, 0, sums.mean, 0, sums.mean.length);
            return sums;
        }

        /** Adds the gradient of the combined losses in the parameters. */
        void backward(NetworkRows.Batch batch, double[] gradient) {
            for (int s = 0; s < each.size(); s++) {
                backward(s, batch, gradient);
            }
        }

        private void backward(int s, NetworkRows.Batch batch, double[] gradient) {
            int d = sd.length;
            int at = first + s;
            double[] slopes = new double[d];
            pullBackDraw(s, batch, slopes, gradient);
            DrawWorkspace draw = each.get(s);
            double[] noise = draw.noise;
            for (int j = 0; j < d; j++) {
                double score = noise[j] / sd[j];
                double slope =
                        draws.paths[at] * slopes[j] - draws.prior[at] * draw.weights[j] - draws.posterior[at] * score;
                gradient[j] += slope + draws.score[at] * score;
                gradient[d + j] += slope * sd[j] * noise[j] + draws.score[at] * (noise[j] * noise[j] - 1);
            }
        }

        /**
         * Computes slopes of the losses of a draw: in its weights, unless these are not requested, and in the
         * parameters without uncertainty.
         */
        private void pullBackDraw(int s, NetworkRows.Batch batch, double[] slopes, double[] gradient) {
            DrawWorkspace draw = each.get(s);
            int rows = batch.rows();
            int at = first + s;
            LayerSums sums = outputs(draw, rows);
            double[] weight = Arrays.copyOfRange(draws.slopes, at * rows, (at + 1) * rows);
            int point = shape.firstPoint();
            Arrays.fill(unused, point, unused.length, 0);
            loss.expect(kernel, sums, batch.withWeights(weight), values, point, double[]::new, losses, unused);
            for (int k = point; k < gradient.length; k++) {
                gradient[k] += draws.points[at] * unused[k];
            }
            if (draws.paths[at] != 0) {
                draw.network.pullback(draw.weights, batch.features(), rows, sums.meanSlope, slopes);
            }
        }

        /** Divergence from the prior, whose slopes times a factor are added to the gradient. */
        double divergence(double factor, double[] gradient) {
            double[] variances = new double[sd.length];
            Arrays.setAll(variances, j -> sd[j] * sd[j]);
            return objective.divergence(shape, values, variances, factor, gradient);
        }
    }
}
