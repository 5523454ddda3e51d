package io.credence.network.linearised;

import io.credence.fit.ExecutionBackend;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.network.dense.DenseLayer;
import io.credence.network.dense.GaussianNoise;
import io.credence.network.dense.LayerPrior;
import io.credence.network.dense.Member;
import io.credence.network.dense.NetworkModel;
import io.credence.network.result.HoldOutScores;
import io.credence.network.row.HoldOut;
import io.credence.network.row.ScreeningPass;
import io.credence.network.row.Standardisation;
import io.credence.network.train.EpochSettings;
import io.credence.network.train.HeldOutLabelPass;
import io.credence.network.train.NetworkState;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Networks of normal labels with one noise that are to be fitted, each with one normal of full covariance over all its
 * weights: that which maximises the evidence lower bound of the network linearised at the means. An epoch is a
 * Gauss–Newton step of the means, the best of some shares of it, and a step of prior variances and noise to the maximum
 * of the bound (MacKay 1992; Foresee and Hagan 1997).
 *
 * @param members number of networks, each from a start of its own, which weigh the same
 */
record LinearisedProblem(NetworkModel model, int members, Training training, long seed)
        implements TrainingProblem<LinearisedNetworks> {

    /**
     * Largest number of weights of a network; three factorisations of a matrix of that order in each step take some
     * seconds.
     */
    private static final int MOST_WEIGHTS = 2000;

    /** Number of shares of a step that are tried, each half the one before. */
    private static final int SHARES = 8;

    LinearisedProblem {
        int d = model.weights(SquaresPass.KIND);
        if (d > MOST_WEIGHTS) {
            throw new IllegalArgumentException(
                    "a network with a full covariance has at most " + MOST_WEIGHTS + " weights, found " + d);
        }
    }

    private LinearisedShape shape() {
        return new LinearisedShape(model.shape(SquaresPass.KIND));
    }

    @Override
    public Standardisation units(ExecutionBackend backend) {
        return ScreeningPass.units(model.likelihood(), backend);
    }

    @Override
    public List<Member> starts(Standardisation units, ExecutionBackend backend) {
        return IntStream.range(0, members)
                .mapToObj(m -> Member.ofPoints(
                        m,
                        shape().start(Member.start(model, SquaresPass.KIND, m, seed)
                                .values())))
                .toList();
    }

    @Override
    public List<Member> epoch(EpochSettings run, List<Member> begun) {
        List<double[]> tried = new ArrayList<>();
        begun.forEach(member -> tried.addAll(shares(member.values())));
        SquaresSums found = run.backend().run(new SquaresPass(model, run.units(), run.holdOut(), tried, false));
        List<double[]> chosen = new ArrayList<>();
        for (int m = 0; m < begun.size(); m++) {
            chosen.add(tried.get(best(begun.get(m).values(), tried, m * (SHARES + 1), found)));
        }
        SquaresSums curved = run.backend().run(new SquaresPass(model, run.units(), run.holdOut(), chosen, true));
        return IntStream.range(0, begun.size())
                .mapToObj(m -> moved(begun.get(m), chosen.get(m), curved, m))
                .toList();
    }

    /** Weights before a step, and after shares of it. */
    private List<double[]> shares(double[] values) {
        LinearisedShape shape = shape();
        int d = shape.weights();
        double[] slopes = Arrays.copyOfRange(values, shape.slopes(), shape.slopes() + d);
        double[] step = Cholesky.ofFactor(Kernels.best(), shape.root(values), d).solve(slopes);
        List<double[]> all = new ArrayList<>(List.of(shape.weights(values)));
        for (int k = 0; k < SHARES; k++) {
            double share = Math.scalb(1.0, -k);
            double[] weights = shape.weights(values);
            Arrays.setAll(weights, j -> weights[j] + share * step[j]);
            all.add(weights);
        }
        return all;
    }

    /** Index, from {@code first} on, of the weights under which minus the log joint density is least. */
    private int best(double[] values, List<double[]> tried, int first, SquaresSums found) {
        LinearisedShape shape = shape();
        int best = first;
        double least = Double.POSITIVE_INFINITY;
        for (int k = first; k <= first + SHARES; k++) {
            double value = 0.5 * found.squares[k] * Math.exp(-2 * values[shape.logNoise()]);
            for (int l = 0; l < shape.network().layers().size(); l++) {
                DenseLayer layer = shape.network().layers().get(l);
                value += 0.5 * square(layer, tried.get(k)) * Math.exp(-values[shape.logVariance(l)]);
            }
            if (value < least) {
                best = k;
                least = value;
            }
        }
        return best;
    }

    private static double square(DenseLayer layer, double[] numbers) {
        return Arrays.stream(numbers, layer.offset(), layer.offset() + layer.weights())
                .map(x -> x * x)
                .sum();
    }

    /** Member moved to {@code weights}, with prior variances, noise and posterior by the rows' sums there. */
    private Member moved(Member before, double[] weights, SquaresSums sums, int m) {
        LinearisedShape shape = shape();
        int d = shape.weights();
        DenseKernel kernel = Kernels.best();
        double[] next = Arrays.copyOf(weights, shape.parameters());
        System.arraycopy(before.values(), d, next, d, shape.slopes() - d);
        Cholesky posterior = Cholesky.of(kernel, precision(next, sums.gram[m]), d);
        if (posterior == null) {
            Arrays.fill(next, Double.NaN);
            return before.with(next, before.memory(), Double.NaN);
        }
        double[] inverse = posterior.inverse();
        double[] variances = new double[d];
        Arrays.setAll(variances, j -> inverse[j * d + j]);
        List<DenseLayer> layers = shape.network().layers();
        double determined = d;
        double divergence = 0.5 * (posterior.logDeterminant() - d);
        for (int l = 0; l < layers.size(); l++) {
            DenseLayer layer = layers.get(l);
            double v = Math.exp(next[shape.logVariance(l)]);
            double spread = Arrays.stream(variances, layer.offset(), layer.offset() + layer.weights())
                    .sum();
            determined -= spread / v;
            divergence += 0.5 * ((square(layer, weights) + spread) / v + layer.weights() * Math.log(v));
            next[shape.logVariance(l)] = Math.log(LayerPrior.variance(layer, weights, variances));
        }
        double noise = Math.exp(2 * next[shape.logNoise()]);
        double expected = sums.squares[m] + noise * determined;
        double loss = 0.5 * (expected / noise + sums.rows * (Math.log(noise) + GaussianNoise.LOG_TWO_PI));
        next[shape.logNoise()] = 0.5 * Math.log(expected / sums.rows);
        root(next, weights, sums, m, kernel);
        return before.with(next, before.memory(), (loss + divergence) / sums.rows);
    }

    private void root(double[] next, double[] weights, SquaresSums sums, int m, DenseKernel kernel) {
        LinearisedShape shape = shape();
        int d = shape.weights();
        Cholesky posterior = Cholesky.of(kernel, precision(next, sums.gram[m]), d);
        if (posterior == null) {
            Arrays.fill(next, Double.NaN);
            return;
        }
        double[] packed = Symmetric.pack(posterior.factor(), d);
        System.arraycopy(packed, 0, next, shape.root(), packed.length);
        double sharp = Math.exp(-2 * next[shape.logNoise()]);
        double[] prior = priorPrecision(next);
        for (int j = 0; j < d; j++) {
            next[shape.slopes() + j] = sharp * sums.pull[m][j] - weights[j] * prior[j];
        }
    }

    /** Posterior precision of the weights, JᵀJ/σ² plus the prior's precision. */
    private double[] precision(double[] values, double[] gram) {
        LinearisedShape shape = shape();
        int d = shape.weights();
        double sharp = Math.exp(-2 * values[shape.logNoise()]);
        double[] precision = Vectors.scaled(sharp, gram);
        double[] prior = priorPrecision(values);
        for (int j = 0; j < d; j++) {
            precision[j * d + j] += prior[j];
        }
        return precision;
    }

    /** Prior precision of each weight. */
    private double[] priorPrecision(double[] values) {
        LinearisedShape shape = shape();
        double[] precision = new double[shape.weights()];
        for (int l = 0; l < shape.network().layers().size(); l++) {
            DenseLayer layer = shape.network().layers().get(l);
            Arrays.fill(
                    precision,
                    layer.offset(),
                    layer.offset() + layer.weights(),
                    Math.exp(-values[shape.logVariance(l)]));
        }
        return precision;
    }

    @Override
    public @Nullable HoldOutScores check(
            List<Member> trained, Standardisation units, HoldOut holdOut, ExecutionBackend backend) {
        return HeldOutLabelPass.check(networks(trained, units, null), holdOut, backend);
    }

    @Override
    public String text() {
        return members + " members, a full covariance of their " + shape().weights() + " weights by Gauss–Newton steps";
    }

    @Override
    public String text(Member member) {
        return "member " + (member.number() + 1);
    }

    @Override
    public LinearisedNetworks trained(NetworkState state) {
        return networks(state.members(), state.units(), state.heldOut());
    }

    private LinearisedNetworks networks(List<Member> trained, Standardisation units, @Nullable HoldOutScores found) {
        return new LinearisedNetworks(
                model, units, trained.stream().map(Member::values).toList(), found, seed);
    }
}
