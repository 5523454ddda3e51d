package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of user's classes whose rows have latent numbers, from a configuration to the posterior. */
class LatentModelTest extends CommandLineContract {

    /** Counts that grow with x and vary more than Poisson counts do. */
    private static final List<String> ROWS =
            rows("x,y", 90, i -> (i % 3 - 1) + "," + Math.max(0, i * 7 % 11 / 2 + i % 3));

    private CommandResult fitCounts(String... overrides) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "model.family=null",
                "model.class=io.credence.example.PoissonLogNormal",
                "estimator.draws=20",
                "output.overwrite=true"));
        all.addAll(List.of(overrides));
        return fit("poisson", ROWS, all.toArray(String[]::new));
    }

    @Test
    void latentModel_isFittedUnderTheBoundThatIsRequested() throws IOException {
        CommandResult result = fitCounts(
                "model.latent.bound=iwae-var", "model.latent.draws=6", "model.latent.groups=3", "stop.mcse=0.1");
        assertEquals(0, result.status(), result.err());
        JsonNode root = posterior();
        assertEquals(
                "[\"(Intercept)\",\"x\",\"logit(scale)\",\"encoder.shift\",\"encoder.stretch\",\"encoder.spread\"]",
                root.at("/posterior/names").toString());
        // The mean count of all rows is exp(β₀ + σ²/2) where x is 0 on average.
        double scale = root.at("/posterior/constrained/q50/0").asDouble();
        assertEquals("scale", root.at("/posterior/constrained/names/0").asText());
        double mean = Math.exp(root.at("/posterior/mean/0").asDouble() + scale * scale / 2);
        double labels = ROWS.stream()
                .skip(1)
                .mapToDouble(row -> Double.parseDouble(row.split(",")[1]))
                .average()
                .orElseThrow();
        assertEquals(labels, mean, 0.35 * labels);
        assertTrue(root.at("/bounds/elbo/value").asDouble() < 0, root::toPrettyString);
        assertTrue(root.at("/diagnostics/khat").isMissingNode(), "importance weights of noisy bounds mean nothing");
    }

    @Test
    void bound_isPartOfWhatIsFitted() throws IOException {
        String[] brief = {"stop.maxIterations=3", "stop.acceptUnconverged=true", "minibatch.partitions=2"};
        assertEquals(0, fitCounts(brief).status());
        JsonNode first = posterior().path("posterior");
        assertEquals(0, fitCounts(brief).status());
        assertEquals(first, posterior().path("posterior"), "the same seed");
        assertEquals(
                0,
                fitCounts(brief[0], brief[1], brief[2], "model.latent.bound=vi").status());
        assertNotEquals(first, posterior().path("posterior"), "another bound");
    }

    @Test
    void whatNeedsExactLosses_isRefusedBeforeTheDataAreRead() throws IOException {
        fitCounts("objective.kind=iwae").refuses(2, "objective.kind = iwae", "latent", "required elbo or gvi");
        fitCounts("objective.kind=entropic-risk").refuses(2, "objective.kind = entropic-risk", "risks of rows");
        fitCounts("posterior.family=student-t-diagonal")
                .refuses(2, "posterior.family = student-t-diagonal", "gaussian-full");
        fitCounts("estimator.kind=exact").refuses(2, "estimator.kind", "model.class");
        fitCounts("model.class=io.credence.example.RobustRegression", "model.latent.draws=4")
                .refuses(2, "model.latent", "required a LatentModel", "RobustRegression");
        fit("poisson", ROWS, "model.latent.draws=4").refuses(2, "model.latent.draws", "the family poisson");
        nothingIsWritten();
    }
}
