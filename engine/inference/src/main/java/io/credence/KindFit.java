package io.credence;

import io.credence.diagnostic.ObjectiveFindings;
import io.credence.diagnostic.RowLikelihoods;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.kind.ColumnScales;
import io.credence.prior.GaussianPrior;
import io.credence.prior.Prior;
import io.credence.summary.Findings;
import io.credence.summary.FittedModel;
import io.credence.summary.KindFindings;
import io.credence.summary.NumberSummary;
import io.credence.summary.QuantitySummary;
import io.credence.summary.RowChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Fit by an algorithm of a kind of model, which checks its own results.
 *
 * @param model model, as results show it
 * @param names names of the numbers that have a posterior
 * @param prior normal prior of these numbers; precision 0 for those with another
 * @param algorithm algorithm that finds the posterior
 * @param findings reads what the kind finds beside the posterior from a result
 * @param rowRefusal reason why draws of the numbers do not determine the likelihoods of rows
 * @param notes notes to the user, one sentence each
 * @param seed seed of draws, where moments and intervals are those of draws
 */
public record KindFit(
        FittedModel model,
        List<String> names,
        GaussianPrior prior,
        Algorithm algorithm,
        Function<FitResult, KindFindings> findings,
        String rowRefusal,
        List<String> notes,
        long seed)
        implements PreparedFit {

    public KindFit {
        names = List.copyOf(names);
        notes = List.copyOf(notes);
    }

    @Override
    public KindFit withNote(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new KindFit(model, names, prior, algorithm, findings, rowRefusal, more, seed);
    }

    @Override
    public NumberSummary numberSummary(FitResult result) {
        return new ParameterScale(
                        model,
                        names,
                        ColumnScales.unscaled(names.size()),
                        new Prior(prior),
                        null,
                        ParameterScale.ReportedNumbers.NONE,
                        null,
                        seed)
                .numberSummary(result);
    }

    @Override
    public CheckedResult checkedResult(FitResult result) {
        return uncheckedResult(result);
    }

    @Override
    public CheckedResult uncheckedResult(FitResult result) {
        NumberSummary numbers = numberSummary(result);
        KindFindings own = findings.apply(result);
        Findings all = new Findings(
                numbers,
                null,
                own.reliability(result, numbers.coefficients().isProper()),
                null,
                QuantitySummary.of(numbers, null),
                RowChecks.NONE,
                ObjectiveFindings.NONE,
                own);
        return new CheckedResult(result, all, model, notes);
    }

    @Override
    public List<RowLikelihoods.Row> rowLogLikelihoods(double[][] draws) {
        throw new IllegalArgumentException(rowRefusal);
    }
}
