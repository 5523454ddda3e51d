package io.credence;

import io.credence.diagnostic.LossWeightEstimator;
import io.credence.diagnostic.RowLikelihoods;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.prior.GaussianPrior;
import io.credence.summary.FittedModel;
import io.credence.summary.NumberSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prepared fit that runs another one, and makes more of its result. */
interface DelegatingFit extends PreparedFit {

    /** Fit that is run. */
    PreparedFit fit();

    @Override
    default FittedModel model() {
        return fit().model();
    }

    @Override
    default List<String> names() {
        return fit().names();
    }

    @Override
    default GaussianPrior prior() {
        return fit().prior();
    }

    @Override
    default Algorithm algorithm() {
        return fit().algorithm();
    }

    @Override
    default List<String> notes() {
        return fit().notes();
    }

    @Override
    default NumberSummary numberSummary(FitResult result) {
        return fit().numberSummary(result);
    }

    @Override
    default FitResult run(@Nullable FitState from, List<FitListener> listeners) {
        return fit().run(from, listeners);
    }

    @Override
    default CheckedResult checkedResult(FitResult result) {
        return fit().checkedResult(result);
    }

    @Override
    default CheckedResult uncheckedResult(FitResult result) {
        return fit().uncheckedResult(result);
    }

    @Override
    default @Nullable LossWeightEstimator lossWeightEstimator() {
        return fit().lossWeightEstimator();
    }

    @Override
    default List<RowLikelihoods.Row> rowLogLikelihoods(double[][] draws) {
        return fit().rowLogLikelihoods(draws);
    }
}
