package io.credence.config;

import io.credence.family.FamilyOptions;
import io.credence.fit.MonteCarloSettings;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.fit.PosteriorFamily;
import io.credence.loss.LatentBound;
import io.credence.prior.PriorOptions;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Everything a user can ask of a fit; one component per section of the configuration file, keys named as there.
 *
 * @param method name in the {@link Catalogue}; null for none
 * @param monteCarlo how draws are used, where the estimator is not exact
 * @param kernel auto, java or native
 * @param stackTrace whether errors show where in the code they arose
 * @param resolved the whole configuration with every default filled in, as JSON, for the result
 * @param notes keys that were set and have no effect on this fit, one sentence each
 */
public record FitConfig(
        DataConfig data,
        Model model,
        Prior prior,
        InverseGammaPrior dispersionPrior,
        Posterior posterior,
        ObjectiveConfig objective,
        @Nullable String method,
        MonteCarloSettings monteCarlo,
        Stop stop,
        long seed,
        Checkpoint checkpoint,
        Output output,
        Score score,
        String kernel,
        boolean stackTrace,
        String resolved,
        List<String> notes) {

    /** Whether the expectations of the loss are exact, in closed form or by quadrature, instead of by draws. */
    public boolean isExact() {
        return monteCarlo.estimator().kind() == EstimatorKind.EXACT;
    }

    /**
     * Whether the fit needs draws that are weighted or judged row by row, another family than Gaussians, or a divergence that
     * the prior leaves without a closed form.
     */
    public boolean isByObjective() {
        return isByObjective(objective, posterior, prior);
    }

    static boolean isByObjective(ObjectiveConfig objective, Posterior posterior, Prior prior) {
        return objective.isWeighted()
                || objective.isRisk()
                || !posterior.isGaussian()
                || (!prior.isNormal() && !objective.divergence().kind().equals("kl"));
    }

    /**
     * The likelihood: a family by name, or a class of the user's.
     *
     * @param family name; null where there is a class
     * @param className full name of a class; null where there is a family
     * @param options what that class is told, by name
     * @param dispersion the number it is; empty to estimate it
     * @param dispersionFactor how fits by draws hold an estimated dispersion
     * @param degreesOfFreedom ν of student-t
     * @param classes number of classes of softmax; 0 to count them in the data
     * @param latent bound of a class whose rows have latent numbers
     */
    public record Model(
            @Nullable String family,
            @Nullable String className,
            Map<String, String> options,
            OptionalDouble dispersion,
            DispersionFactor dispersionFactor,
            double degreesOfFreedom,
            int classes,
            Latent latent) {

        /** The family or the class, for messages. */
        public String name() {
            return family != null ? family : String.valueOf(className);
        }
    }

    /**
     * How latent numbers of the rows are integrated out.
     *
     * @param bound which bound, from how many draws
     * @param isGiven whether it was asked for
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
     * @param name which set
     * @param family the Gaussians that it is, or from which a fit of another set begins
     * @param blocks sizes of consecutive blocks of parameters, for the block family; else empty
     * @param options what shapes the members of other sets than Gaussians
     */
    public record Posterior(String name, PosteriorFamily family, List<Integer> blocks, FamilyOptions options) {

        /** Whether it is a set of Gaussians with natural gradients in closed form. */
        public boolean isGaussian() {
            return name.equals(family.id());
        }
    }

    /**
     * Prior of every coefficient, on the scale of the columns as they are given.
     *
     * @param kind name
     * @param mean mean
     * @param sd standard deviation of a normal one, and of the intercept under another
     * @param options what another one than a normal prior is told
     */
    public record Prior(String kind, double mean, double sd, PriorOptions options) {

        /** Whether it is normal. */
        public boolean isNormal() {
            return kind.equals("normal");
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
     * When to stop.
     *
     * @param maxIterations budget of steps
     * @param tolerance bound on the predicted gain, relative to the ELBO, of exact and fixed-draws fits
     * @param acceptUnconverged whether a spent budget counts as success
     */
    public record Stop(int maxIterations, double tolerance, boolean acceptUnconverged) {}

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
     * @param overwrite whether existing predictions may be replaced
     */
    public record Score(String path, String rowFormat, String output, String format, double level, boolean overwrite) {}
}
