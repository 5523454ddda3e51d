package io.credence.integration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Fits on which faults strike: of counts, exact and by draws; of ratings and of labels, each in two large crossed factors. */
final class StruckFits {

    /** More than one block, which the driver would fit alone. */
    private static final int COUNTS = 60_000;

    private static final int RATINGS = 150_000;

    /** Of either factor: more than a dense matrix is factored for. */
    private static final int LEVELS = 2_100;

    private static final String OF_COUNTS =
            "data { path = \"%s/rows.csv\", label = y, partitions = 4 }\nmodel.family = negative-binomial\n";
    private static final String OF_RATINGS = "data { path = \"%s/ratings.csv\", features = [x], partitions = 4 }\n"
            + "model.groups = [{ by = user }, { by = item }]\ncheckpoint.every = 1\n";

    /** Keys by name, with the folder of the rows left open. */
    private static final Map<String, String> KEYS = Map.of(
            "exact",
            OF_COUNTS + "checkpoint.every = 1\n",
            "stochastic",
            OF_COUNTS + "estimator { kind = reparameterized, draws = 10 }\n"
                    + "stop { rule = patience, window = 3, patience = 5 }\ncheckpoint.every = 2\n",
            "crossed",
            OF_RATINGS + "data.label = rating\nmodel.family = gaussian\n",
            "crossed labels",
            OF_RATINGS + "data.label = likes\nmodel.family = bernoulli\n");

    private StruckFits() {}

    static void writeRows(Path folder) throws IOException {
        CountData.write(folder.resolve("rows.csv"), COUNTS, 8);
        RatingData.write(folder.resolve("ratings.csv"), RATINGS, LEVELS);
    }

    /** A configuration in that folder whose rows and results are in another one, on whatever file system. */
    static Path config(Path folder, String fit, String where) throws IOException {
        return Files.writeString(
                folder.resolve(fit + ".conf"),
                String.format(KEYS.get(fit), where) + "kernel = java\ncheck.khat = false\n"
                        + "output { path = \"" + where + "/result-" + fit + "\", overwrite = true }\n"
                        + "checkpoint.path = \"" + where + "/checkpoints-" + fit + "\"\n");
    }
}
