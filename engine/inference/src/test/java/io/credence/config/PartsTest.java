package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import io.credence.config.key.KeyTable;
import io.credence.divergence.DivergencePart;
import io.credence.divergence.KullbackLeibler;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.Part;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
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

    private static List<String> owners(Catalogue<? extends Part> all, String option) {
        return all.parts().stream()
                .filter(part -> part.has(option))
                .map(Part::name)
                .toList();
    }

    /** "a, b and c". */
    private static String listed(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    @Test
    void fileOfDefaults_listsTheWordsOfEveryChoice() {
        Config file = KnownKeys.readResource("defaults.conf");
        Parts.STANDARD
                .cataloguesByKey()
                .forEach((key, all) -> assertEquals(
                        String.join(" | ", all.names()), comment(file, key).replaceFirst(":.*", ""), key));
        assertEquals(
                List.copyOf(new TreeSet<>(Methods.names())),
                List.of(comment(file, "method").split(" \\| ")).stream()
                        .sorted()
                        .toList());
    }

    @Test
    void fileOfDefaults_hasEveryOptionWithItsOwners() {
        Config file = KnownKeys.readResource("defaults.conf");
        Parts.STANDARD.cataloguesByKey().forEach((chooser, all) -> {
            for (Part part : all) {
                for (Option option : part.options()) {
                    String key = Parts.section(chooser) + "." + option.name();
                    assertTrue(file.hasPathOrNull(key), key);
                    List<String> owners = owners(all, option.name());
                    String comment = comment(file, key);
                    boolean ofAll = owners.size() == all.parts().size();
                    assertTrue(ofAll || comment.matches("of " + listed(owners) + "([:;].*)?"), key + ": " + comment);
                }
            }
        });
        assertEquals(file, new KnownKeys(Parts.STANDARD).defaults(), "defaults are the parts' own");
    }

    @Test
    void fileOfDefaults_isTheTableOfKeys() throws IOException {
        if (Boolean.getBoolean("credence.regenerate")) {
            Files.writeString(FILE, KeyTable.text());
        }
        assertEquals(KeyTable.text(), Files.readString(FILE), () -> "not what the keys say: " + REGENERATE);
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
        Methods.names().forEach(name -> assertFalse(Methods.line(name).isBlank(), name));
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
                        "    largest Monte Carlo error of a mean, in posterior standard deviations"),
                mcse);
        assertEquals(
                List.of(
                        "prior.scale = \"auto\"",
                        "    of laplace and student-t; auto: 2.5 divided by the column's unit, in units of"
                                + " the response as sd",
                        "    of laplace, student-t: scale of each coefficient; auto: 2.5 divided by the column's unit;"
                                + " a number above 0, or auto"),
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
                        "    Generalised VI from values of the loss alone (Knoblauch, Jewson and Damoulas, appendix 5.2).",
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
                        + " divided by the column's unit; a number above 0, or auto"),
                kinds.toString());
        List<String> section = KeyHelp.helpLines("minibatch", Parts.STANDARD);
        assertEquals("minibatch { … }", section.get(0));
        assertTrue(section.contains("    minibatch.anchorEvery = 100"), section.toString());
        assertTrue(KeyHelp.helpLines("method", Parts.STANDARD).toString().contains("    cgvb: Titsias"));
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
