package io.credence.kind;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Names of the numbered levels of a grouping factor, which may be too many for this process. */
public interface LevelNames {

    /** Names of some levels, by number. */
    Map<Integer, String> of(Set<Integer> levels);

    /** Names of all levels, in the order of their numbers. */
    List<String> all();

    /** Names in this process, in the order of their levels. */
    static LevelNames of(List<String> names) {
        List<String> held = List.copyOf(names);
        return new LevelNames() {
            @Override
            public Map<Integer, String> of(Set<Integer> levels) {
                return levels.stream().collect(Collectors.toMap(Function.identity(), held::get));
            }

            @Override
            public List<String> all() {
                return held;
            }
        };
    }
}
