package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import io.credence.config.key.Key;
import io.credence.config.key.KeyTable;
import io.credence.divergence.DivergencePart;
import io.credence.divergence.KullbackLeibler;
import io.credence.part.Option;
import io.credence.part.Part;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The file of defaults, the help and the page of choices agree with the parts. */
class PartsTest {

    private static final Path MANUAL = Repository.file("engine/docs");
    private static final Path FILE =
            Repository.file("engine/inference/src/main/resources/io/credence/config/defaults.conf");
    private static final String REGENERATE = "regenerate it by: mvn -q -pl engine/inference -am test -Dtest=PartsTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dcredence.regenerate=true";

    private static String comment(Config file, String key) {
        List<String> comments = new Settings(file).value(key).origin().comments();
        return String.join(" ", comments.stream().map(String::strip).toList());
    }

    @Test
    void fileOfDefaults_listsTheWordsOfEveryChoice() {
        Config file = KnownKeys.readResource("defaults.conf");
        Parts.STANDARD
                .cataloguesByKey()
                .forEach((key, all) -> assertEquals(
                        String.join(" | ", all.names()), comment(file, key).replaceFirst(":.*", ""), key));
    }

    @Test
    void everyOption_isAKeyWithTheMeaningAndRangeOfItsOwners() {
        KnownKeys known = KnownKeys.of(Parts.STANDARD);
        Parts.STANDARD.cataloguesByKey().forEach((chooser, all) -> {
            for (Part part : all) {
                for (Option option : part.options()) {
                    Key key = known.named(Parts.section(chooser) + "." + option.name());
                    assertEquals(option.displayed(), key.defaultText(), key.name());
                    assertTrue(key.help().contains(option.domain().explain(option.line())), key::help);
                    boolean ofAll = all.parts().stream().allMatch(each -> each.has(option.name()));
                    assertTrue(ofAll || key.help().contains(part.name()), key::help);
                }
            }
        });
    }

    /** What a part says of an option, and what a domain says of its words, stand nowhere else in the table. */
    @Test
    void noText_standsTwice() {
        Parts.STANDARD
                .cataloguesByKey()
                .forEach((chooser, all) -> all.parts().stream()
                        .flatMap(part -> part.options().stream())
                        .map(option -> Parts.section(chooser) + "." + option.name())
                        .forEach(name -> assertEquals(Optional.empty(), KeyTable.named(name))));
        for (Key key : KnownKeys.of(Parts.STANDARD).rows()) {
            if (!key.isSection()) {
                String rest =
                        key.help().replaceFirst(Pattern.quote(key.valueDomain().explain("")), "");
                boolean listed = !key.valueDomain().words().isEmpty();
                assertFalse(listed && rest.contains(" | "), key::help);
                assertFalse(rest.contains(key.valueDomain().requirement()), key::help);
            }
        }
    }

    @Test
    void fileOfDefaults_isTheTableOfKeys() throws IOException {
        String text = KeyTable.text(KnownKeys.of(Parts.STANDARD).rows());
        if (Boolean.getBoolean("credence.regenerate")) {
            Files.writeString(FILE, text);
        }
        assertEquals(text, Files.readString(FILE), () -> "not what the keys say: " + REGENERATE);
    }

    @Test
    void everyPartAndMethod_hasOneLine() {
        Parts.STANDARD
                .cataloguesByKey()
                .values()
                .forEach(all -> all.forEach(part -> {
                    assertFalse(
                            part.description().isBlank()
                                    || part.description().endsWith(".")
                                    || part.description().contains("\n"),
                            part.name());
                    part.options().forEach(option -> assertFalse(option.line().isBlank(), part.name()));
                }));
    }

    @Test
    void optionWithAnotherDefault_isRefused() {
        DivergencePart part = DivergencePart.of(
                "mine", "mine", v -> KullbackLeibler.PLAIN, Option.positive("weight", 2, "of another default"));
        Parts parts = Parts.STANDARD.with(part);
        assertEquals(
                "objective.divergence.weight must have one default but is 1.0 and, in the part mine, 2.0",
                assertThrows(IllegalArgumentException.class, () -> new KnownKeys(parts))
                        .getMessage());
    }

    @Test
    void pageOfChoices_isWhatThePartsSay() throws IOException {
        Path file = MANUAL.resolve("choices.md");
        String page = ChoicesPage.of(Parts.STANDARD);
        if (Boolean.getBoolean("credence.regenerate")) {
            Files.writeString(file, page);
        }
        assertTrue(Files.exists(file), file + " is missing; " + REGENERATE);
        assertEquals(page, Files.readString(file), file + " does not agree with the parts; " + REGENERATE);
    }

    @Test
    void pagesOfTheManual_nameEveryFamilyPriorLossAndMethod() throws IOException {
        Map<String, List<String>> names = Map.of(
                "models.md",
                        Parts.STANDARD.cataloguesByKey().get("model.family").names(),
                "priors.md", Parts.STANDARD.cataloguesByKey().get("prior.kind").names(),
                "losses.md",
                        Parts.STANDARD
                                .cataloguesByKey()
                                .get("objective.loss.kind")
                                .names(),
                "methods.md", List.copyOf(Methods.names()));
        for (String name : names.keySet()) {
            String page = Files.readString(MANUAL.resolve(name));
            names.get(name).forEach(one -> assertTrue(page.contains("`" + one + "`"), () -> one + " in " + name));
        }
    }

    @Test
    void help_givesTheMeaningOfAKey() {
        List<String> mcse = KeyHelp.helpLines("stop.mcse", Parts.STANDARD);
        assertEquals(
                List.of(
                        "stop.mcse = 0.02",
                        "    largest Monte Carlo error of a mean, in posterior standard deviations; a number above 0"),
                mcse);
        assertEquals(
                List.of(
                        "prior.scale = \"auto\"",
                        "    of laplace and student-t: scale of each coefficient; auto: 2.5 divided by the column's unit,"
                                + " in units of the response as sd; a number above 0, or auto"),
                KeyHelp.helpLines("prior.scale", Parts.STANDARD));
        assertEquals(
                List.of(
                        "posterior.family = planar-flow",
                        "    Gaussian behind planar layers",
                        "    requires draws",
                        "    layers = 8: layers of the flow; a whole number from 1"),
                KeyHelp.helpLines("planar-flow", Parts.STANDARD));
        assertEquals(
                List.of(
                        "method = bbgvi",
                        "    Generalised VI from values of the loss alone (Knoblauch, Jewson and Damoulas, appendix 5.2)",
                        "    sets estimator.controlVariate = \"quadratic\"",
                        "    sets estimator.kind = \"score\"",
                        "    sets objective.kind = \"gvi\""),
                KeyHelp.helpLines("bbgvi", Parts.STANDARD));
    }

    @Test
    void help_listsChoicesAndSections() {
        List<String> kinds = KeyHelp.helpLines("prior.kind", Parts.STANDARD);
        assertTrue(kinds.get(0).startsWith("prior.kind = \"normal\""), kinds.toString());
        assertTrue(kinds.contains("    horseshoe"), kinds.toString());
        assertTrue(
                kinds.contains("        most coefficients near 0, a few free; always non-centred"), kinds.toString());
        assertTrue(
                kinds.contains("        globalScale = auto: median of the scale that all coefficients share; auto: 1"
                        + " divided by the column's unit, in units of the response as sd; a number above 0, or auto"),
                kinds.toString());
        List<String> section = KeyHelp.helpLines("minibatch", Parts.STANDARD);
        assertEquals("minibatch { … }", section.get(0));
        assertTrue(section.contains("    minibatch.anchorEvery = 100"), section.toString());
        assertTrue(KeyHelp.helpLines("method", Parts.STANDARD).toString().contains("    cgvb,         Titsias"));
        List<String> gamma = KeyHelp.helpLines("gamma", Parts.STANDARD);
        assertTrue(gamma.contains("model.family = gamma") && gamma.contains("objective.loss.kind = gamma"));
    }

    @Test
    void help_refusesWhatItDoesNotKnowWithTheNearest() {
        assertEquals(
                "no key, method or part is called prior.knd: the nearest known one is prior.kind",
                assertThrows(ConfigurationException.class, () -> KeyHelp.helpLines("prior.knd", Parts.STANDARD))
                        .getMessage());
        assertTrue(assertThrows(ConfigurationException.class, () -> KeyHelp.helpLines("hoseshoe", Parts.STANDARD))
                .getMessage()
                .endsWith("is horseshoe"));
    }
}
