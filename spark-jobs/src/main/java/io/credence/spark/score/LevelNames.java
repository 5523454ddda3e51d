package io.credence.spark.score;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.unsafe.types.UTF8String;

/** Names of numbered levels, in little more memory than their letters take. */
final class LevelNames implements Serializable {

    private static final long serialVersionUID = 1;

    /** Number of names whose letters are one array, which may be of any length together. */
    private static final int TOGETHER = 1 << 16;

    private final byte[][] letters;
    private final int[][] ends;

    private LevelNames(int arrays) {
        letters = new byte[arrays][];
        ends = new int[arrays][];
    }

    static LevelNames of(List<String> names) {
        LevelNames all = new LevelNames((names.size() + TOGETHER - 1) / TOGETHER);
        for (int a = 0; a < all.letters.length; a++) {
            all.fill(a, names.subList(a * TOGETHER, Math.min(names.size(), (a + 1) * TOGETHER)));
        }
        return all;
    }

    private void fill(int array, List<String> names) {
        ends[array] = new int[names.size()];
        StringBuilder text = new StringBuilder();
        int end = 0;
        for (int i = 0; i < names.size(); i++) {
            end += names.get(i).getBytes(StandardCharsets.UTF_8).length;
            ends[array][i] = end;
            text.append(names.get(i));
        }
        letters[array] = text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Name of a level. */
    UTF8String name(int level) {
        int[] all = ends[level / TOGETHER];
        int i = level % TOGETHER;
        int begin = i == 0 ? 0 : all[i - 1];
        return UTF8String.fromBytes(letters[level / TOGETHER], begin, all[i] - begin);
    }
}
