package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.config.PriorConfig.Normal;
import io.credence.data.RowBlock;
import io.credence.diagnostic.SimulationRanks;
import io.credence.family.PosteriorDraws;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseSampler;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.network.train.TrainingRequest;
import io.credence.prior.GaussianPrior;
import io.credence.random.AddressedGenerator;
import io.credence.random.AddressedRandom;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import io.credence.summary.Coefficients;
import io.credence.summary.NumberSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Simulation-based calibration of a fit (Talts et al. 2018): the fit is repeated on data simulated from known
 * parameters. Parameters are drawn from a prior, and responses from the likelihood at the columns of the rows; each fit
 * has that prior. The ranks of the true parameters among the posterior's draws must be uniform.
 *
 * @param config configuration of every fit
 * @param rows rows whose columns, offsets and number are kept
 * @param partitions blocks of the rows
 * @param source distribution of the true parameters
 * @param simulations number of simulated data sets
 */
public record Calibration(
        InferenceConfig config, Rows rows, List<List<RowBlock>> partitions, Source source, int simulations) {

    private static final long RESPONSES = RandomUse.SIMULATED_RESPONSES.firstAddressWord();
    private static final long DRAWN = RandomUse.CALIBRATION_RANKS.firstAddressWord();

    /**
     * Distribution from which the true parameters are drawn. Every fit has it as its prior, or ranks would not be
     * uniform.
     */
    public enum Source {
        /** Prior that was requested. */
        PRIOR,
        /**
         * Normal prior with the posterior's means and standard deviations. It simulates responses like the observed
         * ones where the requested prior is too vague for that.
         */
        POSTERIOR
    }

    /**
     * Result of a calibration.
     *
     * @param ranks ranks of the true parameters
     * @param failedFits number of fits that did not converge, for which there are no ranks
     */
    public record CalibrationResult(SimulationRanks ranks, int failedFits) {

        /** Whether all fits converged and no ranks are uneven. */
        public boolean isCalibrated() {
            return failedFits == 0 && ranks.unevenParameters().isEmpty();
        }
    }

    /**
     * Creates the calibration of rows in this process.
     *
     * @throws ConfigurationException if responses of that model cannot be simulated
     */
    public static Calibration of(Inference requested, Rows.InMemory rows, Source source, int simulations) {
        return new Calibration(requested.config(), rows, List.of(rows.blocks()), source, simulations);
    }

    public Calibration {
        String own = config.model().ownLossKey();
        require(
                own == null,
                String.valueOf(own),
                "parameters and responses are drawn of families with one formula",
                "model.family without it");
        require(
                config.model().request(TrainingRequest.class) == null,
                "model.network",
                "weights of networks have no ranks that mean something",
                "a model with coefficients");
        require(
                !config.model().request().hasVarianceComponents(),
                "grouping factors or smooths",
                "effects of levels and coefficients of smooths are not drawn from their prior",
                "a model without them");
        require(
                config.model().searchedOption() == null,
                "model.family",
                "it has an option that is auto",
                "numbers for its options");
        require(config.prior().isNormal(), "prior.kind", "true parameters are drawn from normal priors", "normal");
        require(
                !config.prior().isEarlierPosterior(),
                "prior.kind",
                "true parameters are drawn from independent ones",
                "normal");
        require(
                config.objective().isLogLikelihoodLoss(),
                "objective.loss.kind",
                "no responses can be drawn from",
                "log-likelihood");
        boolean weighted = partitions.stream()
                .flatMap(List::stream)
                .anyMatch(block -> block.attributes().weights() != null);
        require(!weighted, "data.weight", "a response of weight 2 is not that of two rows", "rows of weight 1");
    }

    private static void require(boolean holds, String key, String why, String required) {
        if (!holds) {
            throw new ConfigurationException("calibrate cannot follow " + key + ": " + why + "; required " + required);
        }
    }

    /**
     * Simulates and fits each data set.
     *
     * @param done receives the number of each fit that has ended, from 1
     */
    public CalibrationResult run(IntConsumer done) {
        Likelihood likelihood = config.model().likelihood(rows.classes());
        ResponseSampler responses = responseSampler(likelihood);
        SimulatedParameters truths = parameterDistribution();
        InferenceConfig requested = config.withKnownPriors(truths.coefficients(), truths.dispersion());
        List<int[]> all = new ArrayList<>();
        List<String> names = truths.names(likelihood, config);
        int failed = 0;
        for (int r = 0; r < simulations; r++) {
            double[] truth = truths.draw(config.seed(), r, names.size());
            SimulatedRows simulated = simulateRows(likelihood, responses, truth, r);
            int[] ranks = ranksOfTruth(requested, simulated, truth, r);
            if (ranks == null) {
                failed++;
            } else {
                all.add(ranks);
            }
            done.accept(r + 1);
        }
        if (all.isEmpty()) {
            throw new IllegalStateException("none of " + simulations + " fits to simulated rows converged");
        }
        int[][] byName = new int[names.size()][all.size()];
        for (int r = 0; r < all.size(); r++) {
            for (int k = 0; k < byName.length; k++) {
                byName[k][r] = all.get(r)[k];
            }
        }
        return new CalibrationResult(new SimulationRanks(names, byName, SimulationRanks.DRAWS), failed);
    }

    private static ResponseSampler responseSampler(Likelihood likelihood) {
        ResponseSampler found = likelihood.responseSampler();
        require(
                found != null,
                "model.family",
                "responses of " + likelihood.name() + " are not drawn",
                "another family");
        return Objects.requireNonNull(found);
    }

    private SimulatedParameters parameterDistribution() {
        DenseKernel kernel = Kernels.named(config.kernel());
        try (ExecutionBackend backend = new SimulatedRows(rows, partitions).toBackend(config.kernel())) {
            PreparedFit prepared = Inference.prepare(config.withoutChecks(), null, rows, backend, kernel);
            if (source == Source.PRIOR) {
                return new SimulatedParameters(
                        normalPriors(prepared.names(), prepared.prior()), dispersionPrior(backend));
            }
            FitResult result = prepared.run(null, List.of());
            if (!result.isConverged()) {
                throw new IllegalStateException("the fit of the rows themselves has not converged: "
                        + result.stopReason() + "; required --from prior, or a fit that converges");
            }
            Coefficients found = prepared.numberSummary(result).coefficients();
            double[] precision = new double[found.dimension()];
            for (int j = 0; j < precision.length; j++) {
                precision[j] = prepared.prior().precision()[j] > 0 ? 1 / (found.sd()[j] * found.sd()[j]) : 0;
            }
            return new SimulatedParameters(
                    normalPriors(found.names(), new GaussianPrior(found.mean(), precision)),
                    dispersionFromPosterior(prepared, result, backend));
        }
    }

    /** Normal priors of all coefficients, by name; the logarithm of a dispersion, whose prior differs, is left out. */
    private static Map<String, Normal> normalPriors(List<String> names, GaussianPrior prior) {
        Map<String, Normal> normals = new LinkedHashMap<>();
        double[] sds = prior.sd();
        for (int j = 0; j < sds.length; j++) {
            if (prior.precision()[j] > 0) {
                normals.put(names.get(j), new Normal(prior.mean()[j], sds[j]));
            }
        }
        return normals;
    }

    /** Inverse gamma prior that approximates the posterior of the dispersion, for simulations from the posterior. */
    private DispersionPosterior.InverseGamma dispersionFromPosterior(
            PreparedFit prepared, FitResult result, ExecutionBackend backend) {
        int last = result.posterior().dimension() - 1;
        if (!prepared.model().hasJointDispersion() && result.dispersion().isKnown()) {
            return dispersionPrior(backend);
        }
        DispersionPosterior found = result.dispersion().isKnown()
                ? new LogNormalDispersion(
                        result.posterior().mean()[last], result.posterior().sd()[last])
                : result.dispersion();
        return found.nearestInverseGamma();
    }

    private DispersionPosterior.InverseGamma dispersionPrior(ExecutionBackend backend) {
        Likelihood likelihood = config.model().likelihood(rows.classes());
        return new EarlierPrior(config).dispersionPrior(likelihood, RequestedPrior.moments(rows, backend));
    }

    private SimulatedRows simulateRows(
            Likelihood likelihood, ResponseSampler responses, double[] truth, int simulation) {
        AddressedGenerator random = new AddressedGenerator().moveTo(config.seed(), RESPONSES, simulation, 0);
        long row = 0;
        int columns = rows.names().size();
        double[] scaled = truth.clone();
        for (int j = 0; j < columns * likelihood.predictorCount(); j++) {
            scaled[j] *= rows.scales().scale(j);
        }
        double dispersion = truth.length > columns * likelihood.predictorCount()
                ? Math.exp(truth[truth.length - 1])
                : config.model().dispersion().orElse(1);
        double[] x = new double[columns];
        double[] eta = new double[likelihood.predictorCount()];
        List<List<RowBlock>> relabelled = new ArrayList<>();
        for (List<RowBlock> blocks : partitions) {
            List<RowBlock> own = new ArrayList<>();
            for (RowBlock block : blocks) {
                double[] labels = new double[block.rows()];
                for (int i = 0; i < labels.length; i++) {
                    block.copyRow(i, x);
                    for (int k = 0; k < eta.length; k++) {
                        eta[k] = k < likelihood.predictorsWithOffset()
                                ? block.attributes().offset(i)
                                : 0;
                        for (int j = 0; j < columns; j++) {
                            eta[k] += x[j] * scaled[k * columns + j];
                        }
                    }
                    labels[i] = responses.drawLabel(
                            eta, dispersion, block.attributes().labels()[i], random.moveToWord(row++));
                }
                own.add(block.withAttributes(
                        block.attributes().withUnitWeights().withLabels(labels)));
            }
            relabelled.add(own);
        }
        return new SimulatedRows(rows, relabelled);
    }

    /** Ranks of the true parameters among the draws of a fit; null where it has not converged. */
    private int @Nullable [] ranksOfTruth(
            InferenceConfig requested, SimulatedRows simulated, double[] truth, int simulation) {
        DenseKernel kernel = Kernels.named(requested.kernel());
        try (ExecutionBackend backend = simulated.toBackend(requested.kernel())) {
            PreparedFit prepared = Inference.prepare(requested, null, simulated, backend, kernel);
            FitResult result = prepared.run(null, List.of());
            if (!result.isConverged()) {
                return null;
            }
            NumberSummary numbers = prepared.numberSummary(result);
            long seed = requested.seed() + simulation;
            double[][] draws =
                    PosteriorDraws.sample(numbers.coefficients().posterior(), SimulationRanks.DRAWS, seed, DRAWN);
            double[] scales = result.dispersion()
                    .quantiles(draws.length, s -> AddressedRandom.uniform(seed, DRAWN, s, NormalDraws.DISPERSION));
            int[] ranks = new int[truth.length];
            for (int s = 0; s < draws.length; s++) {
                for (int k = 0; k < ranks.length; k++) {
                    double drawn = k < draws[s].length ? draws[s][k] : Math.log(scales[s]);
                    ranks[k] += drawn < truth[k] ? 1 : 0;
                }
            }
            return ranks;
        }
    }
}
