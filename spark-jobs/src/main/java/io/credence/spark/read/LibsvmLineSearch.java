package io.credence.spark.read;

import io.credence.spark.backend.RowPartitions;
import io.credence.spark.row.DataException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Search for the line of a libsvm file that Spark could not parse. Spark's reader does not state it. */
final class LibsvmLineSearch {

    private static final String REQUIRED = "label index:value …, indices whole numbers from 1 ascending";

    private LibsvmLineSearch() {}

    static RuntimeException explainFailure(RowPartitions lines, String path, Exception failed) {
        List<String[]> first = lines.run((partition, rows) -> {
            long row = 0;
            while (rows.hasNext()) {
                String line = rows.next().getUTF8String(0).toString().strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    row++;
                    if (fault(line) != null) {
                        return new String[] {String.valueOf(row), line};
                    }
                }
            }
            return new String[] {String.valueOf(row), null};
        });
        long before = 0;
        for (String[] part : first) {
            long row = before + Long.parseLong(part[0]);
            if (part[1] != null) {
                return new DataException(
                        "a line is not in libsvm format",
                        REQUIRED,
                        fault(part[1]) + " in " + DataException.quoted(part[1]),
                        path + ", row " + row,
                        failed);
            }
            before = row;
        }
        return ReadFailure.of(failed, path);
    }

    /** Description of the fault of a line, null if there is none. */
    private static @Nullable String fault(String line) {
        String[] items = line.split(" +", -1);
        if (!isNumber(items[0])) {
            return "label '" + items[0] + "'";
        }
        int previous = 0;
        for (int k = 1; k < items.length; k++) {
            int colon = items[k].indexOf(':');
            int index = colon > 0 ? wholeNumber(items[k].substring(0, colon)) : -1;
            if (index <= previous || !isNumber(items[k].substring(colon + 1))) {
                return "entry '" + items[k] + "'";
            }
            previous = index;
        }
        return null;
    }

    private static boolean isNumber(String text) {
        try {
            Double.parseDouble(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static int wholeNumber(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
