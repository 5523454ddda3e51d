package io.credence.benchmark;

import io.credence.Inference;
import io.credence.NetworkFit;
import io.credence.NetworkInference;
import io.credence.Rows;
import io.credence.network.result.NetworkEnsemble;
import io.credence.predict.NetworkPredictive;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What networks trained on a split of UCI data came to.
 *
 * @param logDensity mean over the test rows
 * @param error root mean squared
 * @param noise fitted variance of the first member's noise by that of the labels; NaN where the network predicts it
 * @param kinds what each kind of member weighs
 */
record NetworkSplit(
        double logDensity, double error, double noise, double seconds, double epochSeconds, List<Double> kinds) {

    /** A fit of one hidden layer of 50 units (protein 100) to the training rows of a split, with those keys of the configuration. */
    static NetworkFit fit(UciData data, String name, int split, String... keys) {
        int[] training = data.training(split);
        NetworkInference inference = with(
                Inference.of("gaussian")
                        .network(name.equals("protein") ? 100 : 50)
                        .seed(1 + split),
                List.of(keys));
        return inference.fit(Rows.of(data.features(training), data.labels(training)));
    }

    /** What such a fit came to. */
    static NetworkSplit run(UciData data, String name, int split, String... keys) {
        long begin = System.nanoTime();
        NetworkFit fit = fit(data, name, split, keys);
        double seconds = (System.nanoTime() - begin) * 1e-9;
        NetworkPredictive predictive = fit.predictive(0.9);
        UciData.TestScores tested = data.scores(
                split, predictive::logDensity, row -> predictive.predict(row).prediction());
        Map<Object, Double> kinds = new LinkedHashMap<>();
        fit.posterior().members().forEach(member -> kinds.merge(member.kind(), member.weight(), Double::sum));
        NetworkSplit found = new NetworkSplit(
                tested.logDensity(),
                tested.error(),
                noise(fit),
                seconds,
                seconds / fit.result().iterations(),
                List.copyOf(kinds.values()));
        System.err.printf(
                Locale.ROOT,
                "%s split %d: %.3f / %.4f, %.1f s, %d epochs; %s%n",
                name,
                split,
                found.logDensity,
                found.error,
                seconds,
                fit.result().iterations(),
                fit.reliability().text());
        return found;
    }

    /** Fitted variance of the first member's noise by that of the labels; NaN where the network predicts it. */
    static double noise(NetworkFit fit) {
        NetworkEnsemble.TrainedMember member = fit.posterior().members().get(0);
        return member.kind().hasPredictedNoise()
                ? Double.NaN
                : Math.exp(2 * member.values()[member.values().length - 1]);
    }

    /** The same with keys of the configuration, such as {@code train.epochs=40}. */
    static NetworkInference with(NetworkInference plain, List<String> keys) {
        NetworkInference inference = plain;
        for (String key : keys) {
            String value = key.substring(key.indexOf('=') + 1);
            inference = inference.with(key.substring(0, key.indexOf('=')), value);
        }
        return inference;
    }

    /** Their errors, mean ± standard error. */
    static String errors(List<NetworkSplit> splits) {
        return summary(splits.stream().mapToDouble(NetworkSplit::error).toArray());
    }

    /** Mean ± standard error, of small numbers with more decimals. */
    static String summary(double[] values) {
        return MarkdownTable.meanAndError(
                values, Arrays.stream(values).map(Math::abs).max().orElseThrow() < 0.01 ? 5 : 3);
    }
}
