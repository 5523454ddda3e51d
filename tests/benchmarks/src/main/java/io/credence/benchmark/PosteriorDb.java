package io.credence.benchmark;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.WeightCorrection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Posteriors of PosteriorDB against their references: how far off each fit is, and whether it is reported as reliable.
 * Arguments: the folder with references and data, number of seeds, then methods; {@code default} is none, and keys with
 * their values, such as {@code posterior.family=auto,seed=2}, stand beside the defaults. Words that begin with
 * a colon choose posteriors whose names hold one of them, as {@code :schools}.
 */
public final class PosteriorDb {

    /** Off by no more than that, in sds and logs of sds, an answer is right. */
    private static final double RIGHT = 0.1;

    private PosteriorDb() {}

    private enum Verdict {
        RIGHT("right, reported reliable"),
        DOUBTED("right, reported unreliable"),
        FLAGGED("wrong, reported unreliable"),
        UNFLAGGED("**wrong, reported reliable**");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        static Verdict of(boolean right, boolean believed) {
            if (right) {
                return believed ? RIGHT : DOUBTED;
            }
            return believed ? UNFLAGGED : FLAGGED;
        }
    }

    /** Prints a table for each method, and how often each verdict was. */
    public static void main(String[] arguments) throws IOException {
        List<PosteriorDbProblem> problems = PosteriorDbProblem.all(Path.of(arguments[0]));
        int seeds = Integer.parseInt(arguments[1]);
        List<String> words = List.of(arguments).subList(2, arguments.length);
        List<String> chosen = words.stream()
                .filter(word -> word.startsWith(":"))
                .map(word -> word.substring(1))
                .toList();
        problems.removeIf(problem -> !chosen.isEmpty() && chosen.stream().noneMatch(problem.name()::contains));
        List<String> methods =
                words.stream().filter(word -> !word.startsWith(":")).toList();
        Map<String, Map<Verdict, Integer>> counts = new LinkedHashMap<>();
        for (String method : methods) {
            MarkdownTable.open(
                    "PosteriorDB, `" + method + "`, " + seeds + " seeds",
                    "Errors in the references' standard deviations and in logs of them, unconstrained coordinates; the worst seed.",
                    List.of(
                            "posterior",
                            "parameters",
                            "family",
                            "status",
                            "reason to stop",
                            "error of means",
                            "of log sds",
                            "k-hat",
                            "spread of weights",
                            "moved by weights",
                            "reliable",
                            "verdict",
                            "passes",
                            "s"));
            Map<Verdict, Integer> own = counts.computeIfAbsent(method, key -> new LinkedHashMap<>());
            for (PosteriorDbProblem problem : problems) {
                line(problem, method, seeds).forEach(verdict -> own.merge(verdict, 1, Integer::sum));
            }
        }
        List<String> header = new ArrayList<>(List.of("method"));
        Arrays.stream(Verdict.values()).forEach(verdict -> header.add(verdict.words));
        MarkdownTable.open("All of them", "Fits, one for each posterior and seed.", header);
        counts.forEach((method, own) -> {
            List<String> cells = new ArrayList<>(List.of("`" + method + "`"));
            Arrays.stream(Verdict.values()).forEach(verdict -> cells.add("" + own.getOrDefault(verdict, 0)));
            MarkdownTable.line(cells);
        });
    }

    private record Run(Fit fit, double seconds, double mean, double sd, Verdict verdict) {

        static Run of(PosteriorDbProblem problem, Inference requested) {
            long start = System.nanoTime();
            Fit fit = requested.fit(problem.rows());
            double seconds = Ours.seconds(start);
            double mean = 0;
            double sd = 0;
            double[] ownMean = fit.posterior().mean();
            double[] ownSd = fit.posterior().sd();
            for (int j = 0; j < ownMean.length; j++) {
                mean = Math.max(mean, Math.abs(ownMean[j] - problem.mean()[j]) / problem.sd()[j]);
                sd = Math.max(sd, Math.abs(Math.log(ownSd[j] / problem.sd()[j])));
            }
            return new Run(fit, seconds, mean, sd, Verdict.of(mean <= RIGHT && sd <= RIGHT, fit.isReliable()));
        }

        double error() {
            return Double.isNaN(mean + sd) ? Double.POSITIVE_INFINITY : Math.max(mean, sd);
        }
    }

    private static Inference requested(Inference plain, String method) {
        Inference requested = plain;
        for (String word : method.split(",")) {
            int at = word.indexOf('=');
            if (at > 0) {
                requested = requested.with(word.substring(0, at), word.substring(at + 1));
            } else if (!word.equals("default")) {
                requested = requested.method(word);
            }
        }
        return requested;
    }

    private static List<Verdict> line(PosteriorDbProblem problem, String method, int seeds) {
        List<Run> runs = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            Inference requested = problem.inference().seed(seed);
            try {
                runs.add(Run.of(problem, requested(requested, method)));
            } catch (RuntimeException refused) {
                MarkdownTable.line(List.of(problem.name(), refused.toString().replace('|', '/')));
                return List.of();
            }
        }
        Run worst = runs.get(0);
        for (Run run : runs) {
            worst = run.verdict().compareTo(worst.verdict()) > 0
                            || (run.verdict() == worst.verdict() && run.error() > worst.error())
                    ? run
                    : worst;
        }
        ImportanceCheck check = worst.fit().check();
        WeightCorrection corrected = check == null ? null : check.weightCorrection();
        MarkdownTable.line(List.of(
                problem.name(),
                "" + problem.mean().length,
                worst.fit().posterior().family(),
                worst.fit().isConverged() ? "converged" : "unconverged",
                worst.fit().result().stopReason().replace('|', '/'),
                MarkdownTable.number(worst.mean(), 3),
                MarkdownTable.number(worst.sd(), 3),
                check == null
                        ? MarkdownTable.NONE
                        : MarkdownTable.number(check.tail().tailIndex(), 2),
                check == null
                        ? MarkdownTable.NONE
                        : MarkdownTable.number(check.tail().weightSpread(), 3),
                corrected == null
                        ? MarkdownTable.NONE
                        : MarkdownTable.number(corrected.changes().largestChange(), 3),
                "" + worst.fit().isReliable(),
                worst.verdict().words,
                MarkdownTable.number(
                        runs.stream()
                                .mapToDouble(run -> run.fit().result().passes())
                                .sorted()
                                .toArray()[seeds / 2],
                        0),
                MarkdownTable.number(
                        runs.stream().mapToDouble(Run::seconds).sorted().toArray()[seeds / 2], 2)));
        return runs.stream().map(Run::verdict).toList();
    }
}
