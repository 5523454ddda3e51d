package io.credence.mixed.result;

import io.credence.family.Posterior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.result.EffectMoments.Levels;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Moments of effects over a mixture of points: the mean of the moments given each point, and the covariance of the
 * means.
 */
public final class MomentMixture {

    private final List<Posterior> fixed = new ArrayList<>();
    private final List<Double> logs = new ArrayList<>();
    private final List<Levels> sums = new ArrayList<>();
    private final double[] fixedMean;
    private final double[] smoothDegrees;
    private final double[][] products;
    private final int p;

    public MomentMixture(MixedModel model) {
        this.p = model.fixedColumns().length;
        this.fixedMean = new double[p];
        this.smoothDegrees = new double[model.smooths().size()];
        this.products = new double[model.effects().size()][];
    }

    /**
     * Mixture over points, without those of probability 0.
     *
     * @param shares probability of each point
     * @param moments moments of effects at each point, by its number
     */
    public static MomentMixture of(MixedModel model, double[] shares, IntFunction<EffectMoments> moments) {
        MomentMixture mixture = new MomentMixture(model);
        for (int s = 0; s < shares.length; s++) {
            if (shares[s] > 0) {
                mixture.add(moments.apply(s), shares[s]);
            }
        }
        return mixture;
    }

    /** Adds a point with its probability. */
    public void add(EffectMoments moments, double probability) {
        fixed.add(moments.fixedEffectsPosterior());
        logs.add(Math.log(probability));
        double[] beta = moments.fixedEffectsPosterior().mean();
        for (int e = 0; e < products.length; e++) {
            Levels own = moments.levelMoments().get(e);
            if (sums.size() == e) {
                sums.add(new Levels(
                        new double[own.mean().length],
                        new double[own.covariance().length],
                        new double[own.cross().length]));
            }
            add(own, beta, probability, sums.get(e));
        }
        accumulate(fixedMean, probability, beta);
        accumulate(smoothDegrees, probability, moments.smoothDegrees());
    }

    private void add(Levels own, double[] beta, double probability, Levels to) {
        int total = own.mean().length;
        int k = own.covariance().length / total;
        accumulate(to.mean(), probability, own.mean());
        accumulate(to.covariance(), probability, own.covariance());
        accumulate(to.cross(), probability, own.cross());
        for (int i = 0; i < total; i++) {
            int first = i / k * k;
            for (int j = 0; j < k; j++) {
                to.covariance()[i * k + j] += probability * own.mean()[i] * own.mean()[first + j];
            }
            for (int j = 0; j < p; j++) {
                to.cross()[i * p + j] += probability * own.mean()[i] * beta[j];
            }
        }
    }

    private static void accumulate(double[] sums, double probability, double[] numbers) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += probability * numbers[i];
        }
    }

    /** Mean effective degrees of freedom of each smooth's penalised coefficients. */
    double[] smoothDegrees() {
        return smoothDegrees;
    }

    /** Normal posteriors of β at the points. */
    List<Posterior> fixedEffectsPosteriors() {
        return fixed;
    }

    /** Logarithms of the points' probabilities. */
    double[] logs() {
        return logs.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Moments of the levels of each entry of the model's effects. */
    public List<Levels> levels() {
        return IntStream.range(0, sums.size()).mapToObj(this::levels).toList();
    }

    /** Moments of the levels of an entry of the model's effects. */
    public Levels levels(int e) {
        Levels sum = sums.get(e);
        int total = sum.mean().length;
        int k = sum.covariance().length / total;
        double[] covariance = sum.covariance().clone();
        double[] cross = sum.cross().clone();
        for (int i = 0; i < total; i++) {
            int first = i / k * k;
            for (int j = 0; j < k; j++) {
                covariance[i * k + j] -= sum.mean()[i] * sum.mean()[first + j];
            }
            for (int j = 0; j < p; j++) {
                cross[i * p + j] -= sum.mean()[i] * fixedMean[j];
            }
        }
        return new Levels(sum.mean(), covariance, cross);
    }
}
