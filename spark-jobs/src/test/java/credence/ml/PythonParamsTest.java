package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.config.KeyDescription.Type;
import io.credence.part.Domain;
import io.credence.part.NumberRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that the Python classes have the Params of the Java classes. Their file is written from the same descriptions.
 */
class PythonParamsTest {

    private static final Path FILE = Path.of("src/main/python/credence/_params.py");
    private static final String REGENERATE = "regenerate it by: mvn -q -pl spark-jobs -am test -Dtest=PythonParamsTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dcredence.regenerate=true";

    private static final String HEAD = """
            # Written from the keys of the configuration; PythonParamsTest compares and writes it again.
            \"""Params of the stages, with their types, defaults and meanings.\"""

            from __future__ import annotations

            from typing import Any, Dict, List, Literal, Union

            from pyspark.ml.param import Param, Params
            from typing_extensions import TypedDict

            from credence._values import flag, mapping, number, text, texts, whole, wholes, word
            """;

    private static final Map<Type, String> TYPES = Map.of(
            Type.TEXT, "Union[str, float]",
            Type.WHOLE, "int",
            Type.NUMBER, "float",
            Type.FLAG, "bool",
            Type.TEXTS, "List[str]",
            Type.WHOLES, "List[int]",
            Type.MAP, "Union[Dict[str, Any], str]");

    private static final List<String> FLAGS = List.of("true", "false");

    private static final Map<Type, String> VALUES = Map.of(
            Type.TEXT, "text",
            Type.WHOLE, "whole",
            Type.NUMBER, "number",
            Type.FLAG, "flag",
            Type.TEXTS, "texts",
            Type.WHOLES, "wholes",
            Type.MAP, "mapping");

    /** Type of a keyword argument; of a choice, its words. */
    private static String annotation(StageParam one) {
        Domain domain = one.domain();
        if (one.type() != Type.TEXT || domain.words().isEmpty()) {
            return TYPES.get(one.type());
        }
        List<String> types = new ArrayList<>();
        types.add(domain.words().stream()
                .filter(word -> !FLAGS.contains(word))
                .map(PythonParamsTest::quoted)
                .collect(Collectors.joining(", ", "Literal[", "]")));
        switch (domain.type()) {
            case WORD -> {}
            case NUMBER, WHOLE -> types.add("float");
            default -> types.add("str");
        }
        if (domain.words().stream().anyMatch(FLAGS::contains)) {
            types.add("bool");
        }
        return types.size() == 1 ? types.get(0) : "Union[" + String.join(", ", types) + "]";
    }

    /** Which values a Param takes. */
    private static String values(StageParam one) {
        if (one.key() == null && !one.domain().words().isEmpty()) {
            return one.domain().words().stream()
                    .map(PythonParamsTest::quoted)
                    .collect(Collectors.joining(", ", "word(", ")"));
        }
        boolean number = one.type() == Type.NUMBER || one.type() == Type.WHOLE;
        String range = number && one.domain().range() instanceof NumberRange ends ? ends(ends, one.type()) : "";
        return VALUES.get(one.type()) + "(" + range + ")";
    }

    /** Ends of a range as arguments, without those that are the same for all numbers of a type. */
    private static String ends(NumberRange range, Type type) {
        String least = plain(range.least());
        if (range.most() >= Integer.MAX_VALUE) {
            return least;
        }
        String ends = least + ", " + plain(range.most());
        boolean open = type == Type.WHOLE || !range.hasLeast() && !range.hasMost();
        return !open ? ends + ", " + quoted((range.hasLeast() ? "[" : "(") + (range.hasMost() ? "]" : ")")) : ends;
    }

    private static String plain(double end) {
        return end == Math.rint(end) ? String.valueOf((long) end) : String.valueOf(end);
    }

    private static void of(String kind, List<StageParam> params, List<String> lines) {
        lines.addAll(List.of(
                "", "", "class " + kind + "Values(TypedDict, total=False):", "    \"\"\"Keyword arguments.\"\"\"", ""));
        params.forEach(one -> lines.add("    " + one.name() + ": " + annotation(one)));
        lines.addAll(List.of("", "", "class " + kind + "Params(Params):", "    \"\"\"Params.\"\"\"", ""));
        for (StageParam one : params) {
            lines.add("    " + one.name() + ": Param = Param(");
            lines.add("        Params._dummy(),");
            lines.add("        " + quoted(one.name()) + ",");
            lines.add("        " + quoted(one.description()) + ",");
            lines.add("        " + values(one) + ",");
            lines.add("    )");
        }
        lines.addAll(List.of(
                "",
                "",
                kind.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(java.util.Locale.ROOT) + "_DEFAULTS = {"));
        for (StageParam one : params) {
            if (one.defaultValue() != null) {
                lines.add("    " + quoted(one.name()) + ": " + python(one.defaultValue()) + ",");
            }
        }
        lines.add("}");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String python(Object value) {
        if (value instanceof List<?> list) {
            return "["
                    + String.join(
                            ", ", list.stream().map(PythonParamsTest::python).toList()) + "]";
        }
        return value instanceof Boolean flag
                ? (flag ? "True" : "False")
                : value instanceof String text ? quoted(text) : String.valueOf(value);
    }

    @Test
    void file_agreesWithTheKeys() throws IOException {
        List<String> lines = new ArrayList<>(HEAD.lines().toList());
        of("Estimator", StageParamNames.ESTIMATOR.params(), lines);
        of("Model", StageParamNames.MODEL.params(), lines);
        of("Network", StageParamNames.NETWORK.params(), lines);
        of("NetworkModel", StageParamNames.NETWORK_MODEL.params(), lines);
        lines.addAll(List.of("", "", "RETIRED = {"));
        new TreeMap<>(StageParamNames.retiredParamHints())
                .forEach((name, instead) -> lines.add("    " + quoted(name) + ": " + quoted(instead) + ","));
        lines.add("}");
        String file = String.join("\n", lines) + "\n";
        if (Boolean.getBoolean("credence.regenerate")) {
            Files.writeString(FILE, file);
        }
        assertEquals(file, Files.readString(FILE), FILE + " does not agree with the keys; " + REGENERATE);
    }
}
