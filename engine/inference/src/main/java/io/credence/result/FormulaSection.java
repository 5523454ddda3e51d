package io.credence.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.formula.Basis;
import io.credence.formula.Design;
import io.credence.formula.DesignData;
import io.credence.formula.Formula;
import io.credence.formula.GroupTerm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Reader and writer of a formula in {@code posterior.json}, with the levels and bases found in the rows of the fit. */
final class FormulaSection {

    private FormulaSection() {}

    static void write(ObjectNode into, Design design) {
        DesignData data = design.data();
        into.put("text", design.formula().text());
        if (design.isWithoutIntercept()) {
            into.put("intercept", false);
        }
        for (GroupTerm group : design.formula().groupTerms()) {
            ObjectNode node = into.withArray("groups").addObject();
            node.put("effects", group.effects().text()).put("correlated", group.correlated());
            group.factorColumns().forEach(node.putArray("by")::add);
        }
        data.otherColumns().forEach(into.putArray("others")::add);
        data.factorColumns().forEach(into.putArray("factors")::add);
        ObjectNode levels = into.putObject("levels");
        data.levels().forEach((column, all) -> all.forEach(levels.putArray(column)::add));
        ObjectNode bases = into.putObject("bases");
        data.bases().forEach((call, basis) -> bases.set(call, PosteriorJson.MAPPER.valueToTree(basis.parameters())));
    }

    static Design read(JsonNode node, List<String> aliased) {
        Map<String, List<String>> levels = new LinkedHashMap<>();
        node.path("levels").fields().forEachRemaining(entry -> levels.put(entry.getKey(), texts(entry.getValue())));
        Map<String, Basis> bases = new LinkedHashMap<>();
        node.path("bases").fields().forEachRemaining(entry -> bases.put(entry.getKey(), readBasis(entry.getValue())));
        DesignData data = new DesignData(
                texts(node.path("others")), new LinkedHashSet<>(texts(node.path("factors"))), levels, bases);
        List<GroupTerm> groups = new ArrayList<>();
        node.path("groups")
                .forEach(group -> groups.add(GroupTerm.of(
                        group.path("effects").asText(),
                        texts(group.path("by")),
                        group.path("correlated").asBoolean())));
        Design design =
                Formula.parse(node.path("text").asText()).withGroupTerms(groups).design(data);
        Design own = node.path("intercept").asBoolean(true) ? design : design.withoutIntercept();
        return aliased.isEmpty() ? own : own.withoutColumns(aliased);
    }

    private static Basis readBasis(JsonNode node) {
        OptionalInt degree =
                node.has("degree") ? OptionalInt.of(node.path("degree").asInt()) : OptionalInt.empty();
        return Basis.restore(
                numbers(node.path("knots")), degree, numbers(node.path("centres")), numbers(node.path("norms")));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.asText()));
        return texts;
    }

    private static List<Double> numbers(JsonNode array) {
        List<Double> numbers = new ArrayList<>();
        array.forEach(node -> numbers.add(node.asDouble()));
        return numbers;
    }
}
