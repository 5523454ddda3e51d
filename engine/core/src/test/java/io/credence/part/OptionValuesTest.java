package io.credence.part;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionValuesTest {

    /** A part with an option of each type. */
    private record All(String name, String description) implements Part {
        @Override
        public List<Option> options() {
            return List.of(
                    Option.share("tau", 0.5, "a share"),
                    Option.whole("rank", 5, 1, "a whole number"),
                    Option.flag("free", false, "a flag"),
                    Option.wholes("groups", 1, "sizes"),
                    Option.word("form", List.of("round", "square"), "a word"),
                    Option.limit("clip", "a limit"));
        }
    }

    private static final Part PART = new All("all", "one of each");

    private static void refused(String message, Map<String, ?> given) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> PART.values(given))
                        .getMessage());
    }

    @Test
    void valuesNotGiven_areTheDefaults() {
        OptionValues values = PART.values(Map.of());
        assertEquals(0.5, values.number("tau"));
        assertEquals(5, values.whole("rank"));
        assertFalse(values.flag("free"));
        assertEquals(List.of(), values.wholes("groups"));
        assertEquals("round", values.word("form"));
        assertEquals(Double.POSITIVE_INFINITY, values.number("clip"));
        assertEquals(Choice.ofDefaults(PART), new Choice<>(PART, values));
        assertEquals(
                "all, tau 0.5, rank 5, free false, groups [], form round, clip null",
                Choice.ofDefaults(PART).description());
    }

    @Test
    void givenValues_areTakenInTheTypeOfTheOption() {
        Map<String, ?> given = Map.of("tau", 0.25f, "rank", 2.0, "groups", List.of(2, 3L), "clip", 7);
        OptionValues values = PART.values(given);
        assertEquals(0.25, values.number("tau"));
        assertEquals(2, values.whole("rank"));
        assertEquals(List.of(2, 3), values.wholes("groups"));
        assertEquals(7, values.number("clip"));
        assertThrows(IllegalStateException.class, () -> values.number("beta"));
    }

    @Test
    void whatIsOutOfRange_isRefused() {
        refused("tau of all must be a number between 0 and 1 but was 1.0", Map.of("tau", 1.0));
        refused("tau of all must be a number between 0 and 1 but was NaN", Map.of("tau", Double.NaN));
        refused("rank of all must be a whole number from 1 but was 1.5", Map.of("rank", 1.5));
        refused("free of all must be true or false but was yes", Map.of("free", "yes"));
        refused(
                "groups of all must be a list of whole numbers from 1 such as [3, 5] but was [0]",
                Map.of("groups", List.of(0)));
        refused("form of all must be one of round, square but was oval", Map.of("form", "oval"));
        refused(
                "all does not know rang: required one of tau, rank, free, groups, form, clip; did you mean 'rank'?",
                Map.of("rang", 2));
        assertNull(PART.options().get(0).toOptionType("0.5"));
    }

    @Test
    void catalogue_growsAndRefusesOtherNames() {
        Catalogue<Part> one = Catalogue.of("shape", PART);
        Catalogue<Part> two = one.with(new Plain("other", "a word"));
        assertEquals(List.of("all", "other"), two.names());
        assertEquals(List.of("all"), one.names());
        assertEquals(
                "unknown shape 'othr': required one of all, other; did you mean other?",
                assertThrows(IllegalArgumentException.class, () -> two.named("othr"))
                        .getMessage());
        assertEquals(
                "names must differ but the shape all is there twice",
                assertThrows(IllegalArgumentException.class, () -> two.with(PART))
                        .getMessage());
    }

    @Test
    void retiredNames_areRefusedWithWhatToUseInstead() {
        Catalogue.RetiredPart cube =
                new Catalogue.RetiredPart("cube", "of equal sides", "builds of 2025", "a box has sides of its own");
        Catalogue<Part> shapes = Catalogue.of("shape", List.of(cube), PART).with(new Plain("box", "sides and corners"));
        assertEquals(List.of("all", "box"), shapes.names());
        assertFalse(shapes.has("cube"));
        assertEquals(Optional.of(cube), shapes.retiredPart("cube"));
        assertEquals(Optional.empty(), shapes.retiredPart("box"));
        assertEquals(
                "shape 'cube': required another one, since cube is retired; a box has sides of its own",
                assertThrows(IllegalArgumentException.class, () -> shapes.named("cube"))
                        .getMessage());
        assertEquals(
                "names must differ but the shape cube is there twice",
                assertThrows(IllegalArgumentException.class, () -> shapes.with(new Plain("cube", "of equal sides")))
                        .getMessage());
    }

    /** Part without options. */
    private record Plain(String name, String description) implements Part {}
}
