package io.credence.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.diagnostic.SimulationRanks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Report on simulation-based calibration, as lines for the terminal and as JSON. */
public final class CalibrationTable {

    private static final String BARS = " ▁▂▃▄▅▆▇█";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private CalibrationTable() {}

    /** Lines for the terminal: a histogram of the ranks of each parameter, and a verdict. */
    public static List<String> lines(SimulationRanks ranks, int failed) {
        int width = ranks.names().stream().mapToInt(String::length).max().orElse(4);
        int[] band = ranks.countBand();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "ranks of the true parameters among %d draws in %d simulations; 99 %% of uniform bars hold %d to %d",
                ranks.draws(),
                ranks.simulations(),
                band[0],
                band[1]));
        lines.add(" ".repeat(width) + "  chi2 p   50 %   90 %  ranks");
        for (int k = 0; k < ranks.names().size(); k++) {
            String name = ranks.names().get(k);
            lines.add(String.format(
                    Locale.ROOT,
                    "%s  %6.3f  %5.3f  %5.3f  %s",
                    name + " ".repeat(width - name.length()),
                    ranks.pValue(k),
                    ranks.coverage(k, 0.5),
                    ranks.coverage(k, 0.9),
                    histogramBars(ranks.histogram(k))));
        }
        lines.add(verdict(ranks, failed));
        return lines;
    }

    private static String histogramBars(int[] counts) {
        int most = Math.max(1, Arrays.stream(counts).max().orElse(1));
        return Arrays.stream(counts)
                .mapToObj(count -> BARS.substring(8 * count / most, 8 * count / most + 1))
                .collect(Collectors.joining());
    }

    private static String verdict(SimulationRanks ranks, int failed) {
        List<Integer> uneven = ranks.unevenParameters();
        if (!uneven.isEmpty()) {
            return "NOT calibrated: "
                    + uneven.stream()
                            .map(k -> ranks.names().get(k) + ", whose " + ranks.deviationText(k))
                            .collect(Collectors.joining("; "));
        }
        return failed == 0
                ? "calibrated: the ranks are consistent with a uniform distribution"
                : "NOT calibrated: " + failed + " of " + (failed + ranks.simulations()) + " fits have not converged";
    }

    /** JSON of the report with all ranks. */
    public static String json(SimulationRanks ranks, int failed) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", "credence/calibration/1");
        root.put("calibrated", failed == 0 && ranks.unevenParameters().isEmpty());
        root.put("simulations", ranks.simulations()).put("failed", failed).put("draws", ranks.draws());
        int[] band = ranks.countBand();
        root.putArray("band").add(band[0]).add(band[1]);
        ArrayNode parameters = root.putArray("parameters");
        for (int k = 0; k < ranks.names().size(); k++) {
            ObjectNode node = parameters.addObject().put("name", ranks.names().get(k));
            node.put("chi2P", ranks.pValue(k));
            node.put("coverage50", ranks.coverage(k, 0.5)).put("coverage90", ranks.coverage(k, 0.9));
            Arrays.stream(ranks.histogram(k)).forEach(node.putArray("histogram")::add);
            Arrays.stream(ranks.ranks()[k]).forEach(node.putArray("ranks")::add);
        }
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of JSON nodes can be written", impossible);
        }
    }
}
