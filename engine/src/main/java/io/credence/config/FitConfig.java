package io.credence.config;

import io.credence.fit.PosteriorFamily;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Everything a user can ask of a fit; one component per section of the configuration file, keys named as there.
 *
 * @param kernel auto, java or native
 * @param stackTrace whether errors show where in the code they arose
 * @param resolved the whole configuration with every default filled in, as JSON, for the result
 * @param notes keys that were set and have no effect on this fit, one sentence each
 */
public record FitConfig(
        DataConfig data,
        Model model,
        NormalPrior prior,
        InverseGammaPrior dispersionPrior,
        PosteriorFamily posterior,
        Stop stop,
        long seed,
        Checkpoint checkpoint,
        Output output,
        Score score,
        String kernel,
        boolean stackTrace,
        String resolved,
        List<String> notes) {

    /**
     * The likelihood.
     *
     * @param family name
     * @param dispersion the number it is; empty to estimate it
     * @param degreesOfFreedom ν of student-t
     * @param classes number of classes of softmax; 0 to count them in the data
     */
    public record Model(String family, OptionalDouble dispersion, double degreesOfFreedom, int classes) {}

    /**
     * Normal prior of every coefficient, on the scale of the columns as they are given.
     *
     * @param mean mean
     * @param sd standard deviation, positive
     */
    public record NormalPrior(double mean, double sd) {}

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
     * @param maxIterations budget of passes
     * @param tolerance bound on the predicted gain, relative to the ELBO
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
