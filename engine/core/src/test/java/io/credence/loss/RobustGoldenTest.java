package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.divergence.GoldenDivergences;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.robust.RobustForm;
import org.junit.jupiter.api.Test;

/** Expected β- and γ-losses of a normal response: closed forms with 40 digits, checked by quadrature. */
class RobustGoldenTest {

    @Test
    void expectedLosses_areTheGoldenOnes() {
        int compared = 0;
        for (JsonNode golden : GoldenDivergences.root("expected_losses")) {
            if (golden.get("d").asInt() == 1) {
                assertGolden(RobustForm.BETA, golden, golden.get("expected_beta_loss"));
                assertGolden(RobustForm.GAMMA, golden, golden.get("expected_gamma_loss"));
                compared++;
            }
        }
        assertTrue(compared >= 5, "rows of one dimension: " + compared);
    }

    private static void assertGolden(RobustForm form, JsonNode golden, JsonNode expected) {
        double order = golden.get("beta").asDouble();
        RowLoss loss = NamedLoss.of(form.configurationName(), order, 1, Likelihoods.named("gaussian", 4, 2))
                .loss(new DispersionPosterior.Known(golden.get("sigma2").asDouble()));
        ExpectedRow row = ExpectedRow.of(
                loss,
                golden.get("y").get(0).asDouble(),
                golden.get("mu").get(0).asDouble(),
                golden.get("Sigma").get(0).get(0).asDouble());
        assertClose(form + " " + order, expected.asDouble(), row.value() - form.addedConstant(order), 1e-13);
    }
}
