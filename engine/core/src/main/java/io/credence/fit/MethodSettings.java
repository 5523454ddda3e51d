package io.credence.fit;

import io.credence.part.Choice;
import io.credence.random.NormalDraws;
import io.credence.schedule.Constant;
import io.credence.schedule.Decay;
import io.credence.schedule.StepSchedule;
import io.credence.update.UpdatePart;
import io.credence.update.Updates;
import java.util.OptionalDouble;

/**
 * How a posterior is fitted by draws.
 *
 * @param estimator from draws to gradient and curvature
 * @param update from gradient and curvature to the next posterior
 * @param minibatch which partitions a step reads
 * @param stop when the answer is good enough
 * @param start where the search for a start begins
 */
public record MethodSettings(Estimator estimator, Update update, Minibatch minibatch, Stop stop, StartSettings start) {

    /** The defaults: a regression where it can be, else score or reparameterised gradients, natural gradient, samples of many rows. */
    public static final MethodSettings DEFAULT =
            new MethodSettings(Estimator.DEFAULT, Update.DEFAULT, Minibatch.SAMPLED, Stop.DEFAULT);

    /** With a start that is sought where it is by default. */
    public MethodSettings(Estimator estimator, Update update, Minibatch minibatch, Stop stop) {
        this(estimator, update, minibatch, stop, StartSettings.DEFAULT);
    }

    /** Estimators. */
    public enum EstimatorKind {
        /** Exact where the loss has linear predictors and all of the model allows, else a regression or what the loss offers. */
        AUTO,
        /** Closed form or quadrature per row, no draws. */
        EXACT,
        /** The same, fitted partition by partition: the rows of each have a factor of their own. */
        PARTITIONED,
        /** By regression of the loss's gradients on draws, with a start and a number of draws of its own choice. */
        REGRESSION,
        /** The same with second derivatives of the loss instead of the regression. */
        CURVATURE,
        /** By what the loss offers at a fixed number of draws: from gradients, or from values alone. */
        FRESH_DRAWS,
        /** From values of the loss alone. */
        SCORE,
        /** From gradients of the loss. */
        REPARAMETERIZED,
        /** From gradients at draws that stay the same, by a deterministic optimiser. */
        FIXED_DRAWS;

        /** Whether expectations of the loss are exact, without draws. */
        public boolean isExact() {
            return this == EXACT || this == PARTITIONED;
        }
    }

    /** Whether the score estimator takes for each factor of the posterior only the terms of the loss that involve it. */
    public enum RaoBlackwell {
        /** Where the loss and the posterior allow and it pays. */
        AUTO,
        /** Always; what does not allow it is refused. */
        TRUE,
        /** Never. */
        FALSE
    }

    /** What is subtracted from the values at the draws, with known expectation, to lower the noise of an estimate. */
    public enum ControlVariate {
        /** Nothing. */
        NONE,
        /** One constant per element of the gradient (QBVI equation 15), from the previous draws. */
        CONSTANT,
        /** A quadratic of the parameters that was known before the draws: exact for a quadratic log density. */
        QUADRATIC
    }

    /** When to stop. */
    public enum StopRule {
        /** Stationary iterates whose average has a small Monte-Carlo standard error. */
        MCSE,
        /** No better smoothed bound for a while: the paper's rule. */
        PATIENCE
    }

    /**
     * Draws and what is made of them.
     *
     * @param kind estimator
     * @param draws draws per step S
     * @param variate control variate
     * @param drawn how the draws hang together
     * @param adaptive whether draws are added when their noise holds the fit up
     * @param mostDraws limit of that
     * @param raoBlackwell whether factors are distinguished
     */
    public record Estimator(
            EstimatorKind kind,
            int draws,
            ControlVariate variate,
            NormalDraws.Kind drawn,
            boolean adaptive,
            int mostDraws,
            RaoBlackwell raoBlackwell) {
        /** Hundred antithetic draws with the quadratic control variate. */
        public static final Estimator DEFAULT = new Estimator(
                EstimatorKind.AUTO, 100, ControlVariate.QUADRATIC, NormalDraws.Kind.ANTITHETIC, true, 10_000);

        /** Factors are distinguished where that is possible and pays. */
        public Estimator(
                EstimatorKind kind,
                int draws,
                ControlVariate variate,
                NormalDraws.Kind drawn,
                boolean adaptive,
                int mostDraws) {
            this(kind, draws, variate, drawn, adaptive, mostDraws, RaoBlackwell.AUTO);
        }

        /** The same of another kind. */
        public Estimator with(EstimatorKind other) {
            return new Estimator(other, draws, variate, drawn, adaptive, mostDraws, raoBlackwell);
        }

        /** The same without more draws on the way. */
        Estimator fixedNumber() {
            return new Estimator(kind, draws, variate, drawn, false, mostDraws, raoBlackwell);
        }

        /** The same with factors distinguished, or not. */
        public Estimator with(RaoBlackwell other) {
            return new Estimator(kind, draws, variate, drawn, adaptive, mostDraws, other);
        }

        public Estimator {
            if (draws < 2 || mostDraws < draws) {
                throw new IllegalArgumentException("draws must be at least 2 and at most mostDraws but were " + draws
                        + " with mostDraws " + mostDraws);
            }
        }
    }

    /**
     * The update rule.
     *
     * @param choice rule
     * @param stepSize β; empty for what suits the rule
     * @param decayFrom step t′ from which β_t = β t′/t; 0 to let the stopping rule lower it
     */
    public record Update(Choice<UpdatePart> choice, OptionalDouble stepSize, int decayFrom) {
        /** Natural gradient without momentum or clipping. */
        public static final Update DEFAULT = of(Updates.NATURAL_GRADIENT);

        /** That rule with its defaults. */
        public static Update of(UpdatePart part) {
            return new Update(Choice.of(part), OptionalDouble.empty(), 0);
        }

        /** Which rule. */
        public UpdatePart kind() {
            return choice.part();
        }

        /** Whether a step is a natural gradient, in which the precision averages its targets. */
        public boolean isNatural() {
            return kind().isNatural();
        }

        /** Whether the step sizes follow a schedule, else the stopping rule lowers them. */
        public boolean isScheduled() {
            return decayFrom > 0;
        }

        /**
         * Step size before the stopping rule lowers it.
         *
         * @param noise relative noise of a curvature
         */
        double baseStepSize(double noise) {
            return stepSize.orElseGet(() -> kind().stepSize(noise));
        }

        /** Step sizes at a level. */
        public StepSchedule schedule(double level) {
            return isScheduled() ? new Decay(level, decayFrom) : new Constant(level);
        }

        /** The same with another rule at its defaults. */
        public Update with(UpdatePart other) {
            return new Update(Choice.of(other), stepSize, decayFrom);
        }
    }

    /**
     * Which partitions a step reads.
     *
     * @param partitions how many; 0 for all
     * @param sampled whether a random part of all partitions is read where rows are many
     * @param adaptive whether more are read when their choice holds the fit up
     * @param controlVariate whether sums are corrected by those of all rows at an anchor
     * @param anchorEvery most steps between two anchors
     * @param biased whether some partitions may be read by objectives that are not linear in the rows, whose steps they bias
     */
    public record Minibatch(
            int partitions,
            boolean sampled,
            boolean adaptive,
            boolean controlVariate,
            int anchorEvery,
            boolean biased) {
        /** All rows in every step. */
        public static final Minibatch ALL = new Minibatch(0, false, false, true, 100, false);

        /** A random part of the rows, as large as it has to be, where they are many. */
        public static final Minibatch SAMPLED = new Minibatch(0, true, true, true, 100, false);

        public Minibatch {
            if (sampled && partitions > 0) {
                throw new IllegalArgumentException("a step reads a sample of all partitions or some of them, not both");
            }
        }

        /** Those partitions. */
        public Minibatch(int partitions, boolean adaptive, boolean controlVariate, int anchorEvery) {
            this(partitions, false, adaptive, controlVariate, anchorEvery, false);
        }
    }

    /**
     * When the answer is good enough.
     *
     * @param rule rule
     * @param mcse largest Monte-Carlo standard error of means and log standard deviations, in posterior standard deviations
     * @param rhat largest R̂ of the iterates that counts as stationary
     * @param window iterations over which the bound is smoothed (patience)
     * @param patience iterations without a better smoothed bound
     */
    public record Stop(StopRule rule, double mcse, double rhat, int window, int patience) {
        /** Stationarity and a standard error of 0.02 posterior standard deviations. */
        public static final Stop DEFAULT = new Stop(StopRule.MCSE, 0.02, 1.1, 30, 500);

        /** What a mean costs that is as far off as it may be, nats: half the square of its error. */
        public double negligible() {
            return 0.5 * mcse * mcse;
        }
    }

    /** The same with another estimator. */
    public MethodSettings with(Estimator other) {
        return new MethodSettings(other, update, minibatch, stop, start);
    }

    /** The same with another update rule. */
    public MethodSettings with(Update other) {
        return new MethodSettings(estimator, other, minibatch, stop, start);
    }

    /** The same with other minibatches. */
    public MethodSettings with(Minibatch other) {
        return new MethodSettings(estimator, update, other, stop, start);
    }

    /** The same with another stopping rule. */
    public MethodSettings with(Stop other) {
        return new MethodSettings(estimator, update, minibatch, other, start);
    }

    /** The same with another start. */
    public MethodSettings with(StartSettings other) {
        return new MethodSettings(estimator, update, minibatch, stop, other);
    }
}
