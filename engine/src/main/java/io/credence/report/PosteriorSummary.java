package io.credence.report;

import io.credence.family.Posterior;
import io.credence.family.PosteriorDraws;
import io.credence.prior.GaussianPrior;
import io.credence.random.AddressedRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A saved posterior in numbers: coefficients with their covariance, what is told of each, and draws. */
public final class PosteriorSummary {

    /** No step has this number, so that these draws are none of the fit's. */
    private static final long ITERATION = Long.MIN_VALUE + 2;
    /** Last part of the address of a draw's dispersion. */
    private static final long DISPERSION = -2;

    private final SavedPosterior saved;
    private final Coefficients coefficients;

    /**
     * Of that posterior.
     *
     * @param table reads the covariance that does not stand in the file
     */
    public PosteriorSummary(SavedPosterior saved, Supplier<double[]> table) {
        this.saved = saved;
        Posterior q = saved.posterior(table);
        List<String> names = saved.names();
        this.coefficients = saved.map()
                .map(from -> Coefficients.behind(from, names, q, none(q.dimension()), saved.seed()))
                .orElseGet(() -> Coefficients.of(names, q, none(names.size())));
    }

    private static GaussianPrior none(int dimension) {
        return new GaussianPrior(new double[dimension], new double[dimension]);
    }

    /** The coefficients, with a prior that says nothing, since that of the fit is not saved as such. */
    public Coefficients coefficients() {
        return coefficients;
    }

    /** What is told of each number. */
    public List<SummaryRow> rows() {
        return SummaryRow.of(
                coefficients,
                saved.constrained(),
                saved.dispersionName(),
                saved.scale(),
                Integer.MAX_VALUE,
                saved.seed());
    }

    /** Names of the numbers of a draw: the coefficients, and the dispersion where it is a factor beside them. */
    public List<String> drawNames() {
        List<String> names = new ArrayList<>(coefficients.names());
        String dispersion = saved.dispersionName();
        if (dispersion != null) {
            names.add(dispersion);
        }
        return names;
    }

    /**
     * Independent draws, one array each, of the numbers of {@link #drawNames()}.
     *
     * @param count number of draws
     * @param seed the same seed gives the same draws
     */
    public double[][] draws(int count, long seed) {
        double[][] draws = PosteriorDraws.sample(coefficients.posterior(), count, seed, ITERATION);
        double[] dispersions = dispersions(count, seed);
        for (int s = 0; s < count; s++) {
            double[] draw = coefficients.at(draws[s]);
            draws[s] = dispersions == null ? draw : Arrays.copyOf(draw, draw.length + 1);
            if (dispersions != null) {
                draws[s][draw.length] = dispersions[s];
            }
        }
        return draws;
    }

    private double @Nullable [] dispersions(int count, long seed) {
        if (saved.dispersionName() == null) {
            return null;
        }
        double[] shares = new double[count];
        Arrays.setAll(shares, s -> AddressedRandom.uniform(seed, ITERATION, s, DISPERSION));
        return SummaryRow.quantiles(saved.scale(), shares);
    }
}
