package io.credence.benchmark;

import io.credence.config.ConfigReader;
import io.credence.config.FitConfig;
import io.credence.fit.Problem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitListener;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.Algorithm;
import io.credence.fit.Fitters;
import io.credence.fit.MonteCarloSettings;
import io.credence.linalg.Kernels;
import java.util.List;
import java.util.Map;

/**
 * A published method with its default settings, read as users' configurations are.
 *
 * @param name for tables
 * @param settings family, budget and seed
 * @param how estimator, update rule, minibatch and stopping rule
 */
record Method(String name, FitSettings settings, MonteCarloSettings how) {

    /**
     * Keys of the methods that the catalogue has not under these names. The paper's BBVI has a full covariance, since its bound
     * on German credit lies above what a diagonal one can reach; the catalogue's is diagonal.
     */
    private static final Map<String, String> KEYS = Map.of(
            "draws",
            "estimator.kind = reparameterized",
            "bbvi-diagonal",
            "method = bbvi",
            "qbvi-inverse-gamma-diagonal",
            "posterior.family = gaussian-diagonal, model.dispersionFactor = inverse-gamma, estimator.kind = score");

    private static final String REQUIRED =
            "data { path = rows.csv, label = y }, model.family = gaussian, output.path = out, ";

    /** The method of that name. */
    static Method of(String name) {
        return of(name, "");
    }

    /** The same with other keys besides. */
    static Method of(String name, String keys) {
        String text = REQUIRED + KEYS.getOrDefault(name, "method = " + name) + (keys.isEmpty() ? "" : ", " + keys);
        FitConfig config = ConfigReader.read("benchmark", text, List.of());
        return new Method(
                name,
                new FitSettings(
                        config.posterior().family(),
                        config.stop().maxIterations(),
                        config.stop().tolerance(),
                        config.seed()),
                config.monteCarlo());
    }

    /** The same with another seed. */
    Method withSeed(long seed) {
        return new Method(
                name, new FitSettings(settings.posterior(), settings.maxIterations(), settings.tolerance(), seed), how);
    }

    /** The fit of {@code problem} to the backend's rows. */
    FitResult fit(Problem problem, ExecutionBackend backend, FitListener... listeners) {
        Algorithm fitter = Fitters.byDraws(problem, settings, how, backend, Kernels.best());
        FitState end = fitter.run(fitter.init(), List.of(listeners));
        return fitter.result(end);
    }
}
