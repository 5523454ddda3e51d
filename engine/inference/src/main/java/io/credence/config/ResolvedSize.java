package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Computation of the size that a configuration would have after substitution, before any is made. Nested substitutions
 * grow exponentially: if each line contains the one before ten times, some lines fill any heap.
 */
final class ResolvedSize {

    // The library writes what it has not resolved in a regular form: keys and texts in quotes, substitutions as
    // ${path}, and a key once for
    // each of its values, the latest last. A substitution of a key by itself is its value before that.

    /**
     * Largest number of characters that substitutions may add: as many as a hundred thousand columns have, and at most
     * some 100 MB of values.
     */
    private static final double MOST = 1e6;

    /** Largest number of look-ups of values. Only values with circular references are looked up more than once. */
    private static final int LOOKUPS = 1_000_000;

    /**
     * Largest number of values of one key that refer to its previous value. The library takes half a second for a
     * hundred, and eight times that for each doubling.
     */
    private static final int OWN = 100;

    /** Unresolved value of a key: its number of characters, and the substitutions in it. */
    private record Value(double length, List<List<String>> references) {}

    private final String text;
    private final Map<List<String>, List<Value>> values = new HashMap<>();
    private final Map<List<String>, Set<List<String>>> parts = new HashMap<>();
    private final Map<List<String>, Double> sizes = new HashMap<>();
    /** Sizes so far of the keys that are being looked up. */
    private final Map<List<String>, Double> before = new HashMap<>();

    private int at;
    private int lookups;
    private boolean circular;

    private ResolvedSize(String text) {
        this.text = text;
    }

    /**
     * Refuses a configuration that substitutions make too large.
     *
     * @throws ConfigurationException with its size
     */
    static void requireBounded(String name, Config written) {
        String text = written.root().render(ConfigRenderOptions.concise());
        if (!text.contains("${")) {
            return;
        }
        ResolvedSize all = new ResolvedSize(text);
        all.readObject(List.of());
        all.values.forEach((key, given) -> requireFewSelfReferences(name, key, given));
        double size = all.resolvedSize(List.of());
        if (size > MOST + text.length() || all.lookups > LOOKUPS) {
            throw new ConfigurationException(String.format(
                    Locale.ROOT,
                    "the configuration grows too large by its substitutions: required at most %,.0f characters more than are written, found %s (%s)",
                    MOST,
                    all.lookups > LOOKUPS ? "substitutions in circles" : String.format(Locale.ROOT, "%,.0f", size),
                    name));
        }
    }

    private static void requireFewSelfReferences(String name, List<String> key, List<Value> given) {
        long own =
                given.stream().filter(value -> value.references().contains(key)).count();
        if (own > OWN) {
            throw new ConfigurationException(ConfigUtil.joinPath(key) + " is made of its own value too often: required "
                    + OWN + " times at most, or all of it at once, found " + own + " (" + name + ")");
        }
    }

    private void readObject(List<String> path) {
        at++;
        while (text.charAt(at) != '}') {
            int begin = at;
            skipQuoted();
            List<String> key = new ArrayList<>(path);
            key.addAll(ConfigUtil.splitPath(text.substring(begin, at)));
            at++;
            parts.computeIfAbsent(path, none -> new LinkedHashSet<>()).add(key);
            readValue(key);
            at += text.charAt(at) == ',' ? 1 : 0;
        }
        at++;
    }

    /** Reads a value, up to the next comma or the end of the enclosing object or list. */
    private void readValue(List<String> key) {
        List<List<String>> references = new ArrayList<>();
        double length = 0;
        int depth = 0;
        while (depth > 0 || ",]}".indexOf(text.charAt(at)) < 0) {
            int begin = at;
            char sign = text.charAt(at);
            if (sign == '{' && depth == 0) {
                readObject(key);
            } else if (sign == '"') {
                skipQuoted();
            } else if (text.startsWith("${", at)) {
                at = text.indexOf('}', at) + 1;
                String path = text.substring(begin + 2, at - 1);
                references.add(ConfigUtil.splitPath(path.startsWith("?") ? path.substring(1) : path));
            } else {
                depth += "[{".indexOf(sign) >= 0 ? 1 : "]}".indexOf(sign) >= 0 ? -1 : 0;
                at++;
            }
            length += at - begin;
        }
        values.computeIfAbsent(key, none -> new ArrayList<>()).add(new Value(length, references));
    }

    private void skipQuoted() {
        for (at++; text.charAt(at) != '"'; at++) {
            at += text.charAt(at) == '\\' ? 1 : 0;
        }
        at++;
    }

    private double resolvedSize(List<String> path) {
        Double known = sizes.containsKey(path) ? sizes.get(path) : before.get(path);
        if (known != null) {
            circular |= !sizes.containsKey(path);
            return known;
        }
        if (++lookups > LOOKUPS) {
            return 0;
        }
        boolean outer = circular;
        circular = false;
        double size = values.containsKey(path) || parts.containsKey(path) ? assignedSize(path) : inheritedSize(path);
        if (!circular) {
            sizes.put(path, size);
        }
        circular |= outer;
        return size;
    }

    private double assignedSize(List<String> path) {
        double size = 0;
        before.put(path, size);
        for (Value value : values.getOrDefault(path, List.of())) {
            double each = value.length();
            for (List<String> reference : value.references()) {
                each += reference.equals(path) ? size : resolvedSize(reference);
            }
            size = each;
            before.put(path, size);
        }
        for (List<String> part : parts.getOrDefault(path, Set.of())) {
            size += resolvedSize(part);
        }
        before.remove(path);
        return size;
    }

    /**
     * Size of a key that is not set itself. It comes from a section that is substituted for its section, or from an
     * environment variable.
     */
    private double inheritedSize(List<String> path) {
        double size = 0;
        Set<List<String>> sections = new HashSet<>();
        for (int k = path.size() - 1; k > 0; k--) {
            for (Value value : values.getOrDefault(path.subList(0, k), List.of())) {
                for (List<String> reference : value.references()) {
                    List<String> there = new ArrayList<>(reference);
                    there.addAll(path.subList(k, path.size()));
                    size += sections.add(there) ? resolvedSize(there) : 0;
                }
            }
        }
        String variable = System.getenv(String.join(".", path));
        return size + (variable == null ? 0 : variable.length());
    }
}
