package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the comparison of two fits of the same rows by their folders. */
class CompareCommandTest extends CommandLineContract {

    /** Labels follow a; b has no effect. */
    private static List<String> rows(int count) {
        return rows(
                "a,b,y",
                count,
                i -> (i % 11 - 5) / 4.0 + "," + (i * 13 % 17 - 8) / 4.0 + "," + (i % 11 - 5 + 0.3 * (i * 7 % 10)));
    }

    private String fitted(String name, int count, String... overrides) throws IOException {
        Path path = folder.resolve(name);
        String[] all = new String[overrides.length + 1];
        System.arraycopy(overrides, 0, all, 0, overrides.length);
        all[overrides.length] = "output.path=" + path;
        assertEquals(0, fit("gaussian", rows(count), all).status());
        return path.toString();
    }

    @Test
    void fitWithTheColumnThatMatters_predictsBetter() throws IOException {
        String with = fitted("with", 120);
        String without = fitted("without", 120, "data.features=[b]");
        CommandResult result = credence("compare", with, without);
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("A predicts better") && result.out().contains("over 120 rows"), result.out());
        CommandResult other = credence("compare", without, with);
        assertTrue(other.out().contains("B predicts better"), other.out());
        CommandResult same = credence("compare", with, with);
        assertTrue(same.out().contains("elpd of A less that of B: 0.0 ± 0.0"), same.out());
        assertTrue(same.out().contains("they predict alike"), same.out());
    }

    @Test
    void fitsThatCannotBeCompared_areRefused() throws IOException {
        String fit = fitted("fit", 60);
        String longer = fitted("longer", 70);
        credence("compare", fit, longer).refuses(2, "different rows", "60 and 70");
        String elsewhere = fitted("shuffled", 60, "data.partitions=3");
        credence("compare", fit, elsewhere).refuses(2, "another order", "data.partitions = auto");
        String unseen = fitted("unseen", 60, "check.loo=false");
        credence("compare", fit, unseen).refuses(2, "no pointwise.csv", "check.loo = true");
        credence("compare", fit, folder.resolve("nowhere").toString()).refuses(2, "no posterior.json");
        credence("compare", fit).refuses(2, "B");
    }
}
