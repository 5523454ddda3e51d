package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.config.ModelConfig;
import io.credence.family.NormalMixture;
import io.credence.family.student.StudentFull;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.robust.GeneralisedLosses;
import io.credence.likelihood.robust.LossPart;
import io.credence.loss.ModelLosses;
import io.credence.model.Model;
import io.credence.part.Catalogue;
import io.credence.predict.DrawsModel;
import io.credence.predict.PredictiveModel;
import io.credence.predict.ScoringModel;
import io.credence.result.SavedPosterior;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Likelihoods of linear predictors, and users' classes. */
final class PredictorKind implements ModelKind {

    @Override
    public boolean isRequested(ModelConfig model) {
        return true;
    }

    @Override
    public boolean hasFitted(SavedPosterior saved) {
        return true;
    }

    @Override
    public PreparedFit prepare(FitRequest request) {
        InferenceConfig config = request.config();
        Model model = request.userModel();
        FitPartitionFactors sites =
                FitPartitionFactors.of(config, request.rows(), request.backend().summary());
        FitAssembly assembly = new FitAssembly(
                sites == null ? config : sites.withKeptFactors(config),
                request.rows(),
                request.backend(),
                request.kernel(),
                sites,
                RequestedPrior.moments(request.rows(), request.backend()));
        return model == null
                ? assembly.assemble(config.model().likelihood(request.rows().classes()))
                : assembly.assemble(model);
    }

    @Override
    public void requirePredictive(SavedPosterior posterior, @Nullable Model userModel, String where) {
        if (userModel != null) {
            if (ModelLosses.of(userModel, posterior.model().featureNames()).responseDistributions() == null) {
                throw new ConfigurationException("the posterior is of a class that predicts no response: required one"
                        + " that writes the method response, or has classes, found model.class = "
                        + userModel.getClass().getName() + " (" + where + ")");
            }
            return;
        }
        posterior.model().likelihood();
        Catalogue<LossPart> losses = GeneralisedLosses.ALL;
        if (losses.has(posterior.model().loss())
                && !losses.named(posterior.model().loss()).isPredictive()) {
            throw new ConfigurationException(
                    "the posterior is of the loss " + posterior.model().loss() + ", which is no"
                            + " likelihood and predicts no new response: required objective.loss.kind = log-likelihood, power,"
                            + " beta or gamma (" + where + ")");
        }
    }

    @Override
    public SavedPrediction prediction(SavedFit saved) {
        SavedPosterior posterior = saved.posterior();
        Model userModel = saved.userModel();
        requirePredictive(posterior, userModel, saved.where());
        if (userModel != null) {
            NormalMixture points = posterior.drawPoints(saved.table(), saved.seed());
            List<String> features = posterior.model().featureNames();
            return new SavedPrediction(
                    DrawsModel.of(userModel, features, points, saved.level(), saved.seed())
                            .orElseThrow(),
                    features,
                    List.of(drawsNote(posterior, points)));
        }
        Likelihood likelihood = posterior.model().likelihood();
        List<String> notes = new ArrayList<>();
        PredictiveModel model = likelihood.responseLaw() == null && likelihood.outcomeCount() == 0
                ? drawsModel(saved, likelihood, notes)
                : normalModel(saved, likelihood, notes);
        return new SavedPrediction(model, featureNames(posterior, likelihood), notes);
    }

    private static List<String> featureNames(SavedPosterior posterior, Likelihood likelihood) {
        List<String> names = posterior.names();
        int further = likelihood.cutpointCount() + (posterior.model().hasJointDispersion() ? 1 : 0);
        return featureNames(names.subList(0, names.size() - further), likelihood.predictorNames());
    }

    /** Names of the features of a row: those of the coefficients of the first linear predictor. */
    static List<String> featureNames(List<String> coefficientNames, List<String> predictors) {
        int columns = coefficientNames.size() / Math.max(1, predictors.size());
        String first = predictors.isEmpty() ? "" : predictors.get(0) + ":";
        return coefficientNames.subList(0, columns).stream()
                .map(name -> name.substring(first.length()))
                .toList();
    }

    private static PredictiveModel normalModel(SavedFit saved, Likelihood likelihood, List<String> notes) {
        SavedPosterior posterior = saved.posterior();
        NormalMixture normals = posterior.normalMixture(saved.table(), saved.seed());
        if (normals.isOfDraws()) {
            notes.add(drawsNote(posterior, normals));
        }
        if (posterior.posteriorFamily().equals(StudentFull.NAME) && likelihood.isMeanExponential()) {
            notes.add("the mean of a response of family " + posterior.model().family() + " does not exist under a"
                    + " Student's t of its logarithm and is infinite; intervals exist");
        }
        return posterior.model().hasJointDispersion()
                ? ScoringModel.withLogDispersion(likelihood, normals, saved.level())
                : ScoringModel.of(likelihood, normals, posterior.dispersion(), saved.level());
    }

    private static PredictiveModel drawsModel(SavedFit saved, Likelihood likelihood, List<String> notes) {
        SavedPosterior posterior = saved.posterior();
        NormalMixture points = posterior.drawPoints(saved.table(), saved.seed());
        notes.add(drawsNote(posterior, points));
        boolean joint = posterior.model().hasJointDispersion();
        return DrawsModel.of(likelihood, points, joint, posterior.dispersion(), saved.level(), saved.seed())
                .orElseThrow(() -> new ConfigurationException("the family " + likelihood.name()
                        + " has no law of responses and draws none: required one of them, found neither ("
                        + saved.where() + ")"));
    }

    static String drawsNote(SavedPosterior posterior, NormalMixture points) {
        return "a posterior of the family " + posterior.posteriorFamily()
                + (posterior.isNonCentred() ? " under a non-centred prior" : "") + " is represented by "
                + points.components().size() + " of its draws";
    }
}
