package io.credence.integration;

import io.credence.testkit.TestSeed;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Made counts that depend on made columns, as a CSV file with the label {@code y}. */
final class CountData {

    private CountData() {}

    /** Writes so many rows and columns; the same every time. */
    static Path write(Path file, int rows, int columns) throws IOException {
        SplittableRandom random = new SplittableRandom(TestSeed.of("counts"));
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            StringBuilder line = new StringBuilder("y");
            for (int j = 0; j < columns; j++) {
                line.append(",x").append(j);
            }
            for (int i = 0; i < rows; i++) {
                out.append(line).append('\n');
                line.setLength(0);
                double eta = 0;
                StringBuilder cells = new StringBuilder();
                for (int j = 0; j < columns; j++) {
                    double x = Math.rint(1000 * (random.nextDouble() - 0.5)) / 1000;
                    eta += x * (j % 5 - 2) / 4;
                    cells.append(',').append(x);
                }
                line.append((int) (Math.exp(eta) * -Math.log(random.nextDouble())))
                        .append(cells);
            }
            out.append(line).append('\n');
        }
        return file;
    }
}
