package io.credence.benchmark;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.testkit.Textbook;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Exact fits of bootstrap samples of small real data by every likelihood and loss that is fitted without draws, under priors from
 * narrow to vague, raw and standardised: how many converge, and in how many passes and seconds. Arguments: number of samples,
 * then problems and standard deviations of the prior, all if none.
 */
public final class BootstrapFits {

    private static final double[] PRIOR_SDS = {2.2, 10, 100};
    private static final String LABOUR = "conf/data/labour.csv";

    private BootstrapFits() {}

    /**
     * What is fitted.
     *
     * @param data rows to be drawn from
     * @param settings keys and values beyond the family
     */
    private record Problem(String name, Textbook data, String family, Map<String, Object> settings) {

        Inference inference() {
            Inference inference = Inference.of(family);
            for (Map.Entry<String, Object> setting : settings.entrySet()) {
                inference = inference.with(setting.getKey(), setting.getValue());
            }
            return inference;
        }
    }

    /** Prints one line per problem, scale and prior. */
    public static void main(String[] arguments) {
        int samples = Integer.parseInt(arguments[0]);
        List<String> wanted = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
        double[] sds = Arrays.stream(PRIOR_SDS)
                .filter(sd -> wanted.contains(String.valueOf(sd)))
                .toArray();
        double[] priors = sds.length == 0 ? PRIOR_SDS : sds;
        Arrays.stream(sds).forEach(sd -> wanted.remove(String.valueOf(sd)));
        MarkdownTable.open(
                "Exact fits of bootstrap samples",
                samples + " samples with replacement of each data set, in process, Java kernel.",
                List.of(
                        "loss",
                        "data",
                        "columns",
                        "prior sd",
                        "converged",
                        "median passes",
                        "most passes",
                        "median s",
                        "longest s"));
        for (Problem problem : problems()) {
            if (wanted.isEmpty() || wanted.contains(problem.name())) {
                fit(problem, problem.data(), PRIOR_SDS[0]);
                for (boolean standardized : new boolean[] {false, true}) {
                    for (double sd : priors) {
                        line(problem, standardized, sd, samples);
                    }
                }
            }
        }
    }

    private static List<Problem> problems() {
        Textbook income = labour("faminc");
        Textbook children = labour("k618");
        Textbook work = labour("lfp");
        Textbook cancer = Textbook.breastCancer();
        List<Problem> problems = new ArrayList<>();
        for (String family : List.of("gaussian", "student-t", "gamma")) {
            problems.add(new Problem(family, income, family, Map.of()));
        }
        for (String family :
                List.of("poisson", "negative-binomial", "zero-inflated-poisson", "zero-inflated-negative-binomial")) {
            problems.add(new Problem(family, children, family, Map.of()));
        }
        for (String family : List.of("bernoulli", "bernoulli-probit")) {
            problems.add(new Problem(family, work, family, Map.of()));
            problems.add(new Problem(family, cancer, family, Map.of()));
        }
        problems.add(new Problem("ordinal", labour("k5"), "ordinal", Map.of("model.classes", 4)));
        for (Textbook classes : List.of(Textbook.iris(), Textbook.wine())) {
            problems.add(new Problem("softmax", classes, "softmax", Map.of("model.classes", classes.classes())));
        }
        for (String loss : List.of("beta", "gamma", "absolute", "huber", "quantile")) {
            problems.add(new Problem(loss + " gaussian", income, "gaussian", generalised(loss, true)));
        }
        for (String loss : List.of("beta", "gamma", "hinge")) {
            problems.add(new Problem(loss + " bernoulli", work, "bernoulli", generalised(loss, false)));
        }
        return problems;
    }

    private static Map<String, Object> generalised(String loss, boolean dispersed) {
        Map<String, Object> settings = new HashMap<>(Map.of("objective.kind", "gvi", "objective.loss.kind", loss));
        if (dispersed) {
            settings.put("model.dispersion", 100.0);
        }
        return settings;
    }

    /** The labour-force data with one column as label and the others as features. */
    private static Textbook labour(String label) {
        return Textbook.of(Path.of(LABOUR), label);
    }

    private static Fit fit(Problem problem, Textbook data, double sd) {
        List<String> names = IntStream.rangeClosed(1, data.features()[0].length)
                .mapToObj(column -> "x" + column)
                .toList();
        Rows rows = problem.family().equals("ordinal")
                ? Rows.withoutIntercept(names, data.features(), data.labels())
                : Rows.of(names, data.features(), data.labels());
        return problem.inference()
                .prior("normal", Map.of("sd", sd))
                .kernel("java")
                .fit(rows);
    }

    private static void line(Problem problem, boolean standardized, double sd, int samples) {
        double[] passes = new double[samples];
        double[] seconds = new double[samples];
        int converged = 0;
        String other = "";
        for (int sample = 0; sample < samples; sample++) {
            Textbook drawn = problem.data().bootstrap(sample);
            Textbook data = standardized ? drawn.standardized() : drawn;
            long begin = System.nanoTime();
            Fit fit = fit(problem, data, sd);
            seconds[sample] = Ours.seconds(begin);
            passes[sample] = fit.result().passes();
            converged += fit.isConverged() ? 1 : 0;
            other = fit.isConverged()
                    ? other
                    : " (sample " + sample + ": " + fit.result().stopReason() + ")";
        }
        Arrays.sort(passes);
        Arrays.sort(seconds);
        MarkdownTable.line(List.of(
                problem.name(),
                problem.data().name(),
                standardized ? "standardised" : "raw",
                MarkdownTable.number(sd, 1),
                converged + " of " + samples + other,
                MarkdownTable.number(passes[samples / 2], 0),
                MarkdownTable.number(passes[samples - 1], 0),
                MarkdownTable.number(seconds[samples / 2], 3),
                MarkdownTable.number(seconds[samples - 1], 2)));
    }
}
