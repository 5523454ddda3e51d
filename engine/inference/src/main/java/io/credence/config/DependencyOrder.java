package io.credence.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Topological sort of named expressions: each follows those that it mentions. Otherwise the given order is kept. */
final class DependencyOrder {

    private static final Pattern WORD = Pattern.compile("\\w+");

    private final List<Map.Entry<String, String>> given;
    private final List<List<Integer>> users = new ArrayList<>();
    private final int[] awaited;

    private DependencyOrder(Map<String, String> given) {
        this.given = List.copyOf(given.entrySet());
        this.awaited = new int[given.size()];
        Map<String, Integer> words = new HashMap<>();
        Map<String, Integer> others = new HashMap<>();
        for (int i = 0; i < awaited.length; i++) {
            users.add(new ArrayList<>());
            String name = this.given.get(i).getKey();
            (WORD.matcher(name).matches() ? words : others).put(name, i);
        }
        for (int i = 0; i < awaited.length; i++) {
            for (int used : mentionedIndices(this.given.get(i).getValue(), words, others)) {
                if (used != i) {
                    users.get(used).add(i);
                    awaited[i]++;
                }
            }
        }
    }

    private static Set<Integer> mentionedIndices(
            String expression, Map<String, Integer> words, Map<String, Integer> others) {
        Set<Integer> used = new HashSet<>();
        for (Matcher word = WORD.matcher(expression); word.find(); ) {
            Integer index = words.get(word.group());
            if (index != null) {
                used.add(index);
            }
        }
        others.forEach((name, index) -> {
            if (expression.contains(name)) {
                used.add(index);
            }
        });
        return used;
    }

    /** Sorted expressions by name. Expressions with circular references keep their order. */
    static Map<String, String> sort(Map<String, String> given) {
        return new DependencyOrder(given).sortedExpressions();
    }

    private Map<String, String> sortedExpressions() {
        TreeSet<Integer> left = new TreeSet<>();
        TreeSet<Integer> ready = new TreeSet<>();
        for (int i = 0; i < awaited.length; i++) {
            left.add(i);
            if (awaited[i] == 0) {
                ready.add(i);
            }
        }
        Map<String, String> ordered = new LinkedHashMap<>();
        while (!left.isEmpty()) {
            int next = ready.isEmpty() ? left.first() : ready.first();
            left.remove(next);
            ready.remove(next);
            ordered.put(given.get(next).getKey(), given.get(next).getValue());
            for (int user : users.get(next)) {
                if (--awaited[user] == 0 && left.contains(user)) {
                    ready.add(user);
                }
            }
        }
        return ordered;
    }
}
