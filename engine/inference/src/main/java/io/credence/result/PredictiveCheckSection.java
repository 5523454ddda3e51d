package io.credence.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.predict.PredictiveCheck;

/** Reader and writer of the section {@code predictive} of a result. */
final class PredictiveCheckSection {

    private PredictiveCheckSection() {}

    static void write(ObjectNode object, PredictiveCheck check) {
        object.put("rows", check.rows()).put("draws", check.replications());
        ArrayNode statistics = object.putArray("statistics");
        for (PredictiveCheck.Statistic each : check.statistics()) {
            statistics
                    .addObject()
                    .put("name", each.name())
                    .put("observed", each.observed())
                    .put("mean", each.mean())
                    .put("q05", each.lower())
                    .put("q95", each.upper())
                    .put("probability", each.exceedanceProbability());
        }
        ArrayNode calibration = object.putArray("calibration");
        for (PredictiveCheck.CalibrationBin bin : check.calibration()) {
            ObjectNode node = calibration.addObject().put("event", bin.event());
            node.put("from", bin.lowerEdge())
                    .put("weight", bin.weight())
                    .put("predicted", bin.predictedProbability())
                    .put("observed", bin.observedShare());
            if (!Double.isNaN(bin.lower())) {
                node.put("q05", bin.lower()).put("q95", bin.upper());
            }
        }
    }

    static PredictiveCheck read(JsonCursor cursor) {
        return new PredictiveCheck(
                cursor.child("rows").wholeNumber(),
                cursor.child("draws").count(),
                cursor.child("statistics").elements().stream()
                        .map(each -> new PredictiveCheck.Statistic(
                                each.child("name").text(),
                                each.child("observed").numberOrInfinity(),
                                each.child("mean").numberOrInfinity(),
                                each.child("q05").numberOrInfinity(),
                                each.child("q95").numberOrInfinity(),
                                each.child("probability").numberOrInfinity()))
                        .toList(),
                cursor.child("calibration").elements().stream()
                        .map(bin -> new PredictiveCheck.CalibrationBin(
                                bin.child("event").text("1"),
                                bin.child("from").numberOrInfinity(),
                                bin.child("weight").numberOrInfinity(),
                                bin.child("predicted").numberOrInfinity(),
                                bin.child("observed").numberOrInfinity(),
                                bin.child("q05").number(Double.NaN),
                                bin.child("q95").number(Double.NaN)))
                        .toList());
    }
}
