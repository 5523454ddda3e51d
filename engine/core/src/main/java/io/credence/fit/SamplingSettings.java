package io.credence.fit;

import io.credence.part.Choice;
import io.credence.random.NormalDraws;
import io.credence.schedule.ConstantStepSize;
import io.credence.schedule.DecayingStepSize;
import io.credence.schedule.StepSchedule;
import io.credence.update.UpdatePart;
import io.credence.update.Updates;
import java.util.OptionalDouble;

/**
 * Settings of a fit by draws.
 *
 * @param estimator estimator of gradient and curvature from draws
 * @param update update rule from gradient and curvature to the next posterior
 * @param minibatch rows that a step reads
 * @param stop stopping rule
 * @param start start of the search for a mode
 */
public record SamplingSettings(
        Estimator estimator, Update update, Minibatch minibatch, Stop stop, StartSettings start) {

    /**
     * Default settings: a regression where possible, else score or reparameterised gradients, with natural gradients
     * and samples of many rows.
     */
    public static final SamplingSettings DEFAULT =
            new SamplingSettings(Estimator.DEFAULT, Update.DEFAULT, Minibatch.SAMPLED, Stop.DEFAULT);

    /** Settings with the default start. */
    public SamplingSettings(Estimator estimator, Update update, Minibatch minibatch, Stop stop) {
        this(estimator, update, minibatch, stop, StartSettings.DEFAULT);
    }

    /** Kind of estimator. */
    public enum EstimatorKind {
        /**
         * Exact expectations where the loss has linear predictors and the model allows them; else a regression or
         * another estimator that the loss offers.
         */
        AUTO,
        /** Exact expectations, in closed form or by quadrature per row, without draws. */
        EXACT,
        /** Exact expectations, fitted partition by partition. The rows of each partition have one Gaussian factor. */
        PARTITIONED,
        /** Regression of the loss's gradients on draws, which chooses its start and its number of draws. */
        REGRESSION,
        /** Second derivatives of the loss in place of the regression. */
        CURVATURE,
        /** Fixed number of fresh draws: with gradients if the loss offers them, else from values alone. */
        FRESH_DRAWS,
        /** Score function: values of the loss alone. */
        SCORE,
        /** Reparameterised gradients of the loss. */
        REPARAMETERIZED,
        /** Gradients at draws that stay the same, by a deterministic optimiser. */
        FIXED_DRAWS;

        /** Whether expectations of the loss are exact, without draws. */
        public boolean isExact() {
            return this == EXACT || this == PARTITIONED;
        }
    }

    /**
     * Use of Rao–Blackwellisation: whether the score estimator of each factor of the posterior takes only the terms of
     * the loss that involve it.
     */
    public enum RaoBlackwell {
        /** Rao–Blackwellised where loss and posterior allow it and it pays. */
        AUTO,
        /** Always Rao–Blackwellised; a loss or posterior that does not allow it is refused. */
        TRUE,
        /** Never Rao–Blackwellised. */
        FALSE
    }

    /**
     * Control variate: a function of known expectation that is subtracted from the values at the draws to lower the
     * noise of an estimate.
     */
    public enum ControlVariate {
        /** No control variate. */
        NONE,
        /** One constant per element of the gradient (QBVI equation 15), from the previous draws. */
        CONSTANT,
        /** A quadratic of the parameters that was known before the draws: exact for a quadratic log density. */
        QUADRATIC
    }

    /** Rule by which a fit stops. */
    public enum StopRule {
        /** Stationary iterates whose average has a small Monte-Carlo standard error. */
        MCSE,
        /** No better smoothed bound for a number of iterations: the paper's rule. */
        PATIENCE
    }

    /**
     * Settings of the draws and their estimator.
     *
     * @param kind estimator
     * @param draws number of draws per step S
     * @param variate control variate
     * @param dependence dependence between the draws
     * @param adaptive whether draws are added when their noise slows the fit
     * @param mostDraws largest number of draws per step
     * @param raoBlackwell whether the posterior's factors are distinguished
     */
    public record Estimator(
            EstimatorKind kind,
            int draws,
            ControlVariate variate,
            NormalDraws.Dependence dependence,
            boolean adaptive,
            int mostDraws,
            RaoBlackwell raoBlackwell) {
        /** Default estimator: 100 antithetic draws with the quadratic control variate. */
        public static final Estimator DEFAULT = new Estimator(
                EstimatorKind.AUTO, 100, ControlVariate.QUADRATIC, NormalDraws.Dependence.ANTITHETIC, true, 10_000);

        /** An estimator that distinguishes factors where that is possible and pays. */
        public Estimator(
                EstimatorKind kind,
                int draws,
                ControlVariate variate,
                NormalDraws.Dependence drawn,
                boolean adaptive,
                int mostDraws) {
            this(kind, draws, variate, drawn, adaptive, mostDraws, RaoBlackwell.AUTO);
        }

        /** A copy with another kind of estimator. */
        public Estimator with(EstimatorKind other) {
            return new Estimator(other, draws, variate, dependence, adaptive, mostDraws, raoBlackwell);
        }

        /** Key of the limit on the number of draws. */
        public String limitKey() {
            return adaptive ? "estimator.maxDraws" : "estimator.draws";
        }

        /** A copy whose number of draws never grows. */
        Estimator fixedNumber() {
            return new Estimator(kind, draws, variate, dependence, false, mostDraws, raoBlackwell);
        }

        /** A copy with another use of Rao–Blackwellisation. */
        public Estimator with(RaoBlackwell other) {
            return new Estimator(kind, draws, variate, dependence, adaptive, mostDraws, other);
        }

        public Estimator {
            if (draws < 2 || mostDraws < draws) {
                throw new IllegalArgumentException("draws must be at least 2 and at most mostDraws but were " + draws
                        + " with mostDraws " + mostDraws);
            }
        }
    }

    /**
     * Settings of the update rule.
     *
     * @param choice update rule with its parameters
     * @param stepSize β; empty for what suits the rule
     * @param decayFrom step t′ from which β_t = β t′/t; 0 to let the stopping rule lower it
     */
    public record Update(Choice<UpdatePart> choice, OptionalDouble stepSize, int decayFrom) {
        /** Default update: natural gradient without momentum or clipping. */
        public static final Update DEFAULT = of(Updates.NATURAL_GRADIENT);

        /** The given rule with its defaults. */
        public static Update of(UpdatePart part) {
            return new Update(Choice.ofDefaults(part), OptionalDouble.empty(), 0);
        }

        /** Kind of update rule. */
        public UpdatePart kind() {
            return choice.part();
        }

        /** Whether a step is a natural gradient, in which the precision averages its targets. */
        public boolean isNatural() {
            return kind().isNatural();
        }

        /** Whether the step sizes follow a schedule; else the stopping rule lowers them. */
        public boolean isScheduled() {
            return decayFrom > 0;
        }

        /**
         * Step size before the stopping rule lowers it.
         *
         * @param noise relative noise of a curvature
         */
        double baseStepSize(double noise) {
            return stepSize.orElseGet(() -> kind().initialStepSize(noise));
        }

        /** Schedule of step sizes that starts at the given level. */
        public StepSchedule schedule(double level) {
            return isScheduled() ? new DecayingStepSize(level, decayFrom) : new ConstantStepSize(level);
        }

        /** A copy with another rule at its defaults. */
        public Update with(UpdatePart other) {
            return new Update(Choice.ofDefaults(other), stepSize, decayFrom);
        }
    }

    /**
     * Settings of minibatches: the partitions and rows that a step reads.
     *
     * @param partitions number of partitions; 0 for all
     * @param sampled whether a random part of all partitions is read where rows are many
     * @param adaptive whether more are read when the noise of their choice slows the fit
     * @param controlVariate whether sums are corrected by the sums of all rows at an expansion point
     * @param anchorEvery largest number of steps between two expansion points
     * @param biased whether objectives that are not linear in the rows may read some partitions only, which biases
     *     their steps
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

        /** Minibatches of a given number of partitions. */
        public Minibatch(int partitions, boolean adaptive, boolean controlVariate, int anchorEvery) {
            this(partitions, false, adaptive, controlVariate, anchorEvery, false);
        }
    }

    /**
     * Settings of the stopping rule.
     *
     * @param rule kind of rule
     * @param mcse largest Monte-Carlo standard error of means and log standard deviations, in posterior standard deviations
     * @param rhat largest R̂ of the iterates that counts as stationary
     * @param window iterations over which the bound is smoothed (patience)
     * @param patience iterations without a better smoothed bound
     */
    public record Stop(StopRule rule, double mcse, double rhat, int window, int patience) {
        /** Stationarity and a standard error of 0.02 posterior standard deviations. */
        public static final Stop DEFAULT = new Stop(StopRule.MCSE, 0.02, 1.1, 30, 500);

        /** Cost of a mean that is off by the largest allowed error, nats: half the square of that error. */
        public double negligibleGain() {
            return 0.5 * mcse * mcse;
        }
    }

    /** A copy with another estimator. */
    public SamplingSettings with(Estimator other) {
        return new SamplingSettings(other, update, minibatch, stop, start);
    }

    /** A copy with another update rule. */
    public SamplingSettings with(Update other) {
        return new SamplingSettings(estimator, other, minibatch, stop, start);
    }

    /** A copy with other minibatches. */
    public SamplingSettings with(Minibatch other) {
        return new SamplingSettings(estimator, update, other, stop, start);
    }

    /** A copy with another stopping rule. */
    public SamplingSettings with(Stop other) {
        return new SamplingSettings(estimator, update, minibatch, other, start);
    }

    /** A copy with another start. */
    public SamplingSettings with(StartSettings other) {
        return new SamplingSettings(estimator, update, minibatch, stop, other);
    }
}
