package io.credence.part;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Searches among names of columns or parameters, of which there may be hundreds of thousands. */
public final class Names {

    private Names() {}

    /** Those of {@code names} that are not among {@code others}, in their order. */
    public static List<String> without(Collection<String> names, Collection<String> others) {
        Set<String> known = new HashSet<>(others);
        return names.stream().filter(name -> !known.contains(name)).toList();
    }

    /** Index of each of {@code names} among {@code others}, of equal ones the first; −1 where there is none. */
    public static int[] indices(Collection<String> names, List<String> others) {
        Map<String, Integer> places = new HashMap<>();
        for (int j = 0; j < others.size(); j++) {
            places.putIfAbsent(others.get(j), j);
        }
        return names.stream().mapToInt(name -> places.getOrDefault(name, -1)).toArray();
    }
}
