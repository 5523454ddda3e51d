package io.credence;

import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import io.credence.fit.exact.DispersionIntegral;
import io.credence.summary.ImportanceCheck;
import org.jspecify.annotations.Nullable;

/**
 * Fit of independent factors of coefficients and dispersion, which is replaced by a joint one where they are not
 * reliable.
 *
 * @param fit fit of independent factors
 * @param jointScale names, scales and transforms of the parameters of the joint fit
 * @param dispersionIntegral integral over the dispersion that fits them
 */
record JointDispersionFit(CheckedFit fit, ParameterScale jointScale, DispersionIntegral dispersionIntegral)
        implements DelegatingFit {

    @Override
    public JointDispersionFit withNote(String note) {
        return new JointDispersionFit(fit.withNote(note), jointScale, dispersionIntegral);
    }

    /**
     * Checks a result and summarises it. Where independent factors of coefficients and dispersion fail the check, their
     * joint posterior is returned if it passes.
     */
    @Override
    public CheckedResult checkedResult(FitResult result) {
        return fit.checkedResult(result, this::jointResult);
    }

    /** Joint fit, checked; null where independent factors suffice, or the joint fit is not reliable either. */
    private @Nullable CheckedResult jointResult(CheckedFit.WeighedResult independent) {
        ImportanceCheck check = independent.importanceCheck();
        if (check == null || !dispersionIntegral.isPossible(independent.result())) {
            return null;
        }
        Reliability reliability = check.reliability();
        if (reliability.isReliable()) {
            return null;
        }
        FitResult both = dispersionIntegral.withJointPosterior(independent.result());
        CheckedFit together = fit.onScale(jointScale)
                .withNote(
                        "coefficients and dispersion are fitted together, as a mixture of Gaussians, since independent factors do"
                                + " not suffice: " + reliability.reason());
        CheckedResult checked = both == null ? null : together.strictlyChecked(both);
        return checked != null && checked.findings().reliability().isReliable() ? checked : null;
    }

    @Override
    public PreparedFit forResult(boolean jointly) {
        return jointly ? fit.onScale(jointScale) : this;
    }
}
