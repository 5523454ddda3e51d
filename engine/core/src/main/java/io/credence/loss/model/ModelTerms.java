package io.credence.loss.model;

import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import io.credence.model.DecomposedModel;
import io.credence.model.Parameter;
import io.credence.model.Parameters;
import io.credence.model.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The terms of a decomposed model's log-likelihood at the rows and draws of a chunk. */
public final class ModelTerms {

    /** Largest number of terms that are kept at once: 8 MB. */
    private static final int MOST_KEPT = 1 << 20;

    private final DecomposedModel model;
    private final List<int[]> involved;
    private final int draws;
    private final int together;
    private final double[] kept;
    private int[][] factorsOf = new int[0][];
    private int factors;

    public ModelTerms(DecomposedModel model, Parameters parameters, int draws) {
        this.model = model;
        this.involved = parametersOfTerms(model, parameters);
        this.draws = draws;
        this.together = Math.max(1, Math.min(PredictorChunk.CAPACITY, MOST_KEPT / draws / involved.size()));
        this.kept = new double[Math.multiplyExact(draws, together * involved.size())];
    }

    /** Records the factors that each term involves. Parameters after the last of the blocks are in none. */
    public void setFactors(Blocks cut) {
        int[] owners = cut.blockIndices();
        factors = cut.count();
        factorsOf = involved.stream()
                .map(own -> Arrays.stream(own)
                        .filter(j -> j < owners.length)
                        .map(j -> owners[j])
                        .distinct()
                        .toArray())
                .toArray(int[][]::new);
    }

    /**
     * Indices of the unconstrained parameters that each term involves.
     *
     * @throws IllegalArgumentException if there is no term, or one names no parameter or an unknown one
     */
    public static List<int[]> parametersOfTerms(DecomposedModel model, Parameters parameters) {
        String name = model.getClass().getName();
        List<Set<String>> terms = model.terms(parameters.list());
        if (terms.isEmpty()) {
            throw new IllegalArgumentException(
                    "model " + name + " must have at least one term of its log-likelihood but terms() gave none");
        }
        Map<String, int[]> known = new HashMap<>();
        int at = 0;
        for (Parameter parameter : parameters.list()) {
            int[] own = new int[parameter.transform().unconstrained()];
            for (int i = 0; i < own.length; i++) {
                own[i] = at++;
            }
            known.put(parameter.name(), own);
        }
        List<int[]> involved = new ArrayList<>();
        for (Set<String> names : terms) {
            if (names.isEmpty() || !known.keySet().containsAll(names)) {
                throw new IllegalArgumentException("each term of model " + name + " must name at least one of the"
                        + " parameters " + known.keySet().stream().sorted().toList() + " and no other, but term "
                        + involved.size() + " names " + names.stream().sorted().toList());
            }
            involved.add(names.stream()
                    .flatMapToInt(each -> Arrays.stream(known.getOrDefault(each, new int[0])))
                    .sorted()
                    .toArray());
        }
        return involved;
    }

    /** Number of rows of {@code block}, from {@code first} on, whose terms are kept at once. */
    public int rowCountTogether(RowBlock block, int first) {
        return Math.min(together, block.rows() - first);
    }

    /** Computes and stores the terms of row i at draw s, and returns their sum. */
    public double storeTerms(int s, int i, Row row, double[] parameters) {
        double[] terms = model.logLikelihoods(row, parameters);
        int count = involved.size();
        if (terms.length != count) {
            throw new IllegalArgumentException("model " + model.getClass().getName() + " must give its " + count
                    + " terms for every row but gave " + terms.length);
        }
        System.arraycopy(terms, 0, kept, (s * together + i) * count, count);
        double sum = 0;
        for (double term : terms) {
            sum += term;
        }
        return sum;
    }

    /** Adds minus the weighted stored terms of {@code rows} rows to the factors that they involve. */
    public void addBlankets(int rows, double[] weights, double[] blankets) {
        int count = involved.size();
        for (int t = 0; t < count; t++) {
            for (int s = 0; s < draws; s++) {
                double sum = 0;
                for (int i = 0; i < rows; i++) {
                    sum -= weights[s * PredictorChunk.CAPACITY + i] * kept[(s * together + i) * count + t];
                }
                for (int f : factorsOf[t]) {
                    blankets[s * factors + f] += sum;
                }
            }
        }
    }
}
