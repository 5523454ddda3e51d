package io.credence.summary;

import io.credence.divergence.Divergence.EvidenceBound;
import io.credence.fit.FitResult;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text on the log evidence of a fit, or on its bound. */
final class EvidenceText {

    private EvidenceText() {}

    static String of(FitReport report) {
        Double elbo = report.result().elbo();
        if (elbo == null || !report.config().objective().isLogLikelihoodLoss()) {
            return lossText(report.findings().objectiveFindings().evidenceBound());
        }
        return report.findings().kindFindings().hasIntegratedEvidence()
                ? String.format(Locale.ROOT, "log marginal likelihood %.4f nats", elbo)
                : boundText(elbo, report.result().drawNoise());
    }

    private static String lossText(@Nullable EvidenceBound bound) {
        return bound == null || !Double.isFinite(bound.value())
                ? ""
                : String.format(
                        Locale.ROOT,
                        "evidence of the loss%s at least %.4f nats",
                        bound.lossPower() == 1 ? "" : " to the power " + bound.lossPower(),
                        bound.value());
    }

    private static String boundText(double elbo, FitResult.@Nullable DrawNoise noise) {
        return noise == null || !(noise.elboError() > 0)
                ? String.format(Locale.ROOT, "ELBO %.4f nats", elbo)
                : String.format(Locale.ROOT, "ELBO %.4f ± %.4f nats", elbo, noise.elboError());
    }
}
