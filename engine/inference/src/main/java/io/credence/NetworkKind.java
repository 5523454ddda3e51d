package io.credence;

import io.credence.config.ModelConfig;
import io.credence.kind.Section;
import io.credence.network.autoencoder.Autoencoder;
import io.credence.network.result.ResponsePosterior;
import io.credence.network.result.TrainedPosterior;
import io.credence.network.train.TrainingRequest;
import io.credence.predict.LatentScoring;
import io.credence.predict.NetworkScoring;
import io.credence.predict.PredictiveModel;
import io.credence.result.NetworksFile;
import io.credence.result.SavedPosterior;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Ensembles of networks, deep Gaussian processes, and autoencoders. */
final class NetworkKind implements ModelKind {

    @Override
    public boolean isRequested(ModelConfig model) {
        return model.request(TrainingRequest.class) != null;
    }

    @Override
    public boolean hasFitted(SavedPosterior saved) {
        return saved.isOfNetworks();
    }

    @Override
    public PreparedFit prepare(FitRequest request) {
        throw new IllegalArgumentException(
                "its network is fitted by Inference.network, fit and score, found another way to fit it");
    }

    @Override
    public <F> F prepare(FitRequest request, FitForms<F> forms) {
        TrainingRequest<?> requested =
                Objects.requireNonNull(request.config().model().request(TrainingRequest.class));
        return forms.ofNetworks(PreparedNetwork.of(requested, request.config(), request.rows(), request.backend()));
    }

    @Override
    public SavedPrediction prediction(SavedFit saved) {
        TrainedPosterior trained =
                NetworksFile.read(saved.posterior(), saved.file().apply(NetworksFile.NAME));
        PredictiveModel model = trained instanceof ResponsePosterior predicting
                ? new NetworkScoring(predicting, saved.level())
                : new LatentScoring((Autoencoder) trained);
        return new SavedPrediction(model, saved.posterior().names(), List.of());
    }

    @Override
    public List<Section> sections(SavedPosterior saved, Function<String, byte[]> file) {
        return NetworksFile.read(saved, file.apply(NetworksFile.NAME)).sections();
    }
}
