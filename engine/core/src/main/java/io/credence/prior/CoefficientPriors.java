package io.credence.prior;

import io.credence.part.Catalogue;
import io.credence.part.NumberRange;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.prior.PriorPart.PriorCoefficients;
import io.credence.prior.PriorPart.PriorEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Catalogue of the priors of coefficients that come with Credence. */
public final class CoefficientPriors {

    /** Centre of the coefficients. */
    public static final Option MEAN =
            Option.number("mean", 0, "centre of the coefficients; of posterior, of those that are new");

    /** Standard deviation of a normal prior, and of the intercept under any other. */
    public static final Option SD = Option.positiveOrAuto(
            "sd",
            "standard deviation; of the intercept alone where the prior is not normal, of conjugate in units of σ; auto: 2.5 divided by the column's unit");

    /** Standard deviation that auto gives the coefficient of a column of unit spread, in units of the response. */
    public static final double WIDTH = 2.5;

    /** Share of the precision of an earlier posterior that is kept. */
    public static final Option FORGETTING = Option.number(
            "forgetting",
            1,
            NumberRange.aboveUpTo(0, 1),
            "share of the earlier posterior's precision that is kept; 1 forgets nothing");

    /** Name of the prior that is the posterior of an earlier fit. */
    public static final String EARLIER = "posterior";

    private static final Option SCALE = Option.positiveOrAuto(
            "scale",
            "scale of each coefficient; auto: 2.5 divided by the column's unit, in units of the response as sd");
    private static final Option NON_CENTRED =
            Option.flag("nonCentred", false, "fit standard normal numbers and log scales");
    private static final Option BLOCK_SIZES =
            Option.wholes("groups", 1, "sizes of shrinkage blocks, consecutive coefficients that share a scale");

    /** All priors, by name. */
    public static final Catalogue<PriorPart> ALL = Catalogue.of(
            "prior",
            new PriorEntry(
                    "normal", "independent normal coefficients", List.of(MEAN, SD), true, CoefficientPriors::normal),
            scaleMixturePart("laplace", "double exponential, the Bayesian lasso", v -> new ScaleLaw.Laplace()),
            scaleMixturePart(
                    "student-t",
                    "Student's t, tolerant of a few large coefficients",
                    v -> new ScaleLaw.Student(v.number("degreesOfFreedom")),
                    Option.positive("degreesOfFreedom", 3, "degrees of freedom ν")),
            new PriorEntry(
                    "horseshoe",
                    "most coefficients near 0, a few free; always non-centred",
                    List.of(
                            MEAN,
                            SD,
                            Option.positiveOrAuto(
                                    "globalScale",
                                    "median of the scale that all coefficients share; auto: 1 divided by the column's unit, in units of the response as sd"),
                            BLOCK_SIZES),
                    false,
                    CoefficientPriors::horseshoe),
            new ConjugatePart(),
            new EarlierPosteriorPart());

    /** Catalogue entry of the conjugate prior of a normal regression. */
    private record ConjugatePart() implements PriorPart {
        @Override
        public String name() {
            return ConjugatePrior.NAME;
        }

        @Override
        public String description() {
            return "normal coefficients whose standard deviations are multiples of the residual one, σ";
        }

        @Override
        public String requirements() {
            return "model.family = gaussian without model.dispersion, data.standardize = false";
        }

        @Override
        public List<Option> options() {
            return List.of(MEAN, SD);
        }

        @Override
        public boolean isConjugate() {
            return true;
        }

        @Override
        public CoefficientPrior prior(OptionValues values, int coefficients, List<Integer> plain) {
            return conjugate(GaussianPrior.of(coefficients, values.number("mean"), sd(values)));
        }
    }

    /**
     * Catalogue entry of the posterior of an earlier fit. Coefficients that the earlier fit does not have get a normal
     * prior.
     */
    private record EarlierPosteriorPart() implements PriorPart {
        @Override
        public String name() {
            return EARLIER;
        }

        @Override
        public String description() {
            return "posterior of an earlier fit, by the coefficients' names; new ones are normal";
        }

        @Override
        public String requirements() {
            return "prior.path";
        }

        @Override
        public List<Option> options() {
            return List.of(FORGETTING, MEAN, SD);
        }

        @Override
        public boolean isNormal() {
            return true;
        }

        @Override
        public boolean isEarlier() {
            return true;
        }

        @Override
        public CoefficientPrior prior(OptionValues values, int coefficients, List<Integer> plain) {
            return new CentredPrior(name(), GaussianPrior.of(coefficients, values.number("mean"), sd(values)), null);
        }
    }

    private CoefficientPriors() {}

    /**
     * Finds a prior by its name and makes it of its options.
     *
     * @param given values of the prior's options; the others have their defaults
     * @param plain indices of coefficients with a normal prior whatever the name
     * @throws IllegalArgumentException if the name or an option is unknown or out of range
     */
    public static CoefficientPrior named(String name, Map<String, ?> given, int coefficients, List<Integer> plain) {
        PriorPart part = ALL.named(name);
        return part.prior(part.values(given), coefficients, plain);
    }

    /**
     * Conjugate prior of a normal regression.
     *
     * @param unitDispersionPrior prior of the coefficients at a dispersion of 1, independent
     */
    public static CoefficientPrior conjugate(GaussianPrior unitDispersionPrior) {
        return new ConjugatePrior(unitDispersionPrior);
    }

    private static CoefficientPrior normal(OptionValues v, PriorCoefficients position) {
        return new CentredPrior("normal", GaussianPrior.of(position.coefficientCount(), v.number("mean"), sd(v)), null);
    }

    /**
     * Catalogue entry of a scale mixture of normals. It is centred, with its density in closed form, or non-centred.
     */
    private static PriorPart scaleMixturePart(
            String name, String line, Function<OptionValues, ScaleLaw> law, Option... further) {
        List<Option> options = new ArrayList<>(List.of(MEAN, SD, SCALE));
        options.addAll(List.of(further));
        options.addAll(List.of(NON_CENTRED, BLOCK_SIZES));
        return new PriorEntry(name, line, List.copyOf(options), false, (v, position) -> {
            ShrinkageBlocks blocks =
                    ShrinkageBlocks.of(position.coefficientCount(), position.plainIndices(), v.wholes("groups"));
            ScaleLaw scales = law.apply(v);
            double mean = v.number("mean");
            double scale = numberOrAutomatic(v, SCALE.name(), WIDTH);
            if (v.flag("nonCentred")) {
                return new ScaleMixturePrior(name, blocks, mean, scale, sd(v), scales);
            }
            return new CentredPrior(name, plainPrior(blocks, mean, sd(v)), term(scales, blocks, mean, scale));
        });
    }

    private static CoefficientPrior horseshoe(OptionValues v, PriorCoefficients position) {
        ShrinkageBlocks blocks =
                ShrinkageBlocks.of(position.coefficientCount(), position.plainIndices(), v.wholes("groups"));
        double global = numberOrAutomatic(v, "globalScale", 1);
        return new ScaleMixturePrior("horseshoe", blocks, v.number("mean"), global, sd(v), new ScaleLaw.Horseshoe());
    }

    /**
     * Standard deviation by the options. Without rows to choose it, auto gives that of a column of unit spread around
     * 0.
     */
    private static double sd(OptionValues values) {
        return numberOrAutomatic(values, SD.name(), WIDTH);
    }

    private static double numberOrAutomatic(OptionValues values, String name, double automatic) {
        double number = values.number(name);
        return Option.AUTOMATIC.equals(number) ? automatic : number;
    }

    /** Normal prior of the plain coefficients; all others have precision 0. */
    private static GaussianPrior plainPrior(ShrinkageBlocks blocks, double mean, double sd) {
        double[] means = new double[blocks.blockOf().length];
        double[] precisions = new double[means.length];
        Arrays.fill(means, mean);
        for (int j : blocks.plainIndices()) {
            precisions[j] = 1 / (sd * sd);
        }
        return new GaussianPrior(means, precisions);
    }

    private static DensityTerm term(ScaleLaw law, ShrinkageBlocks blocks, double mean, double scale) {
        ScaleLaw.@Nullable Student student = law instanceof ScaleLaw.Student one ? one : null;
        if (blocks.areAllSingletons()) {
            ScalarDensity density = student == null
                    ? new LaplaceDensity(mean, scale)
                    : new StudentDensity(student.degreesOfFreedom(), mean, scale);
            return new IndependentTerm(blocks.shrunkIndices(), density);
        }
        List<DensityTerm> terms = new ArrayList<>();
        for (int[] at : blocks.blockIndices()) {
            terms.add(
                    student == null
                            ? new ShrinkageLaplace(at, mean, scale)
                            : new ShrinkageStudent(at, student.degreesOfFreedom(), mean, scale));
        }
        return new PriorTerms(terms);
    }

    /**
     * Laplace density exp(−|u − m|/b) / 2b.
     *
     * @param mean m
     * @param scale b, positive; the standard deviation is b√2
     */
    record LaplaceDensity(double mean, double scale) implements ScalarDensity {
        public LaplaceDensity {
            PriorChecks.requireFinite("the mean of a Laplace density", mean);
            PriorChecks.requirePositive("the scale of a Laplace density", scale);
        }

        @Override
        public boolean hasCurvature() {
            return false;
        }

        @Override
        public double logConstant() {
            return -Math.log(2 * scale);
        }

        @Override
        public double logShape(double u) {
            return -Math.abs(u - mean) / scale;
        }

        @Override
        public double slope(double u) {
            return -Math.signum(u - mean) / scale;
        }
    }

    /**
     * Multivariate Student-t density of a block of parameters that share one scale. It is a normal density whose
     * variance τ²σ² has τ² ~ IG(ν/2, ν/2).
     *
     * @param parameterIndices indices of the block's parameters
     * @param degreesOfFreedom ν, positive
     * @param location centre of each of them
     * @param scale σ, positive
     */
    record ShrinkageStudent(int[] parameterIndices, double degreesOfFreedom, double location, double scale)
            implements DensityTerm {
        public ShrinkageStudent {
            PriorChecks.requirePositive(
                    "the degrees of freedom of a shrinkage block's Student density", degreesOfFreedom);
            PriorChecks.requireFinite("the location of a shrinkage block's Student density", location);
            PriorChecks.requirePositive("the scale of a shrinkage block's Student density", scale);
        }

        @Override
        public double logDensity(double[] theta) {
            double t = ShrinkageLaplace.distance(theta, parameterIndices, location) / scale;
            return StudentDensity.logConstant(degreesOfFreedom, scale, parameterIndices.length)
                    - 0.5 * (degreesOfFreedom + parameterIndices.length) * Math.log1p(t * t / degreesOfFreedom);
        }

        @Override
        public void addGradient(double[] theta, double[] gradient) {
            double t = ShrinkageLaplace.distance(theta, parameterIndices, location) / scale;
            double factor = (degreesOfFreedom + parameterIndices.length) / (scale * scale * (degreesOfFreedom + t * t));
            for (int j : parameterIndices) {
                gradient[j] -= factor * (theta[j] - location);
            }
        }

        @Override
        public void addBlankets(double[] theta, int[] owners, double[] blankets, int at) {
            ShrinkageLaplace.addToOwners(logDensity(theta), this.parameterIndices, owners, blankets, at);
        }
    }

    /**
     * Prior that is a scale mixture of normal densities, non-centred. It is θ_j = mean + scale · exp(s_g + t) z_j, with
     * z_j ~ N(0, 1), the log scale s_g of j's shrinkage block, and, where the law has one, a global log scale t (Futami
     * et al. 2022, appendix N.1.1, has θ = z₁z₂ for the same purpose). In these parameters a mean-field posterior can
     * shrink a coefficient to nothing. ξ = (z, s, t); a plain coefficient is itself its z.
     *
     * @param name name in configuration and results
     * @param shrinkageBlocks blocks of coefficients that share a scale, and the plain coefficients
     * @param mean centre of all coefficients
     * @param scale positive; for the horseshoe the median of the global scale
     * @param plainSd standard deviation of the plain coefficients, positive
     * @param scaleLaw distribution of the scales
     */
    record ScaleMixturePrior(
            String name, ShrinkageBlocks shrinkageBlocks, double mean, double scale, double plainSd, ScaleLaw scaleLaw)
            implements CoefficientPrior {

        public ScaleMixturePrior {
            PriorChecks.requireFinite("the prior mean", mean);
            PriorChecks.requirePositive("the prior scale", scale);
            PriorChecks.requirePositive("the prior standard deviation of plain coefficients", plainSd);
        }

        @Override
        public int coefficientCount() {
            return shrinkageBlocks.blockOf().length;
        }

        @Override
        public NonCentredMap nonCentredMap() {
            return new NonCentredMap(
                    shrinkageBlocks.blockOf(),
                    shrinkageBlocks.blockCount(),
                    mean,
                    scale,
                    scaleLaw.globalScaleDensity() != null);
        }

        @Override
        public GaussianPrior normalPrior() {
            double[] means = new double[nonCentredMap().parameterCount()];
            double[] precisions = new double[means.length];
            Arrays.fill(precisions, 0, coefficientCount(), 1);
            for (int j : shrinkageBlocks.plainIndices()) {
                means[j] = mean;
                precisions[j] = 1 / (plainSd * plainSd);
            }
            return new GaussianPrior(means, precisions);
        }

        @Override
        public DensityTerm term() {
            List<DensityTerm> terms = new ArrayList<>();
            int[] sizes = shrinkageBlocks.blockSizes();
            int first = 0;
            for (int group = 1; group <= sizes.length; group++) {
                if (group == sizes.length || sizes[group] != sizes[first]) {
                    terms.add(IndependentTerm.of(
                            coefficientCount() + first, group - first, scaleLaw.localScaleDensity(sizes[first])));
                    first = group;
                }
            }
            ScalarDensity global = scaleLaw.globalScaleDensity();
            if (global != null) {
                terms.add(IndependentTerm.of(coefficientCount() + sizes.length, 1, global));
            }
            return new PriorTerms(terms);
        }
    }
}
