package io.credence.benchmark;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bounds of one table of the paper beside ours and the exact optimum of the family, with a verdict. */
final class BoundTable {

    /** Shortfall of a stochastic fit's bound, nats, that passes. */
    private static final double ALLOWED = 0.01;

    private final PaperTable paper;

    /** Prints the header. */
    BoundTable(String title, PaperTable paper) {
        this.paper = paper;
        MarkdownTable.open(
                title,
                "A bound above its family's exact optimum is Monte-Carlo error of the paper's; there ours is to reach the"
                        + " optimum.",
                List.of(
                        "method",
                        "paper",
                        "ours",
                        "exact optimum",
                        "shortfall, nats",
                        "paper's shortfall",
                        "at least the paper's",
                        "within " + ALLOWED,
                        "how it ended"));
    }

    /** Prints one line. */
    void line(String method, double exact, @Nullable Answer ours) {
        double printed = paper.value("bound", method);
        double bound = ours == null ? Double.NaN : ours.elbo();
        String better = bound >= printed ? "yes" : printed > exact ? "paper's is above the optimum" : "NO";
        String within = exact - bound <= ALLOWED ? "yes" : "NO";
        boolean missing = Double.isNaN(bound);
        MarkdownTable.line(List.of(
                method,
                MarkdownTable.number(printed, 3),
                MarkdownTable.number(bound, 6),
                MarkdownTable.number(exact, 6),
                MarkdownTable.number(exact - bound, 6),
                MarkdownTable.number(exact - printed, 3),
                missing || Double.isNaN(printed) ? MarkdownTable.NONE : better,
                missing ? MarkdownTable.NONE : within,
                ours == null || ours.note() == null ? MarkdownTable.NONE : ours.note()));
    }
}
