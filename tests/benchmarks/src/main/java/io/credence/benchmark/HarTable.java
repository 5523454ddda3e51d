package io.credence.benchmark;

import io.credence.Inference;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Table 6 of the QBVI paper: the HAR regression of log realised volatility under N(0, 5I).
 *
 * <p>The columns with an inverse gamma, IG(3, 1), and the ML column are of the training rows. Those without are of all rows
 * with a known σ², which the paper does not print: its converged bounds and means are those of σ = SSE/(N − 4) of the training
 * rows, so the residual variance was taken for the standard deviation.
 *
 * @param train rows 1 to 798
 * @param test the other 267
 * @param all both
 */
record HarTable(RegressionRows train, RegressionRows test, RegressionRows all) {

    private static final double PRIOR_VARIANCE = 5;
    private static final DispersionPosterior.InverseGamma SCALE_PRIOR = new DispersionPosterior.InverseGamma(3, 1);
    private static final int COEFFICIENTS = 4;
    private static final List<String> FACTORED = List.of("qbvi-inverse-gamma-diagonal", "qbvi-inverse-gamma");
    private static final List<String> KNOWN = List.of("qbvi-diagonal", "qbvi", "bbvi", "cgvb", "mgvb");

    /** Exact optima, least squares of the training rows and our fits by the paper's column. */
    record Answers(
            Answer factoredFull,
            Answer factoredDiagonal,
            Answer knownFull,
            Answer knownDiagonal,
            double[] leastSquares,
            Map<String, Answer> ours) {

        Answer exact(String method) {
            boolean diagonal = method.endsWith("diagonal");
            if (FACTORED.contains(method)) {
                return diagonal ? factoredDiagonal : factoredFull;
            }
            return diagonal ? knownDiagonal : knownFull;
        }
    }

    static HarTable of(Path data) {
        Path file = data.resolve("finance").resolve("qbvi_har_design.csv");
        return new HarTable(
                RegressionRows.csv(file, "train"::equals),
                RegressionRows.csv(file, "test"::equals),
                RegressionRows.csv(file, row -> true));
    }

    /** σ² of the columns without an inverse gamma. */
    double knownDispersion() {
        double residual =
                train.meanSquaredError(leastSquares()) * train.count() / (double) (train.count() - COEFFICIENTS);
        return residual * residual;
    }

    private double[] leastSquares() {
        return new MeanFieldRegression(train, 1e12, true)
                .known(1)
                .coefficients()
                .mean();
    }

    Inference factoredProblem() {
        return problem()
                .with("prior.dispersion.shape", SCALE_PRIOR.shape())
                .with("prior.dispersion.scale", SCALE_PRIOR.scale());
    }

    Inference knownProblem() {
        return problem().with("model.dispersion", knownDispersion());
    }

    private static Inference problem() {
        return Inference.of("gaussian").prior("normal", Map.of("sd", Math.sqrt(PRIOR_VARIANCE)));
    }

    MeanFieldRegression factored(boolean full) {
        return new MeanFieldRegression(train, PRIOR_VARIANCE, full);
    }

    MeanFieldRegression known(boolean full) {
        return new MeanFieldRegression(all, PRIOR_VARIANCE, full);
    }

    /** Exact optima by coordinate ascent, and our fits. */
    Answers answers() {
        double shape = SCALE_PRIOR.shape();
        double scale = SCALE_PRIOR.scale();
        Map<String, Answer> ours = new LinkedHashMap<>();
        ours.putAll(Fits.of(
                train.packed(1),
                factoredProblem(),
                FACTORED,
                q -> factored(true).elboEstimated(q.coefficients(), q.shape(), q.scale(), shape, scale)));
        ours.putAll(Fits.of(
                all.packed(1), knownProblem(), KNOWN, q -> known(true).elboKnown(q.coefficients(), knownDispersion())));
        return new Answers(
                Answer.of(factored(true).estimated(shape, scale)),
                Answer.of(factored(false).estimated(shape, scale)),
                Answer.of(known(true).known(knownDispersion())),
                Answer.of(known(false).known(knownDispersion())),
                leastSquares(),
                ours);
    }

    /** Prints estimates and bounds. */
    void print(Answers answers) {
        PaperTable paper = PaperTable.of(6);
        estimates(paper, answers);
        factors(paper, answers);
        BoundTable bounds = new BoundTable("Table 6, HAR: bounds", paper);
        FACTORED.forEach(method ->
                bounds.line(method, answers.exact(method).elbo(), answers.ours().get(method)));
        KNOWN.forEach(method ->
                bounds.line(method, answers.exact(method).elbo(), answers.ours().get(method)));
        System.out.printf(
                Locale.ROOT,
                "%nOptima by the engine's exact expectation less those by coordinate ascent: %.1e, %.1e (inverse gamma, full and"
                        + " diagonal), %.1e, %.1e (σ² = %.7f).%n",
                difference(train, factoredProblem(), GaussianStructure.FULL, answers.factoredFull()),
                difference(train, factoredProblem(), GaussianStructure.DIAGONAL, answers.factoredDiagonal()),
                difference(all, knownProblem(), GaussianStructure.FULL, answers.knownFull()),
                difference(all, knownProblem(), GaussianStructure.DIAGONAL, answers.knownDiagonal()),
                knownDispersion());
    }

    private static double difference(RegressionRows rows, Inference problem, GaussianStructure family, Answer ascent) {
        return ExactFit.of(rows, problem, family).elbo() - ascent.elbo();
    }

    private void estimates(PaperTable paper, Answers answers) {
        double[] start = Arrays.copyOf(answers.leastSquares(), COEFFICIENTS + 1);
        start[COEFFICIENTS] = Math.log(train.meanSquaredError(answers.leastSquares()));
        double[] spread = new double[start.length];
        Arrays.fill(spread, 0.05);
        HarModel posterior = new HarModel(train, PRIOR_VARIANCE, SCALE_PRIOR.shape(), SCALE_PRIOR.scale());
        Reference reference = Reference.of(posterior, Gaussian.ofSd(start, spread));
        List<String> methods = new ArrayList<>(FACTORED);
        methods.addAll(KNOWN);
        List<String> header = new ArrayList<>(List.of(""));
        methods.forEach(method -> header.add(method + ", paper / exact / ours"));
        header.addAll(List.of("MCMC, training rows, IG(3, 1)", "ML paper / ours"));
        MarkdownTable.open("Table 6, HAR: posterior means", reference.quality(), header);
        for (int j = 0; j < COEFFICIENTS; j++) {
            String row = "beta" + j;
            List<String> cells = new ArrayList<>(List.of("β" + j));
            for (String method : methods) {
                double ours = Answer.mean(answers.ours().get(method), j);
                cells.add(MarkdownTable.triple(
                        paper.value(row, method), answers.exact(method).mean(j), ours, 4));
            }
            cells.add(reference.mean(j, 4));
            cells.add(MarkdownTable.pair(paper.value(row, "ml"), 3, answers.leastSquares()[j], 4));
            MarkdownTable.line(cells);
        }
        System.out.printf(
                Locale.ROOT,
                "%nMCMC: E σ² = %.5f.%n",
                reference
                        .chains()
                        .expectation(draw -> Math.exp(draw[COEFFICIENTS]))
                        .mean());
    }

    private static void factors(PaperTable paper, Answers answers) {
        MarkdownTable.open(
                "Table 6, HAR: inverse gamma",
                "Paper / exact / ours; σ² is the mean b/(a − 1).",
                List.of("method", "a", "b", "σ²"));
        for (String method : FACTORED) {
            Answer exact = answers.exact(method);
            Answer fitted = answers.ours().get(method);
            Answer ours = fitted == null ? Answer.of(exact.coefficients(), Double.NaN, null) : fitted;
            MarkdownTable.line(List.of(
                    method,
                    MarkdownTable.triple(paper.value("shape", method), exact.shape(), ours.shape(), 3),
                    MarkdownTable.triple(paper.value("scale", method), exact.scale(), ours.scale(), 4),
                    MarkdownTable.triple(
                            paper.value("dispersion", method),
                            exact.scale() / (exact.shape() - 1),
                            ours.scale() / (ours.shape() - 1),
                            5)));
        }
    }
}
