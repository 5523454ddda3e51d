package io.credence.integration;

import io.credence.testkit.TestSeed;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Made ratings of items by users, and whether each is above 0, as a CSV file {@code rating,likes,x,user,item}. */
final class RatingData {

    private RatingData() {}

    /** Writes so many rows, with so many users and as many items; the same every time. */
    static void write(Path file, int rows, int levels) throws IOException {
        SplittableRandom random = new SplittableRandom(TestSeed.of("ratings"));
        double[] users = random.doubles(levels, -1, 1).toArray();
        double[] items = random.doubles(levels, -1, 1).toArray();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("rating,likes,x,user,item\n");
            for (int i = 0; i < rows; i++) {
                int user = random.nextInt(levels);
                int item = random.nextInt(levels);
                double x = Math.rint(1000 * random.nextDouble(-1, 1)) / 1000;
                double rating = 0.5 * x + users[user] + items[item] + random.nextDouble(-1, 1);
                out.write(rating + "," + (rating > 0 ? 1 : 0) + "," + x + ",u" + user + ",i" + item + "\n");
            }
        }
    }
}
