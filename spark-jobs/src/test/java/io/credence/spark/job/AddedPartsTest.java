package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.config.KeyHelp;
import io.credence.config.Parts;
import io.credence.divergence.Divergence;
import io.credence.divergence.DivergencePart;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.family.InitialPosterior;
import io.credence.family.choice.FamilyPart;
import io.credence.family.student.StudentDiagonal;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.robust.GeneralisedLosses;
import io.credence.likelihood.robust.LossPart;
import io.credence.objective.Objective;
import io.credence.objective.ObjectivePart;
import io.credence.objective.PowerMean;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.prior.CentredPrior;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.GaussianPrior;
import io.credence.prior.PriorPart;
import io.credence.risk.EntropicRisk;
import io.credence.risk.RiskPart;
import io.credence.risk.RowReduction;
import io.credence.update.Adam;
import io.credence.update.FirstOrderSteps;
import io.credence.update.Optimizer;
import io.credence.update.UpdatePart;
import io.credence.update.UpdateRule;
import io.credence.update.Updates;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a new part takes one class and one line, and that a configuration can name it like a part of Credence. */
class AddedPartsTest extends CommandLineContract {

    private static final Parts PARTS = Parts.STANDARD
            .with(new Tails("tails", "labels with tails of one's choice"))
            .with(new Ridge("ridge", "normal by its strength"))
            .with(new Heated("heated", "a weighted divergence by its heat"))
            .with(new Wide("wide", "Student's t by its own option"))
            .with(new Half("half", "Rényi bound of order one half"))
            .with(new Bold("bold", "entropic risk by its courage"))
            .with(new Twice("twice", "the loss twice"))
            .with(new Slow("slow", "Adam with short steps"));

    private static final List<String> ROWS =
            rows("x,y", 60, i -> (i % 9 - 4) + "," + (0.5 * (i % 9 - 4) + (i * 7 % 5 - 2) / 2.0));

    private record Tails(String name, String description) implements LikelihoodPart {
        @Override
        public List<Option> options() {
            return List.of(Option.positive("tails", 3, "degrees of freedom"));
        }

        @Override
        public Likelihood likelihood(OptionValues values, int classes) {
            return Likelihoods.named("student-t", values.number("tails"), classes);
        }

        @Override
        public boolean isDispersed() {
            return true;
        }
    }

    private record Ridge(String name, String description) implements PriorPart {
        @Override
        public List<Option> options() {
            return List.of(Option.positive("strength", 1, "precision of each coefficient"));
        }

        @Override
        public CoefficientPrior prior(OptionValues values, int coefficients, List<Integer> plain) {
            double sd = 1 / Math.sqrt(values.number("strength"));
            return new CentredPrior(name, GaussianPrior.of(coefficients, 0, sd), null);
        }

        @Override
        public boolean isNormal() {
            return true;
        }
    }

    private record Heated(String name, String description) implements DivergencePart {
        @Override
        public List<Option> options() {
            return List.of(Option.positive("heat", 1, "by which the divergence is multiplied"));
        }

        @Override
        public Divergence divergence(OptionValues values) {
            return new KullbackLeibler(1 / values.number("heat"));
        }
    }

    private record Wide(String name, String description) implements FamilyPart {
        @Override
        public List<Option> options() {
            return List.of(Option.number("width", 9, "a number above 2", x -> x > 2, "degrees of freedom"));
        }

        @Override
        public InitialPosterior startPlan(OptionValues values, long seed) {
            double width = values.number("width");
            return (mean, sd) -> StudentDiagonal.around(width, mean, sd);
        }
    }

    private record Half(String name, String description) implements ObjectivePart {
        @Override
        public Objective objective(OptionValues values) {
            return PowerMean.renyi(0.5);
        }
    }

    private record Bold(String name, String description) implements RiskPart {
        @Override
        public List<Option> options() {
            return List.of(Option.positive("courage", 1, "γ"));
        }

        @Override
        public RowReduction risk(OptionValues values) {
            return new EntropicRisk(values.number("courage"));
        }
    }

    private record Twice(String name, String description) implements LossPart {
        @Override
        public Likelihood wrapLikelihood(OptionValues values, Likelihood inner) {
            return GeneralisedLosses.wrapLikelihood("power", Map.of("weight", 2.0), inner);
        }
    }

    private record Slow(String name, String description) implements UpdatePart {
        @Override
        public UpdateRule<? extends GaussianPosterior> rule(
                OptionValues values, GaussianPosterior q, FirstOrderSteps steps) {
            return Updates.ADAM.rule(Updates.ADAM.values(Map.of()), q, steps);
        }

        @Override
        public Optimizer optimizer(OptionValues values) {
            return Adam.FORGETFUL;
        }

        @Override
        public double initialStepSize(double noise) {
            return 0.05;
        }
    }

    private FitConfig read(String keys) throws IOException {
        Path rows = write("rows.csv", ROWS.toArray(String[]::new));
        String text = "data { path = \"" + rows + "\", label = y }\noutput { path = \"" + output()
                + "\", overwrite = true }\nmodel { family = gaussian, dispersion = 0.5 }\n"
                + "stop { maxIterations = 60, acceptUnconverged = true }\n" + keys.replace("; ", "\n");
        return ConfigReader.read("job.conf", text, List.of(), PARTS);
    }

    private JsonNode means(String keys) throws IOException {
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        FitConfig config = read(keys);
        assertEquals(List.of(), config.notes());
        assertEquals(
                0,
                new FitJob(config, new Progress(Progress.ProgressStyle.NONE, nowhere), nowhere, nowhere)
                        .run(null, false, Jars.NONE));
        return posterior().at("/posterior/mean");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "model { family = tails, tails = 9 } | model { family = student-t, degreesOfFreedom = 9 }",
                "prior { kind = ridge, strength = 4 } | prior.sd = 0.5",
                "objective { kind = gvi, divergence { kind = heated, heat = 4 } }"
                        + " | objective { kind = gvi, divergence { kind = weighted-kl, weight = 0.25 } }",
                "posterior { family = wide, width = 7 } | posterior { family = student-t-diagonal, degreesOfFreedom = 7 }",
                "objective.kind = half | objective { kind = renyi, alpha = 0.5 }",
                "objective { kind = bold, courage = 2 } | objective { kind = entropic-risk, gamma = 2 }",
                "objective { kind = gvi, loss.kind = twice }"
                        + " | objective { kind = gvi, loss { kind = power, weight = 2 } }",
                "estimator.kind = score; start.search = false; update.kind = slow"
                        + " | estimator.kind = score; start.search = false; update { kind = adam, stepSize = 0.05 }"
            })
    void addedPart_fitsAsTheOneItStandsFor(String added, String standard) throws IOException {
        JsonNode found = means(added);
        assertEquals(2, found.size());
        assertEquals(means(standard), found);
    }

    @Test
    void partsOfParts_fitAsTheWholeTheyMakeUp() throws IOException {
        String diagonal = "posterior.family = gaussian-diagonal; objective { kind = gvi, divergence ";
        assertNear(
                means(diagonal + "{ kind = weighted-kl, weight = 0.25 } }"),
                means(diagonal + "{ kind = blocks, parts = [{ size = 1, kind = weighted-kl, weight = 0.25 },"
                        + " { size = 1, kind = heated, heat = 4 }] } }"));
        assertNear(
                means("posterior { family = wide, width = 7 }"),
                means("posterior { family = product, factors = [{ size = 1, family = wide, width = 7 },"
                        + " { size = 1, family = wide, width = 7 }] }"));
    }

    private static void assertNear(JsonNode whole, JsonNode found) {
        assertEquals(2, found.size());
        for (int j = 0; j < 2; j++) {
            assertEquals(whole.get(j).asDouble(), found.get(j).asDouble(), 1e-3);
        }
    }

    @Test
    void partsOfPartsThatDoNotAddUp_areRefusedBeforeTheFit() throws IOException {
        for (String keys : List.of(
                "posterior.family = gaussian-diagonal; objective { kind = gvi, divergence { kind = blocks, parts = ["
                        + "{ size = 3, kind = kl }] } }",
                "posterior { family = product, factors = [{ size = 3, family = wide }] }")) {
            String refused = assertThrows(ConfigurationException.class, () -> means(keys))
                    .getMessage();
            assertTrue(refused.contains("3") && refused.contains("parameters"), refused);
        }
    }

    @Test
    void optionsOfAddedParts_areCheckedNotedAndExplained() throws IOException {
        String refused = assertThrows(ConfigurationException.class, () -> read("prior { kind = ridge, strength = 0 }"))
                .getMessage();
        assertTrue(refused.startsWith("prior.strength is out of range: required a number above 0, found 0"), refused);
        assertEquals(
                List.of("prior.strength has no effect: a normal prior does not have it"),
                read("prior.strength = 2").notes());
        String pair = assertThrows(
                        ConfigurationException.class, () -> read("posterior.family = wide; estimator.kind = exact"))
                .getMessage();
        assertTrue(pair.startsWith("estimator.kind does not go with posterior.family"), pair);
        assertEquals(
                List.of(
                        "prior.kind = ridge",
                        "    normal by its strength",
                        "    strength = 1.0: precision of each coefficient; a number above 0"),
                KeyHelp.helpLines("ridge", PARTS));
    }
}
