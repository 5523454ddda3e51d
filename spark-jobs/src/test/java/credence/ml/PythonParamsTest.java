package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.config.KeyDescription.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The Params of the Python classes are those of the Java classes: their file is written from the same descriptions. */
class PythonParamsTest {

    private static final Path FILE = Path.of("src/main/python/credence/_params.py");
    private static final String REGENERATE = "regenerate it by: mvn -q -pl spark-jobs -am test -Dtest=PythonParamsTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dcredence.regenerate=true";

    private static final String HEAD = """
            # Written from the keys of the configuration; PythonParamsTest compares and writes it again.
            \"""Params of the stages, with their types, defaults and meanings.\"""

            from __future__ import annotations

            import json
            from typing import Any, Dict, List, Union

            from pyspark.ml.param import Param, Params, TypeConverters
            from typing_extensions import TypedDict


            def to_text(value: Any) -> str:
                \"""Text as a configuration has it; also of a number or a flag.\"""
                return str(value).lower() if isinstance(value, bool) else str(value)


            def to_map(value: Any) -> str:
                \"""A dictionary as JSON.\"""
                return json.dumps(value) if isinstance(value, dict) else str(value)
            """;

    private static final Map<Type, String> TYPES = Map.of(
            Type.TEXT, "Union[str, float]",
            Type.WHOLE, "int",
            Type.NUMBER, "float",
            Type.FLAG, "bool",
            Type.TEXTS, "List[str]",
            Type.WHOLES, "List[int]",
            Type.MAP, "Union[Dict[str, Any], str]");

    private static final Map<Type, String> CONVERTERS = Map.of(
            Type.TEXT, "to_text",
            Type.WHOLE, "TypeConverters.toInt",
            Type.NUMBER, "TypeConverters.toFloat",
            Type.FLAG, "TypeConverters.toBoolean",
            Type.TEXTS, "TypeConverters.toListString",
            Type.WHOLES, "TypeConverters.toListInt",
            Type.MAP, "to_map");

    private static void of(String kind, List<StageParam> params, List<String> lines) {
        lines.addAll(List.of(
                "", "", "class " + kind + "Values(TypedDict, total=False):", "    \"\"\"Keyword arguments.\"\"\"", ""));
        params.forEach(one -> lines.add("    " + one.name() + ": " + TYPES.get(one.type())));
        lines.addAll(List.of("", "", "class " + kind + "Params(Params):", "    \"\"\"Params.\"\"\"", ""));
        for (StageParam one : params) {
            lines.add("    " + one.name() + ": Param = Param(");
            lines.add("        Params._dummy(),");
            lines.add("        " + quoted(one.name()) + ",");
            lines.add("        " + quoted(one.line()) + ",");
            lines.add("        " + CONVERTERS.get(one.type()) + ",");
            lines.add("    )");
        }
        lines.addAll(List.of(
                "",
                "",
                kind.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(java.util.Locale.ROOT) + "_DEFAULTS = {"));
        for (StageParam one : params) {
            if (one.initial() != null) {
                lines.add("    " + quoted(one.name()) + ": " + python(one.initial()) + ",");
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
        of("Estimator", StageList.ESTIMATOR.params(), lines);
        of("Model", StageList.MODEL.params(), lines);
        of("Network", StageList.NETWORK.params(), lines);
        of("NetworkModel", StageList.NETWORK_MODEL.params(), lines);
        String file = String.join("\n", lines) + "\n";
        if (Boolean.getBoolean("credence.regenerate")) {
            Files.writeString(FILE, file);
        }
        assertEquals(file, Files.readString(FILE), FILE + " does not agree with the keys; " + REGENERATE);
    }
}
