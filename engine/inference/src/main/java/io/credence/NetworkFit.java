package io.credence;

import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.StepInfo;
import io.credence.linalg.Vectors;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.NetworkEnsemble;
import io.credence.network.result.ResponsePosterior;
import io.credence.network.result.TrainedPosterior;
import io.credence.predict.NetworkPredictive;
import io.credence.summary.NetworkReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finished fit of networks.
 *
 * @param names names of the columns, the intercept first
 * @param result outcome of the fit
 * @param posterior networks with uncertain weights, and the weight of each network in the mixture
 * @param trace record of each epoch
 */
public record NetworkFit(List<String> names, FitResult result, TrainedPosterior posterior, List<StepInfo> trace) {

    /**
     * Predictive distribution of new rows.
     *
     * @param level probability that an interval covers
     * @throws IllegalStateException if the posterior is an autoencoder, which predicts no response
     */
    public NetworkPredictive predictive(double level) {
        if (posterior instanceof ResponsePosterior predicting) {
            return new NetworkPredictive(predicting, level);
        }
        throw new IllegalStateException("the posterior predicts no response: " + posterior.text());
    }

    /**
     * Inputs of a network's last layer for each row, rows × units. They can be the features of a linear model, whose
     * posterior is that of the last layer given the earlier ones.
     *
     * @param member index of the network, from 0
     * @param features features of the rows, one array per row, without a leading 1
     */
    public double[][] units(int member, double[][] features) {
        double[][] units = new double[features.length][];
        for (int i = 0; i < units.length; i++) {
            units[i] = ensemble().lastLayerInputs(member, Vectors.withIntercept(features[i]));
        }
        return units;
    }

    /**
     * Posterior as an ensemble of networks whose weights are independent normals.
     *
     * @throws IllegalStateException if they have full covariances
     */
    public NetworkEnsemble ensemble() {
        if (posterior instanceof NetworkEnsemble ensemble) {
            return ensemble;
        }
        throw new IllegalStateException("the posterior is no ensemble of mean-field networks: " + posterior.text());
    }

    /** Scores on held-out rows; null where no rows were held out. */
    public @Nullable HoldOutScores heldOut() {
        return posterior.heldOut();
    }

    /** Reliability of the predictions: passed, failed or not checked, with the reason. */
    public Reliability reliability() {
        return NetworkReport.reliability(result, heldOut());
    }

    /** Whether all epochs were done and training has settled. */
    public boolean isConverged() {
        return result.isConverged();
    }
}
