package io.credence.benchmark;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.SummaryRow;
import io.credence.summary.WeightCorrection;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Both error rates of the check: how often answers that are wrong are reported as reliable, and how often right ones are refused, over
 * simulated rows whose exact posteriors are known by adaptive importance sampling or by a grid. Arguments: data sets of each kind, then
 * words of kinds that are run; none for all.
 */
public final class VerdictBattery {

    /** By how much a mean, in sds, and the logarithm of an sd may be off; an end of a 90 % interval by half as much again. */
    private static final double RIGHT = 0.1;

    private static final double RIGHT_END = 0.15;
    /** Times these limits from which an answer is plainly wrong. */
    private static final double PLAINLY = 1.5;
    /** Independent draws that a reference has to be worth. */
    private static final double WORTH = 4000;

    private VerdictBattery() {}

    private enum Verdict {
        RIGHT("right, reliable"),
        DOUBTED("right, refused"),
        FLAGGED("wrong, refused"),
        UNFLAGGED("wrong, reliable"),
        PLAIN("of these plainly"),
        CORRECTED("corrected, right"),
        MISCORRECTED("corrected, wrong"),
        UNKNOWN("no reference");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }
    }

    /** Prints a table with a line for each kind, and one for each data set, as it is finished, among the errors. */
    public static void main(String[] arguments) {
        int sets = Integer.parseInt(arguments[0]);
        List<String> words = List.of(arguments).subList(1, arguments.length);
        List<String> header = new ArrayList<>(List.of("kind"));
        for (Verdict verdict : Verdict.values()) {
            header.add(verdict.words);
        }
        header.add("largest errors of those wrong and reliable");
        header.add("s of a fit");
        MarkdownTable.open(
                "Verdicts over " + sets + " data sets of each kind",
                "Right: means within 0.1 sd, sds within 10 %, ends of 90 % intervals within 0.15 sd.",
                header);
        for (SimulatedPosterior.Kind kind : SimulatedPosterior.Kind.values()) {
            if (words.isEmpty() || words.stream().anyMatch(kind.words()::contains)) {
                line(kind, sets);
            }
        }
    }

    private static void line(SimulatedPosterior.Kind kind, int sets) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        List<String> worst = new ArrayList<>();
        double seconds = 0;
        for (int seed = 1; seed <= sets; seed++) {
            SimulatedPosterior posterior = kind.simulated(seed);
            Inference requested = posterior.inference().seed(seed).with("check.loo", "false");
            long start = System.nanoTime();
            Fit fit = requested.fit(posterior.rows());
            seconds += 1e-9 * (System.nanoTime() - start);
            List<SummaryRow> own = fit.summary().stream()
                    .map(row -> new SummaryRow(row.name(), row.mean(), row.sd(), row.lower(), row.upper()))
                    .toList();
            List<SummaryRow> exact = posterior.exact(own, WORTH);
            if (exact.isEmpty()) {
                counts.merge(Verdict.UNKNOWN, 1, Integer::sum);
                continue;
            }
            double error = error(own, exact);
            boolean right = error <= 1;
            Verdict verdict = fit.isReliable()
                    ? right ? Verdict.RIGHT : Verdict.UNFLAGGED
                    : right ? Verdict.DOUBTED : Verdict.FLAGGED;
            counts.merge(verdict, 1, Integer::sum);
            if (verdict == Verdict.UNFLAGGED) {
                worst.add(MarkdownTable.number(error, 2));
                counts.merge(Verdict.PLAIN, error > PLAINLY ? 1 : 0, Integer::sum);
            }
            ImportanceCheck check = fit.check();
            WeightCorrection corrected = check == null ? null : check.recommendedCorrection();
            if (corrected != null) {
                boolean better = error(corrected.summaryRows(), exact) <= 1;
                counts.merge(better ? Verdict.CORRECTED : Verdict.MISCORRECTED, 1, Integer::sum);
            }
            System.err.println(kind.words() + " " + seed + ": " + verdict.words + ", error "
                    + MarkdownTable.number(error, 2)
                    + (corrected == null
                            ? ""
                            : ", corrected " + MarkdownTable.number(error(corrected.summaryRows(), exact), 2))
                    + ", " + fit.reliability().text());
        }
        List<String> cells = new ArrayList<>(List.of(kind.words()));
        for (Verdict verdict : Verdict.values()) {
            cells.add("" + counts.getOrDefault(verdict, 0));
        }
        cells.add(String.join(" ", worst));
        cells.add(MarkdownTable.number(seconds / sets, 2));
        MarkdownTable.line(cells);
    }

    /** The largest, in units of what is allowed. */
    private static double error(List<SummaryRow> found, List<SummaryRow> exact) {
        double largest = 0;
        for (int k = 0; k < exact.size(); k++) {
            SummaryRow one = found.get(k);
            SummaryRow other = exact.get(k);
            largest = Math.max(largest, Math.abs(one.mean() - other.mean()) / other.sd() / RIGHT);
            largest = Math.max(largest, Math.abs(Math.log(one.sd() / other.sd())) / RIGHT);
            largest = Math.max(largest, Math.abs(one.lower() - other.lower()) / other.sd() / RIGHT_END);
            largest = Math.max(largest, Math.abs(one.upper() - other.upper()) / other.sd() / RIGHT_END);
        }
        return largest;
    }
}
