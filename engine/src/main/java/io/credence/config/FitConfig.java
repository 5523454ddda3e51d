package io.credence.config;

import io.credence.family.FamilyPart;
import io.credence.family.FamilyPlan;
import io.credence.family.GaussianStructure;
import io.credence.fit.MonteCarloSettings;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.LikelihoodPart;
import io.credence.loss.LatentBound;
import io.credence.network.NetworkRequest;
import io.credence.part.Choice;
import io.credence.part.Option;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.EarlierFit;
import io.credence.prior.PriorPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Everything a user can ask of a fit; one component per section of the configuration file, keys named as there.
 *
 * @param inference what is inferred and how
 * @param backend how Spark runs passes over the rows
 * @param contrasts linear combinations of coefficients that are reported besides, by name
 * @param stackTrace whether errors show where in the code they arose
 * @param resolved the whole configuration with every default filled in, as JSON
 * @param shown what results and messages show of it
 */
public record FitConfig(
        DataConfig data,
        InferenceConfig inference,
        Backend backend,
        Checkpoint checkpoint,
        Output output,
        Score score,
        Map<String, String> contrasts,
        boolean stackTrace,
        String resolved,
        Shown shown) {

    /**
     * A configuration without its secrets.
     *
     * @param json the whole of it, as JSON
     * @param redacted keys of which that has the substitution, or the address without its password, in place of the value
     * @param redaction what is left out of messages
     */
    public record Shown(String json, List<String> redacted, Redaction redaction) {}

    /** The likelihood. */
    public Model model() {
        return inference.model();
    }

    /** Prior of every coefficient. */
    public Prior prior() {
        return inference.prior();
    }

    /** The same with the earlier fit whose posterior is the prior. */
    public FitConfig with(EarlierFit fit) {
        return new FitConfig(
                data, inference.with(fit), backend, checkpoint, output, score, contrasts, stackTrace, resolved, shown);
    }

    /** The set of distributions that is searched. */
    public Posterior posterior() {
        return inference.posterior();
    }

    /** What is minimised. */
    public ObjectiveConfig objective() {
        return inference.objective();
    }

    /** How draws are used, where the estimator is not exact. */
    public MonteCarloSettings monteCarlo() {
        return inference.monteCarlo();
    }

    /** When to stop. */
    public Stop stop() {
        return inference.stop();
    }

    /** Seed of everything random. */
    public long seed() {
        return inference.seed();
    }

    /** Name in the {@link Methods}; null for none. */
    public @Nullable String method() {
        return inference.method();
    }

    /** Inverse-gamma prior of the dispersion. */
    public InverseGammaPrior dispersionPrior() {
        return inference.dispersionPrior();
    }

    /** Name of the kernel: auto, java or native. */
    public String kernel() {
        return inference.kernel();
    }

    /** Keys that were set and have no effect on this fit, one sentence each. */
    public List<String> notes() {
        return inference.notes();
    }

    /** Whether the expectations of the loss are exact, in closed form or by quadrature, instead of by draws. */
    public boolean isExact() {
        return inference.isExact();
    }

    /**
     * The likelihood: a family by name, or a class of the user's.
     *
     * @param choice the family; null where there is a class
     * @param className full name of a class; null where there is a family
     * @param options what that class is reported, by name
     * @param dispersion the number it is; empty to estimate it
     * @param dispersionFactor how fits by draws hold an estimated dispersion
     * @param latent bound of a class whose rows have latent numbers
     * @param network of whose outputs the family is; null for linear predictors
     */
    public record Model(
            @Nullable Choice<LikelihoodPart> choice,
            @Nullable String className,
            Map<String, String> options,
            OptionalDouble dispersion,
            DispersionFactor dispersionFactor,
            Latent latent,
            @Nullable NetworkRequest network) {

        /** Name of the family; null where there is a class. */
        public @Nullable String family() {
            return choice == null ? null : choice.name();
        }

        /** Whether cutpoints between ordered classes take the place of an intercept. */
        public boolean hasCutpoints() {
            return choice != null && choice.part().hasCutpoints();
        }

        /** Whether there is a dispersion to be estimated. */
        boolean isDispersionEstimated() {
            return choice != null && choice.part().isDispersed() && dispersion.isEmpty();
        }

        /** The family or the class, for messages. */
        public String name() {
            return choice != null ? choice.name() : String.valueOf(className);
        }

        /**
         * The family's likelihood.
         *
         * @param classes number of classes in the data; read only where labels are classes
         */
        public Likelihood likelihood(int classes) {
            Choice<LikelihoodPart> family = Objects.requireNonNull(choice, "a class of the user's has no likelihood");
            return family.part().likelihood(family.values(), classes);
        }
    }

    /**
     * How latent numbers of the rows are integrated out.
     *
     * @param bound which bound, from how many draws
     * @param isGiven whether it was requested
     */
    public record Latent(LatentBound bound, boolean isGiven) {}

    /** How fits by draws hold an estimated dispersion. */
    public enum DispersionFactor {
        /** Its logarithm is one more Gaussian parameter. */
        JOINT,
        /** An independent inverse-gamma factor (QBVI Algorithm 3). */
        INVERSE_GAMMA
    }

    /**
     * The set of distributions that is searched.
     *
     * @param choice which set
     * @param seed of the directions from which sets that are not Gaussian start
     */
    public record Posterior(Choice<FamilyPart> choice, long seed) {

        /** Its name. */
        public String name() {
            return choice.name();
        }

        /** The Gaussians that it is, or from which a fit of another set begins. */
        public GaussianStructure structure() {
            return choice.part().structure(choice.values());
        }

        /** Whether it is a set of Gaussians with natural gradients in closed form. */
        public boolean isGaussian() {
            return choice.part().isGaussian();
        }

        /** Whether it is all Gaussians. */
        boolean isFull() {
            return isGaussian() && structure().isFull();
        }

        /** Whether it is the Gaussians of independent parameters. */
        boolean isMeanField() {
            return isGaussian() && structure().isMeanField();
        }

        /** Sizes of consecutive blocks of parameters, for the block family; else empty. */
        public List<Integer> blocks() {
            return choice.part().has("blocks") ? choice.values().wholes("blocks") : List.of();
        }

        /** Whether no block of parameters that depend on each other lies across the edge of one of those sizes. */
        boolean isCutAt(List<Integer> sizes) {
            if (sizes.isEmpty() || isMeanField()) {
                return true;
            }
            return isGaussian() && ends(blocks()).containsAll(ends(sizes));
        }

        private static List<Integer> ends(List<Integer> sizes) {
            List<Integer> ends = new ArrayList<>();
            int end = 0;
            for (int size : sizes) {
                end += size;
                ends.add(end);
            }
            return ends;
        }

        /** Families that are tried where a Gaussian cannot be relied on; none where one was requested. */
        public List<FamilyPart.Named> escalation() {
            return choice.part().escalation(choice.values(), seed);
        }

        /** How a fit of it starts. */
        public FamilyPlan plan() {
            return choice.part().plan(choice.values(), seed);
        }
    }

    /**
     * Prior of every coefficient, on the scale of the columns as they are given.
     *
     * @param choice which
     * @param mean mean
     * @param sd standard deviation of a normal one, and of the intercept under another
     * @param given keys of the section that were set
     * @param path Hadoop path of the earlier fit whose posterior it is; null for none
     * @param earlier that fit; null until it was read, and for other priors
     */
    public record Prior(
            Choice<PriorPart> choice,
            double mean,
            double sd,
            Map<String, Normal> coefficients,
            List<String> given,
            @Nullable String path,
            @Nullable EarlierFit earlier) {

        /** The normal prior of one coefficient. */
        public record Normal(double mean, double sd) {}

        /** Whether the rows choose the standard deviation. */
        public boolean isAutomatic() {
            boolean hasSd = choice.values().all().containsKey(CoefficientPriors.SD.name());
            return Option.AUTOMATIC.equals(sd) && (hasSd || !isNormal());
        }

        /** Whether the rows choose the scale of a prior that is not normal. */
        public boolean isScaleAutomatic() {
            return choice.values().all().entrySet().stream()
                    .anyMatch(value -> !value.getKey().equals(CoefficientPriors.SD.name())
                            && Option.AUTOMATIC.equals(value.getValue()));
        }

        /** The same with a standard deviation that is known. */
        public Prior withSd(double known) {
            Map<String, Object> values = new LinkedHashMap<>(choice.values().all());
            values.replace(CoefficientPriors.SD.name(), known);
            Choice<PriorPart> chosen = new Choice<>(choice.part(), choice.part().values(values));
            return new Prior(chosen, mean, known, coefficients, given, path, earlier);
        }

        /** The same with priors of single coefficients, by name. */
        Prior with(Map<String, Normal> others) {
            return new Prior(choice, mean, sd, others, given, path, earlier);
        }

        /** The same with the earlier fit whose posterior it is. */
        public Prior with(EarlierFit fit) {
            double share = choice.values().number(CoefficientPriors.FORGETTING.name());
            return new Prior(choice, mean, sd, coefficients, given, path, fit.forgotten(share));
        }

        /** The same with what is taken over of that fit. */
        Prior instead(EarlierFit left) {
            return new Prior(choice, mean, sd, coefficients, given, path, left);
        }

        /** Whether it is the posterior of an earlier fit. */
        public boolean isEarlier() {
            return choice.part().isEarlier();
        }

        /** Its name. */
        public String kind() {
            return choice.name();
        }

        /** Whether it is normal. */
        public boolean isNormal() {
            return choice.part().isNormal();
        }

        /**
         * The prior of that many coefficients.
         *
         * @param plain those with a normal prior whatever the kind
         */
        public CoefficientPrior of(int coefficients, List<Integer> plain) {
            return choice.part().prior(choice.values(), coefficients, plain);
        }
    }

    /**
     * Inverse-gamma prior of the dispersion.
     *
     * @param shape shape, positive
     * @param scale scale, positive
     */
    public record InverseGammaPrior(double shape, double scale) {}

    /**
     * The sites of a partitioned fit.
     *
     * @param column whose equal cells make one; null where all rows do
     * @param name of the one that all rows make; null for the last part of their path
     * @param remove those of the earlier fit that are not taken over
     * @param keep how many of the newest are kept apart from the prior
     */
    public record SitesRequest(
            @Nullable String column, @Nullable String name, List<String> remove, int keep) {}

    /**
     * When to stop.
     *
     * @param maxIterations budget of steps
     * @param maxPasses budget of passes over all rows; infinite for no limit
     * @param maxSeconds budget of wall time; infinite for no limit
     * @param tolerance bound on the predicted gain, relative to the ELBO, of exact and fixed-draws fits
     * @param acceptUnconverged whether a spent budget counts as success
     */
    public record Stop(
            int maxIterations, double maxPasses, double maxSeconds, double tolerance, boolean acceptUnconverged) {}

    /**
     * How the posterior that was found is checked.
     *
     * @param khat whether its draws are weighed by the exact posterior
     * @param leaveOneOut which rows are left out, one at a time, and predicted from the others
     * @param predictive whether responses drawn from the fitted model are set against those observed, where that can be done
     */
    public record Check(boolean khat, LeftOutRows leaveOneOut, boolean predictive) {

        /** Which rows are left out. */
        public enum LeftOutRows {
            /** All of them or, where they are many, a random part; none where that cannot be done. */
            AUTO,
            /** All of them. */
            ALL,
            /** None. */
            NONE
        }
    }

    /**
     * How Spark runs passes over the rows; no number depends on it.
     *
     * @param folder Hadoop path for files of packed rows, of data frames; null for Spark's memory
     * @param persist what is kept of the packed rows between passes
     */
    public record Backend(Kind kind, @Nullable String folder, Persist persist) {

        /** Whatever the session allows. */
        public static final Backend AUTO = new Backend(Kind.AUTO, null);

        /** One that keeps packed rows. */
        public Backend(Kind kind, @Nullable String folder) {
            this(kind, folder, Persist.AUTO);
        }

        /** What is kept of the packed rows between passes. */
        public enum Persist {
            /** All of them, in memory and on disk, or in the folder. */
            AUTO,
            /** Nothing: every pass reads and packs the rows anew, a block at a time. */
            NONE
        }

        /** What a pass is a job over. */
        public enum Kind {
            /** RDDs where the session gives out its SparkContext, else data frames. */
            AUTO,
            /** RDDs. */
            RDD,
            /** Data frames alone. */
            DATAFRAME
        }
    }

    /**
     * Where the state of a fit is written.
     *
     * @param path Hadoop path of a folder; null for none
     * @param every iterations between two checkpoints
     */
    public record Checkpoint(@Nullable String path, int every) {}

    /**
     * Where results go.
     *
     * @param path Hadoop path of a folder
     * @param overwrite whether an existing result may be replaced
     */
    public record Output(String path, boolean overwrite) {}

    /**
     * Which rows to score, and where their predictions go.
     *
     * @param path Hadoop path of the rows
     * @param rowFormat format of the rows: csv, parquet, json or libsvm
     * @param output Hadoop path of the predictions
     * @param format format of the predictions: parquet or csv
     * @param level probability that an interval covers
     * @param onMissing what becomes of a row with a missing or unusable cell
     * @param allowNewLevels whether a level of a grouping factor may be one that the fit had not met
     * @param flagUnseen whether a row with a level that the fit had not met is flagged instead of refused
     * @param overwrite whether existing predictions may be replaced
     */
    public record Score(
            String path,
            String rowFormat,
            String output,
            String format,
            double level,
            DataConfig.OnMissing onMissing,
            boolean allowNewLevels,
            boolean flagUnseen,
            boolean overwrite) {}
}
