package io.credence.mixed.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.diagnostic.ParetoSmoothing;
import io.credence.diagnostic.WeightTail;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.result.GoldenPosterior;
import io.credence.mixed.result.MixedPosterior;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.prior.ScalarDensity;
import io.credence.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Radon in 919 houses of 85 counties, of which few have a house with a first floor; skipped where the data are absent. */
class RadonTest {

    private static MixedRows radon() throws IOException {
        JsonNode data = new ObjectMapper()
                .readTree(new GZIPInputStream(
                        Files.newInputStream(SharedData.file("posteriordb/data/radon_mn.json.gz"))));
        int n = data.path("N").asInt();
        double[] cells = new double[3 * n];
        double[] labels = new double[n];
        String[] counties = new String[n];
        for (int i = 0; i < n; i++) {
            cells[3 * i] = 1;
            cells[3 * i + 1] = data.path("floor_measure").get(i).asDouble();
            cells[3 * i + 2] = data.path("log_uppm").get(i).asDouble();
            labels[i] = data.path("log_radon").get(i).asDouble();
            counties[i] = data.path("county_idx").get(i).asText();
        }
        return new MixedRows(3, cells, labels, List.of("county"), List.<String[]>of(counties));
    }

    private static MixedModel radon(
            MixedRows rows, RandomEffects effects, GaussianPrior prior, EffectsPrior sds, ScalarDensity residual) {
        return new MixedModel(
                rows.grouping(),
                List.of(effects),
                new boolean[] {true, true, true},
                Likelihoods.named("gaussian", 1, 0),
                prior,
                List.of(sds),
                residual);
    }

    @Test
    void radon_hasThePosteriorOfPosteriordb() throws IOException {
        GoldenPosterior golden = GoldenPosterior.ofPosteriordb("radon_mn-radon_hierarchical_intercept_noncentered");
        MixedRows rows = radon();
        ScalarDensity halfNormal = EffectsPrior.logHalfNormal(1);
        MixedModel model = radon(
                rows,
                new RandomEffects("county", List.of("(Intercept)"), new int[] {0}, false),
                MixedGoldenTest.normal(10, 10, 10),
                new EffectsPrior(List.of(halfNormal), EffectsPrior.DEFAULT_CONCENTRATION),
                halfNormal);
        MixedPosterior found = MixedGoldenTest.detail(MixedGoldenTest.fitted(model, rows.block(null, null), 3));
        golden.check("sigma_alpha", found.effects().get(0).sds().get(0));
        golden.check("sigma_y", found.residualSd());
        List<String> coefficients = List.of("mu_alpha", "beta[2]", "beta[1]");
        for (int j = 0; j < coefficients.size(); j++) {
            golden.check(
                    coefficients.get(j),
                    found.fixedEffectsPosterior().mean()[j],
                    found.fixedEffectsPosterior().sd()[j],
                    0.05);
        }
    }

    /** The weights of the design are even. */
    @Test
    void radon_isReliableWhateverTheSeed() throws IOException {
        MixedRows rows = radon();
        MixedModel model = radon(
                rows,
                new RandomEffects("county", List.of("(Intercept)", "floor"), new int[] {0, 1}, true),
                MixedGoldenTest.normal(10, 2.5, 2.5),
                EffectsPrior.halfStudent(2, 2.5),
                new LogHalfStudent(3, 2.5));
        for (long seed = 1; seed <= 4; seed++) {
            MixedPosterior found =
                    MixedGoldenTest.detail(MixedGoldenTest.fitted(model, rows.block(null, null), 3, seed));
            WeightTail tail =
                    WeightTail.of(ParetoSmoothing.of(found.componentDesign().logWeights()));
            assertTrue(tail.tailIndex() < tail.threshold(), seed + ": " + tail);
        }
    }
}
