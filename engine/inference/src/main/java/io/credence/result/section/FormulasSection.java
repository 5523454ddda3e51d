package io.credence.result.section;

import io.credence.kind.DistributionalRequest;
import io.credence.summary.FitReport;
import io.credence.summary.FittedModel.Features;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Formulas of the further parameters of a likelihood, which stand among its options.
 *
 * @param features names of all features, the intercept's included
 * @param columns names of the columns of each parameter with a formula, that of the location first
 * @param formulas formula of each further parameter
 * @param dispersion known dispersion; null where it is estimated
 */
public record FormulasSection(
        List<String> features,
        Map<String, List<String>> columns,
        Map<String, String> formulas,
        @Nullable Double dispersion) {

    /** Name among the options of a likelihood. */
    public static final String NAME = "formulas";

    static FormulasSection of(FitReport report, DistributionalRequest request) {
        Features features = report.model().features();
        return new FormulasSection(features.names(), features.columns(), request.formulas(), request.dispersion());
    }

    /** Form that stands among the options of a likelihood. */
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("formulas", formulas);
        map.put("columns", columns);
        map.put("features", features);
        if (dispersion != null) {
            map.put("dispersion", dispersion);
        }
        return map;
    }

    /**
     * Section among the options of a likelihood; null where it has no formulas.
     *
     * @throws IllegalArgumentException if it is not of that form
     */
    public static @Nullable FormulasSection of(Map<String, Object> options) {
        Object found = options.get(NAME);
        if (found == null) {
            return null;
        }
        Map<String, Object> map = entries(found);
        Map<String, List<String>> columns = new LinkedHashMap<>();
        entries(map.get("columns")).forEach((name, own) -> columns.put(name, texts(own)));
        Map<String, String> formulas = new LinkedHashMap<>();
        entries(map.get("formulas")).forEach((name, text) -> formulas.put(name, String.valueOf(text)));
        return new FormulasSection(
                texts(map.get("features")),
                columns,
                formulas,
                map.get("dispersion") instanceof Number known ? known.doubleValue() : null);
    }

    private static Map<String, Object> entries(@Nullable Object found) {
        if (!(found instanceof Map<?, ?> map)) {
            throw Refusal.of(
                    "model.formulas has another form", "formulas, columns and features", String.valueOf(found));
        }
        Map<String, Object> entries = new LinkedHashMap<>();
        map.forEach((name, value) -> entries.put(String.valueOf(name), value));
        return entries;
    }

    private static List<String> texts(@Nullable Object found) {
        if (!(found instanceof List<?> list)) {
            throw Refusal.of("model.formulas has another form", "lists of columns", String.valueOf(found));
        }
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(String.valueOf(each)));
        return texts;
    }
}
