package io.credence.mixed.model;

import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.result.GoldenPosterior;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.hipparchus.util.CombinatoricsUtils;

/**
 * Incidence among so many cattle of 15 herds in four periods, of lme4: rows of label 1 and 0, weighted by their numbers.
 *
 * @param constant Σ log of the binomial coefficients
 */
record Cbpp(MixedRows rows, double[] weights, double constant) {

    static Cbpp read() {
        List<Map<String, String>> table = GoldenPosterior.rows("cbpp");
        double[] cases = GoldenPosterior.numbers(table, "incidence");
        double[] sizes = GoldenPosterior.numbers(table, "size");
        double[] period = GoldenPosterior.numbers(table, "period");
        String[] herds = GoldenPosterior.words(table, "herd");
        int n = cases.length;
        double[] cells = new double[2 * n * 4];
        double[] labels = new double[2 * n];
        double[] weights = new double[2 * n];
        String[] words = new String[2 * n];
        double constant = 0;
        int used = 0;
        for (int i = 0; i < n; i++) {
            constant += CombinatoricsUtils.binomialCoefficientLog((int) sizes[i], (int) cases[i]);
            for (int label = 0; label < 2; label++) {
                double weight = label == 1 ? cases[i] : sizes[i] - cases[i];
                if (weight > 0) {
                    cells[4 * used] = 1;
                    if (period[i] > 1) {
                        cells[4 * used + (int) period[i] - 1] = 1;
                    }
                    labels[used] = label;
                    weights[used] = weight;
                    words[used++] = herds[i];
                }
            }
        }
        MixedRows rows = new MixedRows(
                4,
                Arrays.copyOf(cells, 4 * used),
                Arrays.copyOf(labels, used),
                List.of("herd"),
                List.<String[]>of(Arrays.copyOf(words, used)));
        return new Cbpp(rows, Arrays.copyOf(weights, used), constant);
    }

    MixedModel model(GaussianPrior prior) {
        return new MixedModel(
                rows.grouping(),
                List.of(new RandomEffects("herd", List.of("(Intercept)"), new int[] {0}, false)),
                new boolean[] {true, true, true, true},
                Likelihoods.named("bernoulli", 1, 0),
                prior,
                List.of(EffectsPrior.halfStudent(1, 2.5)),
                null);
    }
}
