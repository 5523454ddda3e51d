package io.credence.benchmark;

import java.nio.file.Path;

/**
 * Tables 1 and 4 to 7 of the QBVI paper, each cell beside ours, the exact optimum of the ELBO and Markov chains. Argument: the
 * folder with {@code labour/}, {@code credit/} and {@code finance/}.
 */
public final class PaperTables {

    private PaperTables() {}

    /** Prints the tables in Markdown. */
    public static void main(String[] arguments) {
        Path data = Path.of(arguments[0]);
        LogisticTables labour = LogisticTables.of(data, "labour", 4);
        LogisticTables credit = LogisticTables.of(data, "credit", 5);
        HarTable har = HarTable.of(data);
        GarchTable garch = GarchTable.of(data);
        LogisticTables.Answers labourAnswers = labour.answers();
        LogisticTables.Answers creditAnswers = credit.answers();
        HarTable.Answers harAnswers = har.answers();
        GarchTable.Answers garchAnswers = garch.answers();
        PerformanceTable performance = new PerformanceTable();
        performance.logistic(labour, labourAnswers);
        performance.logistic(credit, creditAnswers);
        performance.har(har, harAnswers);
        performance.garch(garch, garchAnswers);
        labour.print(labourAnswers);
        credit.print(creditAnswers);
        har.print(harAnswers);
        garch.print(garchAnswers);
    }
}
