package io.credence.update;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.linalg.Vectors;
import io.credence.part.Catalogue;
import io.credence.part.NumberRange;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Catalogue of the update rules that come with Credence. */
public final class Updates {

    private static final Option MOMENTUM =
            Option.number("momentum", 0, NumberRange.fromBelow(0, 1), "share of the previous direction that is kept");
    private static final Option CONSTRAINT = Option.word(
            "constraint",
            Arrays.stream(Constraint.values()).map(Updates::configurationName).toList(),
            "how the precision stays positive definite");
    private static final Option MEAN_FACTOR =
            Option.positive("meanFactor", 1, "how many times the step of the precision that of the mean is");
    private static final Option CLIP = Option.limit("clip", "longest gradient");

    /** Natural gradient in (P, Pμ). */
    public static final UpdatePart NATURAL_GRADIENT = new Natural();

    /** Riemannian gradient on the positive definite matrices. */
    public static final UpdatePart MANIFOLD = new Manifold();

    /** Adam on the mean and the Cholesky factor of the covariance. */
    public static final UpdatePart CHOLESKY = new Cholesky();

    /** Adam on free parameters. */
    public static final UpdatePart ADAM =
            new FirstOrderUpdate("adam", "Adam on free parameters", List.of(), 0.1, v -> Adam.FORGETFUL);

    /** AdaGrad on free parameters. */
    public static final UpdatePart ADAGRAD =
            new FirstOrderUpdate("adagrad", "AdaGrad on free parameters", List.of(), 0.1, v -> AdaGrad.DEFAULT);

    /** RMSProp on free parameters. */
    public static final UpdatePart RMSPROP =
            new FirstOrderUpdate("rmsprop", "RMSProp on free parameters", List.of(), 0.05, v -> RmsProp.DEFAULT);

    /** Plain gradient ascent on free parameters. */
    public static final UpdatePart GRADIENT_ASCENT = new FirstOrderUpdate(
            "gradient-ascent",
            "plain gradient ascent on free parameters",
            List.of(MOMENTUM),
            0.01,
            v -> new GradientAscent(v.number("momentum")));

    /** All update rules, by name. */
    public static final Catalogue<UpdatePart> ALL =
            Catalogue.of("update", NATURAL_GRADIENT, MANIFOLD, CHOLESKY, ADAM, ADAGRAD, RMSPROP, GRADIENT_ASCENT);

    private Updates() {}

    private static String configurationName(Constraint constraint) {
        return constraint.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the options of a rule choose the constraint that multiplies positive parameters. */
    public static boolean usesLogTransform(OptionValues values) {
        return constraintOf(values) == Constraint.LOG_TRANSFORM;
    }

    /** The constraint among the options of a rule that has one. */
    public static Constraint constraintOf(OptionValues values) {
        return Constraint.valueOf(
                values.word("constraint").toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    // What is left of the curvature after the control variate is what its noise grows with: with a step β its mean
    // square is multiplied by (1 − β)² + β² noise, which is least at β = 1/(1 + noise).
    private static double stepSizeUnderNoise(double most, double noise) {
        return Math.min(most, 1 / (1 + noise));
    }

    private record Natural() implements UpdatePart {
        @Override
        public String name() {
            return "natural-gradient";
        }

        @Override
        public String description() {
            return "natural gradient in natural parameters, those of a Gaussian its precision and the precision times the mean";
        }

        @Override
        public List<Option> options() {
            return List.of(CONSTRAINT, MOMENTUM, MEAN_FACTOR, CLIP);
        }

        @Override
        public UpdateRule<? extends GaussianPosterior> rule(
                OptionValues v, GaussianPosterior q, FirstOrderSteps steps) {
            return new NaturalGradient<>(
                    constraintOf(v),
                    TrustRegion.DEFAULT,
                    v.number("momentum"),
                    v.number("meanFactor"),
                    v.number("clip"));
        }

        @Override
        public @Nullable UpdateRule<Posterior> rule(OptionValues v, Posterior q) {
            if (q.information() == null) {
                return null;
            } else if (v.number("meanFactor") != 1) {
                throw new IllegalArgumentException(
                        "the mean of a Gaussian has a step of its own: required update.meanFactor" + " = 1 for "
                                + q.family() + ", found " + v.number("meanFactor"));
            }
            return new FamilyGradient(constraintOf(v), TrustRegion.DEFAULT, v.number("momentum"), v.number("clip"));
        }

        @Override
        public boolean isNatural() {
            return true;
        }

        @Override
        public boolean replaceableByExact() {
            return true;
        }

        @Override
        public double initialStepSize(double noise) {
            return stepSizeUnderNoise(0.5, noise);
        }
    }

    private record Manifold() implements UpdatePart {
        @Override
        public String name() {
            return "manifold";
        }

        @Override
        public String description() {
            return "natural gradient along the manifold of covariances";
        }

        @Override
        public List<Option> options() {
            return List.of(MOMENTUM);
        }

        @Override
        public UpdateRule<? extends GaussianPosterior> rule(
                OptionValues v, GaussianPosterior q, FirstOrderSteps steps) {
            if (!q.isFull()) {
                throw new IllegalArgumentException(
                        "a step on the manifold requires the family gaussian-full but found " + q.family());
            }
            return new ManifoldGradient<>(v.number("momentum"));
        }

        @Override
        public boolean isNatural() {
            return true;
        }

        @Override
        public boolean movesFullOnly() {
            return true;
        }

        @Override
        public double initialStepSize(double noise) {
            return stepSizeUnderNoise(0.3, noise);
        }
    }

    private record Cholesky() implements UpdatePart {
        @Override
        public String name() {
            return "cholesky";
        }

        @Override
        public String description() {
            return "Adam on the mean and the Cholesky factor of the covariance";
        }

        @Override
        public UpdateRule<? extends GaussianPosterior> rule(
                OptionValues v, GaussianPosterior q, FirstOrderSteps steps) {
            return ADAM.rule(v, q, steps);
        }

        @Override
        public boolean movesFullOnly() {
            return true;
        }

        @Override
        public double initialStepSize(double noise) {
            return ADAM.initialStepSize(noise);
        }
    }

    /**
     * Optimiser AdaGrad (Duchi, Hazan and Singer 2011, figure 1, diagonal): G ← G + g², and the move β g/(√G + ε).
     *
     * @param epsilon ε, positive
     */
    record AdaGrad(double epsilon) implements Optimizer {

        /** Default with ε = 1e-8. */
        public static final AdaGrad DEFAULT = new AdaGrad(1e-8);

        public AdaGrad {
            UpdateRequirements.requirePositive("epsilon of AdaGrad", epsilon);
        }

        @Override
        public Move move(double[] gradient, OptimizerState memory, double stepSize) {
            double[] squares = Vectors.squares(gradient);
            double[] sum = memory.vectors().isEmpty()
                    ? squares
                    : Vectors.plusScaled(memory.vectors().get(0), 1, squares);
            double[] change = Vectors.divideByRoot(gradient, sum, stepSize, epsilon);
            return new Move(change, new OptimizerState(List.of(sum), memory.steps() + 1));
        }
    }

    /**
     * Optimiser by plain gradient ascent: ĝ ← γĝ + (1 − γ)g (QBVI appendix B), and the move β ĝ. The first ĝ is g.
     *
     * @param momentum γ in [0, 1); 0 for none
     */
    record GradientAscent(double momentum) implements Optimizer {

        public GradientAscent {
            UpdateRequirements.requireShare("momentum", momentum);
        }

        @Override
        public Move move(double[] gradient, OptimizerState memory, double stepSize) {
            double[] smooth = memory.vectors().isEmpty()
                    ? gradient.clone()
                    : Vectors.mix(momentum, memory.vectors().get(0), gradient);
            double[] change = Vectors.plusScaled(new double[gradient.length], stepSize, smooth);
            return new Move(
                    change, new OptimizerState(momentum == 0 ? List.of() : List.of(smooth), memory.steps() + 1));
        }
    }

    /**
     * Optimiser RMSProp (Tieleman and Hinton 2012, lecture 6.5): v ← ρv + (1 − ρ)g², and the move β g/(√v + ε). The first v
     * is g².
     *
     * @param decay ρ in [0, 1)
     * @param epsilon ε, positive
     */
    record RmsProp(double decay, double epsilon) implements Optimizer {

        /** The lecture's ρ = 0.9 with ε = 1e-8. */
        public static final RmsProp DEFAULT = new RmsProp(0.9, 1e-8);

        public RmsProp {
            UpdateRequirements.requireShare("decay of RMSProp", decay);
            UpdateRequirements.requirePositive("epsilon of RMSProp", epsilon);
        }

        @Override
        public Move move(double[] gradient, OptimizerState memory, double stepSize) {
            double[] squares = Vectors.squares(gradient);
            double[] mean = memory.vectors().isEmpty()
                    ? squares
                    : Vectors.mix(decay, memory.vectors().get(0), squares);
            double[] change = Vectors.divideByRoot(gradient, mean, stepSize, epsilon);
            return new Move(change, new OptimizerState(List.of(mean), memory.steps() + 1));
        }
    }
}
