package io.credence;

import io.credence.config.ModelConfig;
import io.credence.likelihood.Likelihood;
import io.credence.mixed.model.MixedRequest;
import io.credence.predict.MixedScoring;
import io.credence.predict.ScoringModel;
import io.credence.result.MixedFeatures;
import io.credence.result.SavedPosterior;
import io.credence.summary.FactorSummary;
import java.util.List;
import java.util.Objects;

/** Mixed models: coefficients that vary between the levels of grouping factors. */
final class MixedKind implements ModelKind {

    @Override
    public boolean isRequested(ModelConfig model) {
        return model.request(MixedRequest.class) != null;
    }

    @Override
    public boolean hasFitted(SavedPosterior saved) {
        return !saved.groups().isEmpty();
    }

    @Override
    public PreparedFit prepare(FitRequest request) {
        MixedRequest requested = Objects.requireNonNull(request.config().model().request(MixedRequest.class));
        return new MixedAssembly(request.config(), requested, request.rows(), request.backend(), request.kernel())
                .assemble();
    }

    @Override
    public SavedPrediction prediction(SavedFit saved) {
        SavedPosterior posterior = saved.posterior();
        Likelihood likelihood = posterior.model().likelihood();
        List<String> features = MixedFeatures.features(posterior);
        ScoringModel fixed = ScoringModel.of(
                likelihood, posterior.normalMixture(saved.table(), 0), posterior.dispersion(), saved.level());
        boolean knowsSd = likelihood.isNormal() && posterior.dispersion().isKnown();
        long factors = posterior.groups().stream()
                .map(FactorSummary::factor)
                .distinct()
                .count();
        return new SavedPrediction(
                new MixedScoring(
                        fixed, features.size(), MixedFeatures.levelEffects(posterior, saved.effects()), knowsSd),
                features,
                factors > 1
                        ? List.of("effects of different grouping factors are taken as independent of each other")
                        : List.of());
    }
}
