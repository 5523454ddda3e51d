package io.credence.example;

import io.credence.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;

/** One column of numbers of a file of the shared data. */
final class CsvColumn {

    private CsvColumn() {}

    static double[] read(String file, String column) throws IOException {
        List<String> lines = Files.readAllLines(SharedData.file(file));
        int index = Arrays.asList(lines.get(0).split(",")).indexOf(column);
        return lines.stream()
                .skip(1)
                .mapToDouble(line -> Double.parseDouble(line.split(",")[index]))
                .toArray();
    }
}
