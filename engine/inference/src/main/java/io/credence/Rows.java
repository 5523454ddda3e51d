package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.data.DataSummary;
import io.credence.data.RowBlock;
import io.credence.diagnostic.RowKeyLookup;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.InProcessBackend;
import io.credence.formula.ColumnProduct;
import io.credence.formula.GroupingTerm;
import io.credence.kind.ColumnScales;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RowGrouping;
import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.part.Choice;
import io.credence.statistics.RowMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows to be fitted, in this process or on a cluster, with facts about their columns. */
public interface Rows {

    /** Name of the column of ones. */
    String INTERCEPT = "(Intercept)";

    /** Names of the columns, in order; an intercept is {@link #INTERCEPT} and first. */
    List<String> names();

    /** Number of classes, where labels are classes 0, 1, 2, …; else 0. */
    int classes();

    /** Names of the classes of the labels, in order; empty where labels are numbers. */
    default List<String> classNames() {
        return List.of();
    }

    /**
     * Rows with labels as a family needs them. For classes, labels that are other whole numbers than 0, 1, … are
     * replaced by their indices in ascending order.
     */
    default Rows ofClasses(@Nullable Choice<LikelihoodPart> family) {
        return this;
    }

    /**
     * Rows without the aliased columns that the fit leaves out. Rows of a table are packed without them, and are
     * returned unchanged.
     */
    default Rows identified(InferenceConfig config) {
        return this;
    }

    /**
     * Partitions of the rows by the posterior factor that they belong to, in a partitioned fit. There is one factor for
     * all rows, unless a column divides them, such as into days.
     *
     * @param name name of the factor if there is one
     * @param summary facts about the partitions
     */
    default List<FactorPartitions> sites(String name, DataSummary summary) {
        int[] all = IntStream.range(0, summary.partitionCount()).toArray();
        return List.of(new FactorPartitions(name, "", summary.rows(), all));
    }

    /** Lookup of the keys of single rows in their table; null where rows have only numbers. */
    default @Nullable RowKeyLookup keys() {
        return null;
    }

    /**
     * Grouping factors of the rows; null where there are none.
     *
     * @param terms effects that vary between levels, for rows that were read without them
     */
    default @Nullable RowGrouping groups(List<GroupingTerm> terms) {
        return null;
    }

    /**
     * Names of the columns of each linear predictor, as far as a formula shows it; empty where each has all columns.
     */
    default List<List<String>> predictorColumns() {
        return List.of();
    }

    /** Columns that are products of other columns, as far as a formula shows it. */
    default List<ColumnProduct> products() {
        return List.of();
    }

    /** Scales by which the columns were divided. */
    default ColumnScales scales() {
        return ColumnScales.unscaled(names().size());
    }

    /**
     * Moments of columns and response, by a pass over the rows.
     *
     * @param backend backend of these rows
     */
    default RowMoments moments(ExecutionBackend backend) {
        return backend.run(RowMoments.pass(names().size(), backend.summary().sparse()));
    }

    /**
     * Creates the backend that runs passes over the rows; to be closed.
     *
     * @param kernel auto, java, native or mixed
     */
    ExecutionBackend toBackend(String kernel);

    /** Whether the first column is the column of ones. */
    default boolean hasIntercept() {
        return !names().isEmpty() && names().get(0).equals(INTERCEPT);
    }

    /**
     * Names of all coefficients. They are the names of the columns or, with several linear predictors, such as "1:age".
     *
     * @param predictors names of the linear predictors; empty where coefficients have the names of the columns
     */
    default List<String> coefficientNames(List<String> predictors) {
        return predictors.isEmpty()
                ? names()
                : predictors.stream()
                        .flatMap(predictor -> names().stream().map(name -> predictor + ":" + name))
                        .toList();
    }

    /**
     * Creates rows in this process, with a leading column of ones and in one partition.
     *
     * @param names names of the columns without the intercept
     * @param features one array per row
     * @param labels one label per row; for classes whole numbers, whose levels in ascending order are the classes
     * @throws IllegalArgumentException if rows and labels differ in number, rows differ in length, or there are none
     */
    static InMemory of(List<String> names, double[][] features, double[] labels) {
        return inMemory(names, features, labels, true);
    }

    /** Creates rows in this process without a column of ones, for a family with cutpoints instead of an intercept. */
    static Rows withoutIntercept(List<String> names, double[][] features, double[] labels) {
        return inMemory(names, features, labels, false);
    }

    private static InMemory inMemory(List<String> names, double[][] features, double[] labels, boolean intercept) {
        if (features.length != labels.length || labels.length == 0) {
            throw new IllegalArgumentException(
                    "rows need a label each, at least one: required as many labels as rows, found " + features.length
                            + " rows and " + labels.length + " labels");
        }
        List<String> all = new ArrayList<>(intercept ? List.of(INTERCEPT) : List.of());
        all.addAll(names);
        return new InMemory(
                List.copyOf(all), RowBlockTransforms.pack(all.size(), intercept ? 1 : 0, features, labels), labels);
    }

    /** Creates rows in this process, with a leading column of ones, and labels that are counts or classes. */
    static InMemory of(List<String> names, double[][] features, int[] labels) {
        return of(names, features, Arrays.stream(labels).asDoubleStream().toArray());
    }

    /** Creates rows in this process, with a leading column of ones, and labels that are counts or classes. */
    static InMemory of(List<String> names, double[][] features, long[] labels) {
        return of(names, features, Arrays.stream(labels).asDoubleStream().toArray());
    }

    /** Creates rows in this process, with a leading column of ones before columns named x1, x2, …. */
    static Rows of(double[][] features, double[] labels) {
        int columns = features.length == 0 ? 0 : features[0].length;
        List<String> names =
                IntStream.rangeClosed(1, columns).mapToObj(j -> "x" + j).toList();
        return of(names, features, labels);
    }

    /** Creates rows in this process, with columns named x1, x2, …, and labels that are counts or classes. */
    static Rows of(double[][] features, int[] labels) {
        return of(features, Arrays.stream(labels).asDoubleStream().toArray());
    }

    /** Creates rows in this process, with columns named x1, x2, …, and labels that are counts or classes. */
    static Rows of(double[][] features, long[] labels) {
        return of(features, Arrays.stream(labels).asDoubleStream().toArray());
    }

    /**
     * Rows in this process.
     *
     * @param names names of the columns
     * @param blocks packed rows of one partition
     * @param labels labels of all rows
     * @param factors grouping factors
     * @param levelNames names of the levels, by factor
     * @param classNames levels of the labels that are the classes, in order; empty where labels are indices of classes,
     *     or no classes
     */
    record InMemory(
            List<String> names,
            List<RowBlock> blocks,
            double[] labels,
            List<GroupingFactor> factors,
            List<List<String>> levelNames,
            List<String> classNames)
            implements Rows {

        /** Creates rows without grouping factors. */
        public InMemory(List<String> names, List<RowBlock> blocks, double[] labels) {
            this(names, blocks, labels, List.of(), List.of(), List.of());
        }

        /**
         * Copy with one more grouping factor.
         *
         * @param factor name of the factor
         * @param levels level of each row
         */
        public InMemory inGroups(String factor, List<String> levels) {
            int missing = new ArrayList<>(levels).indexOf(null);
            if (levels.size() != labels.length || missing >= 0) {
                throw new IllegalArgumentException("each row has a level of '" + factor + "': required " + labels.length
                        + ", found " + (missing < 0 ? levels.size() : "null in row " + missing));
            }
            List<String> sorted = levels.stream().distinct().sorted().toList();
            List<RowBlock> grouped = new ArrayList<>();
            int first = 0;
            for (RowBlock block : blocks) {
                int[] own = levels.subList(first, first + block.rows()).stream()
                        .mapToInt(level -> Collections.binarySearch(sorted, level))
                        .toArray();
                grouped.add(block.withAttributes(block.attributes().withLevels(own)));
                first += block.rows();
            }
            List<GroupingFactor> more = new ArrayList<>(factors);
            more.add(GroupingFactor.of(factor, sorted));
            List<List<String>> moreNames = new ArrayList<>(levelNames);
            moreNames.add(sorted);
            return new InMemory(names, grouped, labels, List.copyOf(more), List.copyOf(moreNames), classNames);
        }

        @Override
        public InMemory ofClasses(@Nullable Choice<LikelihoodPart> family) {
            if (family == null) {
                return this;
            }
            int most = family.part().maxClassCount(family.values());
            boolean counted = family.part().takesClassCountFromData(family.values());
            double[] levels = Arrays.stream(labels).distinct().sorted().toArray();
            boolean areLevels = LabelChecks.areClassCodes(
                    levels, most, k -> counted ? levels[k] == k : levels[k] >= 0 && levels[k] < most);
            if (!areLevels) {
                return this;
            }
            return new InMemory(
                    names,
                    blocks.stream()
                            .map(block -> RowBlockTransforms.withNumberedLabels(block, levels))
                            .toList(),
                    RowBlockTransforms.labelIndices(labels, levels),
                    factors,
                    levelNames,
                    Arrays.stream(levels)
                            .mapToObj(level -> String.valueOf((long) level))
                            .toList());
        }

        @Override
        public InMemory identified(InferenceConfig config) {
            BitSet aliased = AliasedColumnSearch.find(this, config);
            return aliased.isEmpty()
                    ? this
                    : new InMemory(
                            IntStream.range(0, names.size())
                                    .filter(j -> !aliased.get(j))
                                    .mapToObj(names::get)
                                    .toList(),
                            blocks.stream()
                                    .map(block -> RowBlockTransforms.withoutColumns(block, aliased))
                                    .toList(),
                            labels,
                            factors,
                            levelNames,
                            classNames);
        }

        @Override
        public @Nullable RowGrouping groups(List<GroupingTerm> terms) {
            return factors.isEmpty()
                    ? null
                    : RowGrouping.of(
                            terms, names, factors, levelNames, RowBlockTransforms.largestLevelSizes(blocks, factors));
        }

        /** Number of classes: the largest label plus one where all labels are whole numbers from 0; else 0. */
        @Override
        public int classes() {
            boolean whole = Arrays.stream(labels).allMatch(y -> y >= 0 && y == Math.rint(y) && y < Integer.MAX_VALUE);
            return whole ? 1 + (int) Arrays.stream(labels).max().orElse(-1) : 0;
        }

        @Override
        public ExecutionBackend toBackend(String kernel) {
            DenseKernel dense = Kernels.named(kernel);
            return new InProcessBackend(List.of(blocks), dense, 1);
        }
    }
}
