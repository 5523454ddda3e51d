package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.Triangular;
import io.credence.statistics.ColumnMoments;
import io.credence.statistics.GramSums;
import io.credence.statistics.ResidualSums;
import io.credence.statistics.ResidualSums.Combination;
import io.credence.statistics.RowMoments;
import io.credence.summary.Sentences;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Search for aliased columns: empty ones, and exact linear combinations of earlier ones. The choice among them is that
 * of R's {@code glm}. Their coefficients are not fitted under the default prior; a prior that the user gave identifies
 * them, so they stay in the fit.
 */
public final class AliasedColumnSearch {
    // Cholesky's factor of the columns' correlations, in their order. A column of which little is left beside the kept
    // ones is looked up in the rows: sums of products resolve 1e-8 of a column's spread, cells less the combination of
    // others 1e-15.

    /**
     * Largest number of columns that are searched for combinations; with more, only empty ones are found. The sums of
     * their products take 8 MB, as many numbers as one step of a fit with a full covariance.
     */
    static final int MOST = 1_000;
    /**
     * Limit of a column's residual sum of squares, as a share of the total, below which it is recomputed from the rows.
     */
    private static final double DOUBTFUL = 1e-6;
    /**
     * Limit of a column's residual, as a share of its spread, below which it counts as zero, as in R's least squares.
     */
    private static final double NONE = 1e-7;
    /** Rounding error that is allowed to the cells of a combination together, in units in the last place. */
    private static final double ROUNDED = 4;
    /** Smallest squared residual, as a share of the column's sum of squares, that can be told from rounding. */
    private static final double SINGULAR = 1e-12;

    private final ExecutionBackend backend;
    private final int candidates;
    private final double precision;
    private final RowMoments moments;
    private final double[] origin;
    private final double[] size;

    private AliasedColumnSearch(ExecutionBackend backend, RowMoments moments, int candidates, boolean ones) {
        this.backend = backend;
        this.candidates = candidates;
        int columns = backend.summary().columns();
        this.moments = moments;
        this.precision = moments.columnValues().hasSinglePrecision() ? 0x1p-23 : 0x1p-52;
        this.origin = new double[columns];
        this.size = new double[columns];
        ColumnMoments of = moments.columnMoments();
        for (int j = 0; j < columns; j++) {
            boolean counted = ones && of.sd(j) > 0;
            origin[j] = counted ? of.mean(j) : 0;
            size[j] = Math.sqrt(of.weight()) * (counted ? of.sd(j) : Math.sqrt(of.meanSquare(j)));
        }
    }

    /**
     * Whether a fit leaves out aliased columns. It does where only the default prior, whose scale comes from the rows,
     * would identify their coefficients.
     */
    public static boolean areLeftOut(InferenceConfig config) {
        return config.model().className() == null
                && config.model().request().hasColumnCoefficients()
                && config.prior().isNormal()
                && config.prior().isSdAutomatic()
                && !config.prior().isEarlierPosterior();
    }

    /** Aliased columns of rows in this process; none where the fit leaves none out. */
    static BitSet find(Rows.InMemory rows, InferenceConfig config) {
        if (!areLeftOut(config)) {
            return new BitSet();
        }
        List<String> stay = new ArrayList<>(config.prior().coefficients().keySet());
        config.model().request().groupingTerms().forEach(term -> stay.addAll(term.effectNames()));
        try (ExecutionBackend backend = rows.toBackend(config.kernel())) {
            return find(
                    backend,
                    rows.moments(backend),
                    rows.names().size(),
                    rows.hasIntercept(),
                    config.model().hasCutpoints(),
                    indicesOf(stay, rows.names()));
        }
    }

    /** Indices of those entries of {@code among} that are in {@code names}. */
    public static BitSet indicesOf(Collection<String> names, List<String> among) {
        Set<String> known = new HashSet<>(names);
        BitSet indices = new BitSet();
        for (int j = 0; j < among.size(); j++) {
            indices.set(j, known.contains(among.get(j)));
        }
        return indices;
    }

    /** Notes to the user on the columns that are left out. */
    public static List<String> notes(List<String> aliased) {
        return aliased.isEmpty()
                ? List.of()
                : List.of(
                        "not fitted, since each is empty, constant or an exact combination of columns before it: "
                                + Sentences.listed(aliased)
                                + "; their coefficients count as 0 (a number for prior.sd, or one in prior.coefficients, fits them)");
    }

    /** Note to the user where there are so many columns that only empty ones are searched for. */
    public static List<String> notes(int columns) {
        return columns <= MOST
                ? List.of()
                : List.of(
                        "of " + columns + " columns only empty and constant ones were left out: exact combinations are"
                                + " looked for among up to " + MOST);
    }

    /**
     * Finds the aliased columns.
     *
     * @param moments moments of the rows
     * @param candidates number of first columns that are searched: those with a coefficient of their own
     * @param intercept whether the first column is one of ones
     * @param cutpoints whether the model has a constant that is no column
     * @param stay columns that are fitted in any case
     */
    public static BitSet find(
            ExecutionBackend backend,
            RowMoments moments,
            int candidates,
            boolean intercept,
            boolean cutpoints,
            BitSet stay) {
        AliasedColumnSearch columns = new AliasedColumnSearch(backend, moments, candidates, intercept || cutpoints);
        BitSet none = new BitSet();
        for (int j = intercept ? 1 : 0; j < candidates; j++) {
            boolean constant =
                    (intercept || cutpoints) && moments.columnMoments().sd(j) == 0;
            none.set(j, !stay.get(j) && (constant || moments.columnValues().isZero(j)));
        }
        return columns.origin.length > MOST ? none : columns.withCombinations(none, (BitSet) stay.clone());
    }

    /**
     * Adds the columns that are linear combinations of others. Columns in {@code kept} are not checked against the
     * rows.
     */
    private BitSet withCombinations(BitSet none, BitSet kept) {
        double[] correlations = correlations();
        while (true) {
            List<Combination> doubtful = doubtfulCombinations(correlations, none, kept);
            double[] left = doubtful.isEmpty()
                    ? new double[0]
                    : backend.run(ResidualSums.pass(doubtful, origin)).sumsOfSquares();
            BitSet aliased = (BitSet) none.clone();
            int before = kept.cardinality();
            for (int c = 0; c < left.length; c++) {
                boolean adds = left[c] > allowedSquaredResidual(doubtful.get(c));
                (adds ? kept : aliased).set(doubtful.get(c).columns()[0]);
            }
            if (kept.cardinality() == before) {
                return aliased;
            }
        }
    }

    private double[] correlations() {
        int n = origin.length;
        boolean sparse = backend.summary().sparse();
        ColumnMoments of = moments.columnMoments();
        double weight = of.weight();
        double[] products =
                backend.run(GramSums.pass(sparse ? new double[n] : origin)).products();
        for (int j = 0; j < n; j++) {
            for (int k = 0; k <= j; k++) {
                boolean about = sparse && (origin[j] != 0 || origin[k] != 0);
                double mean = about ? weight * of.mean(j) * of.mean(k) : 0;
                products[j * n + k] = (products[j * n + k] - mean) / (size[j] * size[k]);
            }
        }
        return products;
    }

    /**
     * Columns with a small residual, each as the linear combination that is this residual: the column less its
     * regression on earlier ones.
     */
    private List<Combination> doubtfulCombinations(double[] correlations, BitSet none, BitSet proved) {
        List<Combination> doubtful = new ArrayList<>();
        int n = origin.length;
        double[] factor = new double[n * n];
        int[] basis = new int[n];
        int rank = 0;
        for (int j = 0; j < candidates; j++) {
            if (none.get(j)) {
                continue;
            }
            double[] row = new double[rank + 1];
            for (int k = 0; k < rank; k++) {
                row[k] = correlations[j * n + basis[k]];
            }
            Triangular.solve(factor, 0, n, rank, row, 0, 1);
            double left = correlations[j * n + j];
            for (int k = 0; k < rank; k++) {
                left -= row[k] * row[k];
            }
            if (left < DOUBTFUL && !proved.get(j)) {
                doubtful.add(residualCombination(j, basis, factor, Arrays.copyOf(row, rank)));
            } else if (left > SINGULAR) {
                row[rank] = Math.sqrt(left);
                System.arraycopy(row, 0, factor, rank * n, row.length);
                basis[rank++] = j;
            }
        }
        return doubtful;
    }

    private Combination residualCombination(int column, int[] basis, double[] factor, double[] share) {
        int rank = share.length;
        Triangular.solveTransposed(factor, 0, origin.length, rank, share, 0, 1);
        int[] columns = new int[rank + 1];
        double[] coefficients = new double[rank + 1];
        columns[0] = column;
        coefficients[0] = 1 / size[column];
        int terms = 1;
        for (int k = rank - 1; k >= 0; k--) {
            if (Math.abs(share[k]) > precision) {
                columns[terms] = basis[k];
                coefficients[terms++] = -share[k] / size[basis[k]];
            }
        }
        return new Combination(Arrays.copyOf(columns, terms), Arrays.copyOf(coefficients, terms));
    }

    /** Largest sum of squares of a combination that still counts as zero, rounding of the cells included. */
    private double allowedSquaredResidual(Combination combination) {
        double sum = 0;
        for (int k = 0; k < combination.columns().length; k++) {
            sum += Math.pow(combination.coefficients()[k], 2)
                    * moments.columnMoments().meanSquare(combination.columns()[k]);
        }
        return NONE * NONE
                + Math.pow(ROUNDED * precision, 2) * moments.columnMoments().weight() * sum;
    }
}
