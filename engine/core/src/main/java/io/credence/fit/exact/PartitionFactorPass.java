package io.credence.fit.exact;

import io.credence.data.DataSummary;
import io.credence.data.RowBlock;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianFactor;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.fit.Budget;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.InProcessBackend;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.PassStatistics;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Round of partitioned variational inference in one partition, whose rows alone are fitted exactly (Ashman et al. 2022,
 * algorithm 1). The prior of that fit is the cavity q₋ₖ ∝ π Π_{j≠k} t_j; the new factor is what the fit adds to the
 * cavity. This is the only pass that knows a prior, since the likelihoods of the other partitions are part of that
 * prior.
 *
 * @param problem problem that is fitted; its prior is replaced by the cavity
 * @param tolerance tolerance of the fits of the partitions
 * @param seed seed of these fits
 * @param startParameters start of these fits, μ and packed P; null to search for the mode first
 * @param prior prior π
 * @param partitionFactors Gaussian factors t_k of all partitions
 */
record PartitionFactorPass(
        ExactProblem problem,
        double tolerance,
        long seed,
        double @Nullable [] startParameters,
        GaussianFactor prior,
        List<GaussianFactor> partitionFactors)
        implements PartitionPass<PartitionFactorSums> {

    @Override
    public PartitionFactorSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        List<RowBlock> rows = new ArrayList<>();
        blocks.forEachRemaining(rows::add);
        if (rows.stream().allMatch(block -> block.rows() == 0)) {
            int d = prior.dimension();
            int totals = problem.likelihood().loss(problem.dispersion()).dispersionTotalCount();
            PassStatistics none = new PassStatistics(d, CurvatureForm.FULL.length(d), totals);
            return new PartitionFactorSums(none, GaussianFactor.flat(d), 0);
        }
        GaussianFactor cavity = cavity(partition);
        FullGaussian without = cavity.toGaussian(kernel);
        if (without == null) {
            return tangentFactor(partition, rows, kernel);
        }
        OnePartition own = new OnePartition(partition, rows, kernel);
        ExactProblem local = new ExactProblem(
                problem.likelihood(),
                GaussianPrior.ofPrecision(without.mean(), without.precision()),
                problem.dispersionPrior(),
                problem.dispersion());
        FitSettings settings = new FitSettings(GaussianStructure.FULL, Budget.MOST_PASSES, tolerance, seed);
        NewtonAlgorithm fit = new NewtonAlgorithm(local, settings, own, kernel);
        FitState end = fit.run(
                startParameters == null ? fit.init() : fit.variationalStageAt(toGaussian(startParameters, kernel)),
                List.of());
        NewtonState search = NewtonController.searchState(end);
        NewtonState.EvaluatedStep best = search.acceptedStep();
        GaussianFactor site = best == null
                ? partitionFactors.get(partition)
                : naturalParametersAfter(search.best().gaussian(), best).multipliedBy(-1, cavity);
        return new PartitionFactorSums(own.firstPassSums(), site, end.rowsVisited());
    }

    /**
     * The partition's factor as tangent at the posterior. With losses that are not convex the product of the others
     * need not be a Gaussian; then the tangent is the factor.
     */
    private PartitionFactorSums tangentFactor(int partition, List<RowBlock> rows, DenseKernel kernel) {
        FullGaussian q = toGaussian(Objects.requireNonNull(startParameters, "the prior is a Gaussian"), kernel);
        boolean sparse = InProcessBackend.summarize(List.of(rows)).sparse();
        RowLoss loss = problem.likelihood().loss(problem.dispersion());
        PassStatistics sums = new ExpectationPass(
                        loss, q.mean(), q.coefficientCovariance(sparse), CurvatureForm.FULL, RowSample.ALL)
                .sumPartition(partition, rows.iterator(), kernel);
        if (sums.firstNonFinite() != null) {
            return new PartitionFactorSums(sums, partitionFactors.get(partition), sums.rows());
        }
        GaussianFactor around = GaussianFactor.around(q.mean(), sums.curvature());
        double[] linear = Vectors.plusScaled(around.linear(), -1, sums.gradient());
        return new PartitionFactorSums(sums, new GaussianFactor(linear, sums.curvature()), sums.rows());
    }

    /** The posterior as a Gaussian with the kernel of this machine, which need not be the driver's. */
    private FullGaussian toGaussian(double[] coordinates, DenseKernel kernel) {
        int d = prior.dimension();
        FullGaussian q = FullGaussian.of(
                kernel, Arrays.copyOf(coordinates, d), Arrays.copyOfRange(coordinates, d, coordinates.length));
        if (q == null) {
            throw new IllegalStateException("the posterior of a round has a positive definite precision");
        }
        return q;
    }

    /**
     * Cavity of a partition: product of the prior and all other factors. No factor is divided out, since a subtraction
     * would lose digits.
     */
    private GaussianFactor cavity(int partition) {
        GaussianFactor product = prior;
        for (int k = 0; k < partitionFactors.size(); k++) {
            product = k == partition ? product : product.multipliedBy(partitionFactors.get(k));
        }
        return product;
    }

    /** Natural parameters after the last step of the fit: the precision T, and Tμ + g with the bound's gradient g. */
    private static GaussianFactor naturalParametersAfter(GaussianPosterior q, NewtonState.EvaluatedStep best) {
        double[] target = best.proposal().targetPrecision();
        GaussianFactor there = GaussianFactor.around(q.mean(), target == null ? q.precision() : target);
        return new GaussianFactor(
                Vectors.plusScaled(there.linear(), 1, best.proposal().ascent()), there.precision());
    }

    /** Backend for the rows of one partition in this thread, which remembers the sums of the first pass over them. */
    private static final class OnePartition implements ExecutionBackend {

        private final int partition;
        private final List<RowBlock> rows;
        private final DenseKernel kernel;
        private final DataSummary summary;
        private @Nullable PassStatistics first;

        OnePartition(int partition, List<RowBlock> rows, DenseKernel kernel) {
            this.partition = partition;
            this.rows = rows;
            this.kernel = kernel;
            this.summary = InProcessBackend.summarize(List.of(rows));
        }

        @Override
        public DataSummary summary() {
            return summary;
        }

        @Override
        public <T extends Sums<T>> void collectEach(
                PartitionPass<T> pass, int[] partitions, Consumer<? super T> taker) {
            T sums = pass.sumPartition(partition, rows.iterator(), kernel);
            if (first == null && sums instanceof PassStatistics statistics) {
                first = statistics;
            }
            taker.accept(sums);
        }

        @Override
        public List<String> kernels() {
            return List.of(kernel.name());
        }

        PassStatistics firstPassSums() {
            if (first == null) {
                throw new IllegalStateException("a fit begins with a pass");
            }
            return first;
        }
    }
}
