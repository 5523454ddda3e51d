package io.credence.fit;

import io.credence.family.ScaleFactor;
import io.credence.loss.NonCentredLoss;
import io.credence.prior.GaussianPrior;
import io.credence.prior.NonCentredMap;
import java.util.Arrays;

/**
 * A fit in the parameters of a non-centred prior, after one of the coefficients under a normal prior. From the prior itself
 * the first steps would shrink all scales to nothing, where the gradients of the coefficients vanish.
 *
 * @param first fit of the coefficients by exact expectation
 * @param second fit of the parameters
 * @param loss loss of the parameters
 */
record NonCentredStart(ExpectationFitter first, LaterFitter second, NonCentredLoss loss) implements Fitter {

    @Override
    public FitState init() {
        return first.init();
    }

    @Override
    public FitState step(FitState state) {
        if (!(state.place() instanceof Search)) {
            return second.step(state);
        }
        FitState next = first.step(state);
        return next.isRunning() || next.status() == FitStatus.DIVERGED
                ? next
                : second.begin(
                        next.with("start from the coefficients under a normal prior, after " + next.iteration()
                                + " steps: " + next.stopReason()),
                        around(next.best()));
    }

    @Override
    public FitResult result(FitState state) {
        return state.place() instanceof Search ? first.result(state) : second.result(state);
    }

    private GaussianPrior around(Position position) {
        double[] mean = position.coefficients().mean();
        double[] sd = position.coefficients().sd();
        NonCentredMap map = loss.map();
        GaussianPrior of = map.around(mean, sd);
        if (loss.dimension() == map.parameters()) {
            return of;
        }
        int at = map.parameters();
        double[] means = Arrays.copyOf(of.mean(), at + 1);
        double[] precisions = Arrays.copyOf(of.precision(), at + 1);
        ScaleFactor.InverseGamma scale = (ScaleFactor.InverseGamma) position.scale();
        means[at] = scale.meanLog();
        precisions[at] = 1 / scale.varianceOfLog();
        return new GaussianPrior(means, precisions);
    }
}
