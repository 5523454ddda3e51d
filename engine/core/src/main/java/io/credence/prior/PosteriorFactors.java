package io.credence.prior;

import io.credence.family.Blocks;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianFactor;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.part.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Posterior in its factors: the prior times one factor for the rows of each day, on the scale of the columns as given.
 * It is q(θ) ∝ π(θ) Π_k t_k(θ), where t_k is the information of the rows of day k. A day is appended as a factor, and
 * taken out again as one.
 *
 * @param names names of the coefficients
 * @param prior prior π, with the days that were merged into it
 * @param dayFactors factors of the days, the oldest first
 */
public record PosteriorFactors(List<String> names, GaussianFactor prior, List<DayFactor> dayFactors) {

    /**
     * Factor of the posterior from the rows of one day.
     *
     * @param name name of the day, or of whatever these rows have in common
     * @param fingerprint digest of the rows; empty where there is none
     * @param rows number of rows
     * @param factor factor of the coefficients
     */
    public record DayFactor(String name, String fingerprint, long rows, GaussianFactor factor) {

        private DayFactor with(GaussianFactor other) {
            return new DayFactor(name, fingerprint, rows, other);
        }
    }

    public PosteriorFactors {
        names = List.copyOf(names);
        dayFactors = List.copyOf(dayFactors);
        Set<String> once = new HashSet<>();
        int d = names.size();
        for (DayFactor day : dayFactors) {
            if (!once.add(day.name()) || day.factor().dimension() != d) {
                throw new IllegalArgumentException(
                        "partition factors must have names of their own and " + d + " coefficients, found " + day.name()
                                + " with " + day.factor().dimension());
            }
        }
        if (prior.dimension() != d || new HashSet<>(names).size() != d) {
            throw new IllegalArgumentException("the prior of the partition factors must have one entry for each of " + d
                    + " names, found " + prior.dimension());
        }
    }

    /** Factors of a prior on the scale of the columns, without any day. */
    public static PosteriorFactors of(List<String> names, GaussianPrior prior) {
        double[] packed = prior.precisionInBlocks(Blocks.full(names.size()));
        return new PosteriorFactors(names, GaussianFactor.around(prior.mean(), packed), List.of());
    }

    /** Factors of a posterior that cannot be factorised: all of it is prior. */
    public static PosteriorFactors of(EarlierPosterior whole) {
        return of(
                whole.names(),
                whole.priorOf(whole.names(), GaussianPrior.of(whole.names().size(), 0, 1)));
    }

    /** Names of the days. */
    public List<String> dayNames() {
        return dayFactors.stream().map(DayFactor::name).toList();
    }

    /** Product of the prior and all days. */
    private GaussianFactor product() {
        return prior.multipliedByAll(dayFactors.stream().map(DayFactor::factor).toList());
    }

    /**
     * Posterior, the normalised product of all factors.
     *
     * @throws IllegalArgumentException if the product of the factors is no Gaussian
     */
    public EarlierPosterior posterior() {
        FullGaussian q = product().toGaussian(JavaDenseKernel.INSTANCE);
        if (q == null) {
            throw new IllegalArgumentException(
                    "what is left of the partition factors is no posterior: required a positive definite precision of "
                            + dayFactors.size() + " partition factors and their prior, found another");
        }
        return new EarlierPosterior(names, q.mean(), Symmetric.unpack(q.precision(), names.size()), true);
    }

    /**
     * Factors with a share of their information forgotten. Every precision is multiplied by {@code share}, that of the
     * prior too.
     */
    public PosteriorFactors discounted(double share) {
        return share == 1
                ? this
                : new PosteriorFactors(
                        names,
                        prior.toPower(share),
                        dayFactors.stream()
                                .map(day -> day.with(day.factor().toPower(share)))
                                .toList());
    }

    /** Factors without the given days. */
    public PosteriorFactors withoutDays(Collection<String> gone) {
        return new PosteriorFactors(
                names,
                prior,
                dayFactors.stream().filter(day -> !gone.contains(day.name())).toList());
    }

    /** Factors with the oldest days merged into the prior, so that at most {@code most} days are left. */
    public PosteriorFactors withNewestDays(int most) {
        int old = Math.max(0, dayFactors.size() - most);
        return new PosteriorFactors(
                names,
                prior.multipliedByAll(dayFactors.subList(0, old).stream()
                        .map(DayFactor::factor)
                        .toList()),
                dayFactors.subList(old, dayFactors.size()));
    }

    /**
     * Factors over more coefficients, on which the days have no information.
     *
     * @param others names of coefficients, some of which may be known already
     * @param before prior of {@code others}, of which the part of the new ones is taken; independent
     */
    public PosteriorFactors embedded(List<String> others, GaussianPrior before) {
        Set<String> all = new LinkedHashSet<>(names);
        all.addAll(others);
        List<String> union = List.copyOf(all);
        int[] own = Names.indices(names, union);
        double[] h = new double[union.size()];
        double[] precision = new double[Symmetric.packedLength(union.size())];
        for (int j = 0; j < others.size(); j++) {
            int at = union.indexOf(others.get(j));
            if (at >= names.size()) {
                h[at] = before.precision()[j] * before.mean()[j];
                precision[Symmetric.packedLength(at) + at] = before.precision()[j];
            }
        }
        GaussianFactor added = new GaussianFactor(h, precision);
        return new PosteriorFactors(
                union,
                added.multipliedBy(prior.embedded(own, union.size())),
                dayFactors.stream()
                        .map(day -> day.with(day.factor().embedded(own, union.size())))
                        .toList());
    }

    /**
     * Factors with one more day.
     *
     * @param of names of the day's coefficients, all among those of this posterior
     */
    public PosteriorFactors withDay(DayFactor day, List<String> of) {
        List<DayFactor> more = new ArrayList<>(dayFactors);
        more.add(day.with(day.factor().embedded(Names.indices(of, names), names.size())));
        return new PosteriorFactors(names, prior, more);
    }
}
