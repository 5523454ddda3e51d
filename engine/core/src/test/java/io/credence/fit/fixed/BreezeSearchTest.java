package io.credence.fit.fixed;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.family.choice.Families;
import io.credence.fit.DrawFits;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.LogJoint;
import io.credence.fit.Problem;
import io.credence.fit.Rows;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;
import io.credence.optimize.BreezeMinimizer;
import io.credence.random.NormalDraws;
import io.credence.testkit.FamilyOptions;
import io.credence.testkit.Repository;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Evaluations of the bounds over fixed draws by our search and by Breeze's L-BFGS, to the same height. */
class BreezeSearchTest {

    /** Distance from the highest value, nats, at which a search has arrived. */
    private static final double NEAR = 1e-6;

    private static final double RELATIVE_TOLERANCE = 1e-14;
    private static final int MOST_ITERATIONS = 1000;
    private static final int D = DrawFits.THETA.length;

    private static InProcessBackend backend(Rows rows) {
        return new InProcessBackend(rows.blocks(2, 64), Fits.KERNEL, 1);
    }

    /** Values in the order of evaluation. */
    private static final class RecordedBound extends FixedDrawBound {

        private final FixedDrawBound bound;
        private final List<Double> values = new ArrayList<>();

        RecordedBound(FixedDrawBound bound) {
            super(0);
            this.bound = bound;
        }

        @Override
        Evaluation at(double[] x) {
            Evaluation observed = bound.at(x);
            values.add(observed.value());
            return observed;
        }

        double highest() {
            return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        }

        /** Number of evaluations until a value is near the given height, or of all where none is. */
        int evaluationsUntil(double height) {
            for (int k = 0; k < values.size(); k++) {
                if (values.get(k) >= height - NEAR) {
                    return k + 1;
                }
            }
            return values.size();
        }
    }

    /** Evaluations of our search and of Breeze's. */
    private record Counts(String name, int ours, int breeze) {}

    private static Counts compare(String name, FixedDrawBound bound, BfgsSearch start) {
        RecordedBound ours = new RecordedBound(bound);
        ours.evaluateTrial(start).runWith(ours::evaluateTrial);
        RecordedBound breeze = new RecordedBound(bound);
        BreezeMinimizer.minimize(
                x -> {
                    FixedDrawBound.Evaluation observed = breeze.at(x);
                    return new BreezeMinimizer.Evaluation(-observed.value(), Vectors.scaled(-1, observed.gradient()));
                },
                start.trialPoint(),
                MOST_ITERATIONS,
                RELATIVE_TOLERANCE);
        double highest = Math.max(ours.highest(), breeze.highest());
        assertWithin(name + ": our search arrives", highest, ours.highest(), NEAR);
        return new Counts(name, ours.evaluationsUntil(highest), breeze.evaluationsUntil(highest));
    }

    private static Counts meanField(String name, String family, Rows rows) {
        try (InProcessBackend backend = backend(rows)) {
            int d = rows.columns();
            Problem problem = Problem.of(Fits.problem(family, d, Math.sqrt(5)), backend.summary(), false);
            double[] precision = new double[d];
            Arrays.fill(precision, 0.25 * rows.labels().length);
            GaussianPosterior start = new DiagonalGaussian(new double[d], precision);
            MeanFieldBound bound =
                    new MeanFieldBound(problem, NormalDraws.Dependence.ANTITHETIC, new DrawSet(0, 100), 7, backend);
            return compare("mean field, " + name, bound, NaturalCoordinates.searchFrom(start));
        }
    }

    private static Counts gaussian(Rows rows) {
        try (InProcessBackend backend = backend(rows)) {
            int d = rows.columns();
            Problem problem = Problem.of(Fits.problem("bernoulli", d, Math.sqrt(5)), backend.summary(), false);
            GaussianPosterior start = Objects.requireNonNull(FullGaussian.of(
                    Fits.KERNEL,
                    new double[d],
                    Symmetric.pack(Symmetric.scaledIdentity(d, 0.25 * rows.labels().length), d)));
            return compare(
                    "full covariance",
                    new GaussianBound(new LogJoint(problem, backend), 7, start),
                    GaussianBound.search(start));
        }
    }

    private static Counts family(String family) {
        Rows rows = DrawFits.rows("bernoulli");
        try (InProcessBackend backend = backend(rows)) {
            Problem problem = Problem.of(DrawFits.problem("bernoulli", 2), backend.summary(), false);
            Posterior origin = Families.startPlanNamed(family, FamilyOptions.of(family), 1)
                    .around(new double[] {0.35, -0.45, 0.1}, new double[] {0.2, 0.15, 0.25});
            double[] precision = {40, 12, 0, 12, 30, -9, 0, -9, 20};
            GaussianPosterior near = Objects.requireNonNull(
                    FullGaussian.of(Fits.KERNEL, new double[] {0.3, -0.5, 0.2}, Symmetric.pack(precision, D)));
            NaturalCoordinates coordinates = new NaturalCoordinates(origin);
            return compare(
                    family,
                    new FamilyBound(new LogJoint(problem, backend), 7).boundFunction(coordinates, near, 64, 0),
                    BfgsSearch.unevaluatedWithUnitCurvature(coordinates.length()));
        }
    }

    /** Written at 138 evaluations to 341. */
    @Test
    @Tag("nightly")
    void breeze_needsNoFewerEvaluations() {
        Rows labour = Rows.standardised(Repository.file("conf/data/labour.csv"));
        List<Counts> all = new ArrayList<>();
        all.add(meanField("labour", "bernoulli", labour));
        for (String family : List.of("bernoulli", "poisson")) {
            all.add(meanField(family, family, DrawFits.rows(family)));
        }
        all.add(gaussian(DrawFits.rows("bernoulli")));
        for (String family : List.of("gaussian-low-rank", "student-t-diagonal", "student-t-full")) {
            all.add(family(family));
        }
        int ours = all.stream().mapToInt(Counts::ours).sum();
        int breeze = all.stream().mapToInt(Counts::breeze).sum();
        assertTrue(ours <= breeze, all.toString());
    }
}
