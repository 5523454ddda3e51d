package io.credence.report.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.formula.ColumnFactor;
import io.credence.result.SavedPosterior;

/** Scorer of new rows as plain JSON, which a few lines of any language evaluate; schema credence/scorer/1. */
public final class ScorerJson {

    /** Name and version of the schema. */
    public static final String SCHEMA = "credence/scorer/1";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ScorerJson() {}

    /**
     * Text of the scorer.
     *
     * @throws IllegalArgumentException if a scorer of the posterior's model cannot be written in this form
     */
    public static String text(SavedPosterior saved) {
        MeanScorer scorer = MeanScorer.of(saved);
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", SCHEMA)
                .put("digest", saved.digest())
                .put("reliable", saved.isReliable())
                .put("family", scorer.family())
                .put("response", scorer.response().exportName());
        if (!scorer.label().isEmpty()) {
            root.put("label", scorer.label());
        }
        if (!scorer.classes().isEmpty()) {
            scorer.classes().forEach(root.putArray("classes")::add);
        }
        if (!scorer.offset().isEmpty()) {
            root.put("offset", scorer.offset());
        }
        ArrayNode predictors = root.putArray("predictors");
        for (MeanScorer.Predictor predictor : scorer.predictors()) {
            ArrayNode terms =
                    predictors.addObject().put("name", predictor.name()).putArray("terms");
            for (MeanScorer.ScorerTerm term : predictor.terms()) {
                ArrayNode factors = terms.addObject()
                        .put("name", term.name())
                        .put("coefficient", term.coefficient())
                        .putArray("factors");
                term.factors().forEach(factor -> writeFactor(factors.addObject(), factor));
            }
        }
        saved.covariance()
                .ifPresent(all -> writeCovariance(
                        root.putArray("covariance"), all, saved.names().size()));
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of JSON nodes can be written", impossible);
        }
    }

    private static void writeCovariance(ArrayNode rows, double[] all, int dimension) {
        for (int i = 0; i < dimension; i++) {
            ArrayNode row = rows.addArray();
            for (int j = 0; j < dimension; j++) {
                row.add(all[i * dimension + j]);
            }
        }
    }

    private static void writeFactor(ObjectNode object, ColumnFactor factor) {
        object.put("column", factor.column());
        if (factor instanceof ColumnFactor.LevelValues levels) {
            levels.values().forEach(object.putObject("levels")::put);
        } else if (factor instanceof ColumnFactor.Piecewise smooth) {
            ArrayNode pieces = object.putArray("pieces");
            for (ColumnFactor.Polynomial piece : smooth.pieces()) {
                ObjectNode one = pieces.addObject();
                if (Double.isFinite(piece.upperEnd())) {
                    one.put("to", piece.upperEnd());
                }
                one.put("centre", piece.centre()).put("scale", piece.scale());
                piece.coefficients().forEach(one.putArray("coefficients")::add);
            }
        }
    }
}
