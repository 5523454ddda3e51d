package io.credence;

import io.credence.fit.Algorithm;
import io.credence.loss.NonCentredLoss;
import io.credence.model.Parameter;
import io.credence.prior.GaussianPrior;
import io.credence.report.FittedModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fit that is ready to run, with what its numbers stand for.
 *
 * @param model the model, as results name it
 * @param names names of the fitted parameters, or of the coefficients behind them where the prior is non-centred
 * @param scales by what their columns were divided; 1 for parameters that are no coefficients
 * @param prior their normal prior on the scale of the data; precision 0 where the user's class has its own
 * @param parameters parameters of the user's class, or the dispersion, where their posterior is not that of a coefficient
 * @param firstParameter number of parameters before the first of those
 * @param nonCentred loss in the parameters of a prior that is not one of the coefficients themselves; null for others
 * @param algorithm how they are fitted
 */
public record PreparedFit(
        FittedModel model,
        List<String> names,
        ColumnScales scales,
        GaussianPrior prior,
        List<Parameter> parameters,
        int firstParameter,
        @Nullable NonCentredLoss nonCentred,
        Algorithm algorithm) {}
