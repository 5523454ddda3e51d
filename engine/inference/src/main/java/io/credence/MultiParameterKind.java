package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.ModelConfig;
import io.credence.family.NormalMixture;
import io.credence.kind.ExpressionRequest;
import io.credence.kind.MultiParameterRequest;
import io.credence.kind.Section;
import io.credence.model.Model;
import io.credence.model.PredictorModel;
import io.credence.predict.DrawsModel;
import io.credence.result.SavedPosterior;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Models of several parameters, each with columns of its own or the same for all rows. */
final class MultiParameterKind implements ModelKind {

    @Override
    public boolean isRequested(ModelConfig model) {
        return model.request(MultiParameterRequest.class) != null;
    }

    @Override
    public boolean hasFitted(SavedPosterior saved) {
        return saved.model().parameters().isPresent();
    }

    @Override
    public PreparedFit prepare(FitRequest request) {
        MultiParameterRequest asked =
                Objects.requireNonNull(request.config().model().request(MultiParameterRequest.class));
        return new FitAssembly(
                        request.config(),
                        request.rows(),
                        request.backend(),
                        request.kernel(),
                        null,
                        RequestedPrior.moments(request.rows(), request.backend()))
                .assemble(asked);
    }

    @Override
    public void requirePredictive(SavedPosterior posterior, @Nullable Model userModel, String where) {
        posterior.model().expression().map(ExpressionRequest::expressions).ifPresent(found -> {
            if (found.mean() == null && found.draw() == null) {
                throw new ConfigurationException("the posterior is of an expression that predicts no response: required"
                        + " model.mean or model.draw, found model.density alone (" + where + ")");
            }
        });
    }

    @Override
    public SavedPrediction prediction(SavedFit saved) {
        SavedPosterior posterior = saved.posterior();
        PredictorModel model = posterior.model().parametersModel().orElseThrow();
        requirePredictive(posterior, model, saved.where());
        NormalMixture points = posterior.drawPoints(saved.table(), saved.seed());
        List<String> features = posterior.model().featureNames();
        return new SavedPrediction(
                DrawsModel.of(model, features, points, saved.level(), saved.seed())
                        .orElseThrow(),
                features,
                List.of(PredictorKind.drawsNote(posterior, points)));
    }

    @Override
    public List<Section> sections(SavedPosterior saved, Function<String, byte[]> file) {
        List<Section> sections = new ArrayList<>(ModelKind.super.sections(saved, file));
        saved.model().parameters().map(MultiParameterRequest::section).ifPresent(sections::add);
        return sections;
    }
}
