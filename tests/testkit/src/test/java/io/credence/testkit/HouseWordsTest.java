package io.credence.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests that main sources keep the rules of names and sentences: a word has one meaning, a sentence begins with its
 * subject.
 */
class HouseWordsTest {

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

    /** First words that point back, or leave a sentence without a subject. */
    private static final Set<String> POINTING_BACK = Set.of(
            ("what which whose where who how when that those this these it its they their them both such same another others else also here there "
                            + "and or but so then like because if while though unless once only of in at on by with without from for to as into "
                            + "onto over under between after before beside besides beyond within through since until against among above below "
                            + "per about along across around behind during except inside outside toward towards upon than via")
                    .split(" "));

    /** Largest share of first sentences that may begin with such a word. */
    private static final double MOST = 0.03;

    @Test
    void firstSentences_beginWithANounOrAVerb() throws IOException {
        List<String> found = new ArrayList<>();
        int sentences = 0;
        for (Path source : Repository.sources()) {
            Matcher javadoc = JAVADOC.matcher(Files.readString(source));
            while (javadoc.find()) {
                String sentence =
                        javadoc.group(1).replaceAll("(?m)^\\s*\\*? ?", "").strip();
                if (!sentence.isEmpty() && !sentence.startsWith("@") && !sentence.startsWith("{@inheritDoc")) {
                    sentences++;
                    if (pointsBack(sentence)) {
                        found.add(source.getFileName() + ": "
                                + sentence.lines().findFirst().orElse(""));
                    }
                }
            }
        }
        assertTrue(sentences > 5000, "sentences found: " + sentences);
        assertTrue(found.size() < MOST * sentences, found.size() + " of " + sentences + " point back: " + found);
    }

    private static boolean pointsBack(String sentence) {
        String[] words = sentence.toLowerCase(Locale.ROOT).split("\\s+", 3);
        boolean isSame = words[0].equals("the")
                && words.length > 1
                && Set.of("same", "one", "other").contains(words[1]);
        return isSame || POINTING_BACK.contains(words[0].replaceAll("[^a-z]", ""));
    }

    @Test
    void pointers_areRecognised() {
        List.of("Of those draws, the mean.", "The same for rows.", "What a fit needs.", "How many rows there are.")
                .forEach(sentence -> assertTrue(pointsBack(sentence), sentence));
        List.of("Mean of the draws.", "Whether rows are sparse.", "The mean of each draw.")
                .forEach(sentence -> assertFalse(pointsBack(sentence), sentence));
    }

    @Test
    void namesOfTypes_areGivenOnce() throws IOException {
        Map<String, List<String>> byName = new TreeMap<>();
        for (Path source : Repository.sources()) {
            byName.computeIfAbsent(source.getFileName().toString(), name -> new ArrayList<>())
                    .add(source.toString());
        }
        byName.remove("package-info.java");
        byName.values().removeIf(sources -> sources.size() == 1);
        assertEquals(Map.of(), byName);
    }

    /** A type that is renamed is renamed on the page that leads to it. */
    @Test
    void typesOnTheMapOfTheCode_exist() throws IOException {
        Pattern declaration = Pattern.compile("\\b(?:class|record|interface|enum)\\s+(\\w+)");
        Set<String> declared = new TreeSet<>();
        for (Path source : Repository.javaFiles()) {
            declaration.matcher(Files.readString(source)).results().forEach(found -> declared.add(found.group(1)));
        }
        String map = Files.readString(Repository.file("engine/docs/design.md"));
        Set<String> named = new TreeSet<>();
        Pattern.compile("`([A-Z][a-z]\\w*[A-Z]\\w*)[`.#]")
                .matcher(map)
                .results()
                .forEach(found -> named.add(found.group(1)));
        assertTrue(named.size() > 100, "types named: " + named.size());
        named.removeAll(declared);
        assertEquals(Set.of(), named);
    }

    /** A literal of a character or, in group 1, of a text. */
    private static final Pattern LITERAL = Pattern.compile("'(?:\\\\.|[^'\\\\])'|\"((?:\\\\.|[^\"\\\\])*)\"");

    private static final Pattern COMMENT_OF_A_KEY = Pattern.compile("#(.*)");

    /** Names that users type or read, and the groups of rows in a file of Parquet. */
    private static final Pattern ALLOWED_GROUPS =
            Pattern.compile("^groups?$|(model|prior|model\\.latent)\\.groups|credence/groups/|row groups");

    /**
     * Messages and help name what is meant: a level of a grouping factor, a segment of {@code data.by}, a shrinkage block
     * of coefficients, or a replicate of draws.
     */
    @Test
    void groups_areLevelsSegmentsBlocksOrReplicates() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path source : Repository.sources()) {
            found.addAll(groups(source, LITERAL));
        }
        Path keys = Repository.file("engine/inference/src/main/resources/io/credence/config/defaults.conf");
        found.addAll(groups(keys, COMMENT_OF_A_KEY));
        assertEquals(List.of(), found);
    }

    private static List<String> groups(Path source, Pattern text) throws IOException {
        return Files.readAllLines(source).stream()
                .filter(line -> !line.strip().matches("(/\\*|\\*|//).*"))
                .flatMap(line -> text.matcher(line).results())
                .map(found -> found.group(1))
                .filter(words -> words != null && saysGroup(words))
                .map(words -> source.getFileName() + ": " + words)
                .toList();
    }

    private static boolean saysGroup(String words) {
        return Pattern.compile("\\b[Gg]roups?\\b")
                .matcher(ALLOWED_GROUPS.matcher(words).replaceAll(""))
                .find();
    }

    @Test
    void groups_areRecognised() {
        List.of("the rows of a group are in one task", "Groups without a posterior", "3 groups: 2 converged")
                .forEach(words -> assertTrue(saysGroup(words), words));
        List.of(
                        "groups",
                        "of prior.groups: a section",
                        "credence/groups/1",
                        "files of many row groups",
                        "a grouping factor")
                .forEach(words -> assertFalse(saysGroup(words), words));
    }
}
