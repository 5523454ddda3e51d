package io.credence.report.page;

import io.credence.report.PosteriorSummary;
import io.credence.result.section.PriorSection.NormalSection;
import io.credence.summary.Coefficients;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/** Pictures of the posterior density of each coefficient, with its prior density. */
final class MarginalPictures {

    /** Largest number of coefficients with a picture. */
    static final int MOST = 24;

    private static final int DRAWS = 4000;
    private static final int POINTS = 121;
    private static final double SDS = 4.5;
    private static final double WIDTH = 260;
    private static final double TOP = 20;
    private static final double BOTTOM = 92;

    private final PosteriorSummary summary;
    private final List<NormalSection> priors;

    /**
     * Creates the pictures.
     *
     * @param priors normal prior of each coefficient, NaN for those with another; empty where none has one
     */
    MarginalPictures(PosteriorSummary summary, List<NormalSection> priors) {
        this.summary = summary;
        this.priors = priors;
    }

    /**
     * Pictures of the densities of the first coefficients.
     *
     * @param seed seed of the draws, where densities are estimated from draws
     */
    List<Picture> pictures(long seed) {
        Coefficients all = summary.coefficients();
        int count = Math.min(MOST, all.dimension());
        double[][] draws = all.isNormal() ? new double[0][] : summary.draws(DRAWS, seed);
        List<Picture> pictures = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            int j = k;
            DoubleUnaryOperator density = all.isNormal()
                    ? Density.normal(all.mean()[j], all.sd()[j])
                    : Density.ofDraws(
                            Arrays.stream(draws).mapToDouble(draw -> draw[j]).toArray());
            pictures.add(picture(all.names().get(j), all.mean()[j], all.sd()[j], density, j));
        }
        return pictures;
    }

    /** Whether the prior of any coefficient can be drawn. */
    boolean hasPrior() {
        return priors.stream().anyMatch(prior -> Double.isFinite(prior.sd()));
    }

    private Picture picture(String name, double mean, double sd, DoubleUnaryOperator density, int j) {
        double low = mean - SDS * sd;
        double high = mean + SDS * sd;
        if (low > 0 && low < 2 * SDS * sd) {
            low = -0.2 * sd;
        } else if (high < 0 && -high < 2 * SDS * sd) {
            high = 0.2 * sd;
        }
        double from = low;
        double step = (high - low) / (POINTS - 1);
        double[] x = new double[POINTS];
        Arrays.setAll(x, i -> from + i * step);
        double[] own = Arrays.stream(x).map(density).toArray();
        NormalSection prior = priors.isEmpty() ? NormalSection.NONE : priors.get(j);
        boolean known = Double.isFinite(prior.sd());
        double[] before = known
                ? Arrays.stream(x).map(Density.normal(prior.mean(), prior.sd())).toArray()
                : new double[0];
        double most = Math.max(
                Arrays.stream(own).max().orElse(1), Arrays.stream(before).max().orElse(0));
        Axis across = Axis.withoutMargin(low, high, 8, WIDTH - 8);
        Axis up = Axis.withoutMargin(0, most, BOTTOM, TOP);
        Canvas canvas = new Canvas(WIDTH, BOTTOM + 18).bottomAxis(across, TOP, BOTTOM);
        double[] positions = Arrays.stream(x).map(across::position).toArray();
        canvas.area("area own", positions, Arrays.stream(own).map(up::position).toArray(), BOTTOM);
        if (across.contains(0)) {
            canvas.line("zero", across.position(0), TOP, across.position(0), BOTTOM);
        }
        if (known) {
            canvas.curve(
                            "curve prior",
                            positions,
                            Arrays.stream(before).map(up::position).toArray())
                    .text(
                            "tick end",
                            WIDTH - 8,
                            11,
                            String.format(Locale.ROOT, "prior %.3g ± %.3g", prior.mean(), prior.sd()));
        }
        canvas.curve(
                        "curve own",
                        positions,
                        Arrays.stream(own).map(up::position).toArray())
                .line("axis", 8, BOTTOM, WIDTH - 8, BOTTOM)
                .text("label strong start", 8, 11, name, known ? 24 : 38);
        return canvas.toPicture("", "Posterior density of " + name + (known ? " and that of its prior" : ""));
    }

    /** Factory of density functions of single numbers. */
    static final class Density {

        private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

        private Density() {}

        static DoubleUnaryOperator normal(double mean, double sd) {
            return x -> {
                double z = (x - mean) / sd;
                return Math.exp(-0.5 * z * z) / (sd * ROOT_TWO_PI);
            };
        }

        /**
         * Gaussian kernel density estimate from draws, with the bandwidth of Silverman (1986, eq. 3.31).
         */
        static DoubleUnaryOperator ofDraws(double[] draws) {
            double[] sorted = draws.clone();
            Arrays.sort(sorted);
            int n = sorted.length;
            double mean = Arrays.stream(sorted).average().orElse(0);
            double sd = Math.sqrt(
                    Arrays.stream(sorted).map(x -> (x - mean) * (x - mean)).sum() / n);
            double quartiles = (sorted[(3 * n) / 4] - sorted[n / 4]) / 1.349;
            double spread = quartiles > 0 ? Math.min(sd, quartiles) : sd;
            double width = 0.9 * (spread > 0 ? spread : 1e-9) * Math.pow(n, -0.2);
            return x -> {
                double sum = 0;
                for (double draw : sorted) {
                    double z = (x - draw) / width;
                    sum += Math.abs(z) > 8 ? 0 : Math.exp(-0.5 * z * z);
                }
                return sum / (n * width * ROOT_TWO_PI);
            };
        }
    }
}
