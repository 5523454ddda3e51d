package io.credence.spark.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.testkit.TestSeed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class LevelNamesTest {

    private static final int[] LETTERS = {
        'a', 'b', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0x10000, 0x1F600, 0x10FFFF, ' ', 0
    };

    private static List<String> randomTexts(int count) {
        Random random = new Random(TestSeed.of("level names"));
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(5); length > 0; length--) {
                text.appendCodePoint(LETTERS[random.nextInt(LETTERS.length)]);
            }
            texts.add(text.toString());
        }
        return texts;
    }

    @Test
    void names_areThoseOfTheList() {
        List<String> texts = randomTexts(150_000);
        LevelNames names = LevelNames.of(texts);
        assertEquals(texts, names, TestSeed.replay());
        assertSame(names, LevelNames.of(names));
        for (int level : new int[] {0, 65_535, 65_536, 149_999}) {
            assertEquals(UTF8String.fromString(texts.get(level)), names.name(level));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> names.get(150_000));
        assertEquals(List.of(), LevelNames.of(List.of()));
    }

    @Test
    void sortedNames_haveTheOrderOfTexts() {
        List<String> texts = randomTexts(70_000);
        LevelNames.Builder sorter = LevelNames.sorter();
        texts.forEach(sorter::add);
        texts.sort(null);
        assertEquals(texts, sorter.sorted(), TestSeed.replay());
        assertEquals(List.of(), LevelNames.sorter().sorted());
    }

    @Test
    void names_travel() throws IOException, ClassNotFoundException {
        LevelNames names = LevelNames.of(randomTexts(1000));
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(written)) {
            out.writeObject(names);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(written.toByteArray()))) {
            assertEquals(names, in.readObject());
        }
    }
}
