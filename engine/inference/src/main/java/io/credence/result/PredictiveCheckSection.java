package io.credence.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.predict.PredictiveCheck;

/** Reader and writer of the section {@code predictive} of a result. */
final class PredictiveCheckSection {

    private PredictiveCheckSection() {}

    static void write(ObjectNode object, PredictiveCheck check) {
        object.put("rows", check.rows()).put("draws", check.draws());
        ArrayNode statistics = object.putArray("statistics");
        for (PredictiveCheck.Statistic each : check.statistics()) {
            statistics
                    .addObject()
                    .put("name", each.name())
                    .put("observed", each.observed())
                    .put("mean", each.mean())
                    .put("q05", each.lower())
                    .put("q95", each.upper())
                    .put("probability", each.probability());
        }
        ArrayNode calibration = object.putArray("calibration");
        for (PredictiveCheck.CalibrationBin bin : check.calibration()) {
            ObjectNode node = calibration.addObject().put("event", bin.event());
            node.put("from", bin.from())
                    .put("weight", bin.weight())
                    .put("predicted", bin.predicted())
                    .put("observed", bin.observed());
            if (!Double.isNaN(bin.lower())) {
                node.put("q05", bin.lower()).put("q95", bin.upper());
            }
        }
    }

    static PredictiveCheck read(JsonCursor cursor) {
        return new PredictiveCheck(
                cursor.at("rows").whole(),
                cursor.at("draws").count(),
                cursor.at("statistics").each().stream()
                        .map(each -> new PredictiveCheck.Statistic(
                                each.at("name").text(),
                                each.at("observed").wide(),
                                each.at("mean").wide(),
                                each.at("q05").wide(),
                                each.at("q95").wide(),
                                each.at("probability").wide()))
                        .toList(),
                cursor.at("calibration").each().stream()
                        .map(bin -> new PredictiveCheck.CalibrationBin(
                                bin.at("event").text("1"),
                                bin.at("from").wide(),
                                bin.at("weight").wide(),
                                bin.at("predicted").wide(),
                                bin.at("observed").wide(),
                                bin.at("q05").number(Double.NaN),
                                bin.at("q95").number(Double.NaN)))
                        .toList());
    }
}
