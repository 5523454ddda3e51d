package io.credence.benchmark;

import io.credence.testkit.MonteCarlo;
import java.util.List;
import java.util.Locale;

/** Prints a Markdown table to standard output, line by line. */
final class MarkdownTable {

    /** What stands in a cell without a number. */
    static final String NONE = "–";

    private MarkdownTable() {}

    /** A heading with a paragraph under it, and the table's own header. */
    static void open(String title, String text, List<String> header) {
        System.out.printf("%n### %s%n%n%s%n%n", title, text);
        line(header);
        line(header.stream().map(name -> "---").toList());
    }

    static void line(List<String> cells) {
        System.out.println("| " + String.join(" | ", cells) + " |");
    }

    /** A number with that many decimals, a dash for NaN. */
    static String number(double value, int decimals) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return text.replaceFirst("^-(?=[0.]*$)", "");
    }

    /** Mean ± standard error of independent values; the value itself where there is one. */
    static String meanAndError(double[] values, int decimals) {
        String mean = number(MonteCarlo.mean(values), decimals);
        return values.length == 1 ? mean : mean + " ± " + number(MonteCarlo.standardError(values), decimals);
    }

    /** The paper's number, the exact one and ours. */
    static String triple(double paper, double exact, double ours, int decimals) {
        return pair(paper, 3, exact, decimals) + " / " + number(ours, decimals);
    }

    /** The paper's number and ours. */
    static String pair(double paper, int paperDecimals, double ours, int decimals) {
        return number(paper, paperDecimals) + " / " + number(ours, decimals);
    }
}
