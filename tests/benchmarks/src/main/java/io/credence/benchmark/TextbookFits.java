package io.credence.benchmark;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.testkit.Textbook;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Exact fits of iris, wine and breast cancer, whole and in random parts, under priors from narrow to vague: how many converge,
 * in how many passes and seconds. Arguments: number of random 70 % parts beside the whole, kernels (java if none).
 */
public final class TextbookFits {

    private static final double SHARE = 0.7;
    private static final double[] PRIOR_SDS = {2.2, 10, 100};

    private TextbookFits() {}

    /** Prints one line per data set, scale, prior and kernel. */
    public static void main(String[] arguments) {
        int parts = Integer.parseInt(arguments[0]);
        List<String> kernels = arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : List.of("java");
        MarkdownTable.open(
                "Exact fits of textbook data",
                "Each data set whole and in " + parts + " random parts of 70 % of its rows, in process.",
                List.of(
                        "data",
                        "columns",
                        "prior sd",
                        "kernel",
                        "converged",
                        "median passes",
                        "most passes",
                        "median s",
                        "longest s"));
        for (Textbook whole : List.of(Textbook.iris(), Textbook.wine(), Textbook.breastCancer())) {
            for (boolean standardized : new boolean[] {false, true}) {
                for (double sd : PRIOR_SDS) {
                    kernels.forEach(kernel -> line(whole, standardized, sd, kernel, parts));
                }
            }
        }
    }

    private static void line(Textbook whole, boolean standardized, double sd, String kernel, int parts) {
        double[] passes = new double[parts + 1];
        double[] seconds = new double[parts + 1];
        int converged = 0;
        for (int part = 0; part <= parts; part++) {
            Textbook chosen = part == 0 ? whole : whole.part(SHARE, part);
            Textbook data = standardized ? chosen.standardized() : chosen;
            long begin = System.nanoTime();
            Fit fit = inference(data)
                    .prior("normal", Map.of("sd", sd))
                    .kernel(kernel)
                    .fit(Rows.of(data.features(), data.labels()));
            seconds[part] = (System.nanoTime() - begin) * 1e-9;
            passes[part] = fit.result().passes();
            converged += fit.isConverged() ? 1 : 0;
        }
        Arrays.sort(passes);
        Arrays.sort(seconds);
        MarkdownTable.line(List.of(
                whole.name(),
                standardized ? "standardised" : "raw",
                MarkdownTable.number(sd, 1),
                kernel,
                converged + " of " + (parts + 1),
                MarkdownTable.number(passes[parts / 2], 0),
                MarkdownTable.number(passes[parts], 0),
                MarkdownTable.number(seconds[parts / 2], 2),
                MarkdownTable.number(seconds[parts], 2)));
    }

    private static Inference inference(Textbook data) {
        return data.classes() == 2
                ? Inference.of("bernoulli")
                : Inference.of("softmax").with("model.classes", data.classes());
    }
}
