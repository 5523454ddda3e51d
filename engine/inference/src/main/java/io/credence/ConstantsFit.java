package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.expression.Link;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.LogJoint;
import io.credence.fit.LogJoint.LogJointValues;
import io.credence.fit.NestedRowSamples;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.StartSettings;
import io.credence.fit.start.ModeSearchAlgorithm;
import io.credence.kind.MultiParameterRequest;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.SymmetricEigen;
import io.credence.linalg.Vectors;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import io.credence.optimize.NewtonSearch;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.prior.GaussianPrior;
import io.credence.random.RandomUse;
import io.credence.statistics.ColumnMoments;
import io.credence.statistics.RowMoments;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rough fit of a model whose linear predictors are constants, to a part of the rows. Default priors of the parameters
 * are centred at it.
 *
 * @param predictors value of each linear predictor
 * @param units unit of each linear predictor: the standard deviation that a single row leaves it
 * @param shared unconstrained numbers of the parameters that are the same for all rows
 */
record ConstantsFit(double[] predictors, double[] units, double[] shared) {

    /** Prior standard deviation of a predictor that is a logarithm or log odds, and of unconstrained numbers. */
    private static final double WIDE = 10;

    private static final int MOST_PASSES = 200;

    /** Gain that a further step may have at the mode, nats; priors need no more. */
    private static final double GAIN = 1e-3;

    /**
     * Fits constants. Where there is no column of ones, or no mode is found, predictors and numbers are 0; units are then
     * the standard deviation of the response, at least 1.
     */
    static ConstantsFit of(
            MultiParameterRequest request,
            InferenceConfig config,
            Rows rows,
            ExecutionBackend backend,
            DenseKernel kernel,
            RowMoments moments) {
        int predictors = request.predicted().size();
        double spread = spread(moments);
        if (rows.hasIntercept()) {
            PredictorModel model = request.model(Collections.nCopies(predictors, List.of(Rows.INTERCEPT)));
            int dimension = new Parameters(model.parameters(rows.names())).dimension();
            double[] sds = new double[dimension];
            for (int j = 0; j < dimension; j++) {
                boolean identity = j < predictors && request.predicted().get(j).link() == Link.IDENTITY;
                sds[j] = WIDE * (identity ? spread : 1);
            }
            DrawLoss loss = ModelLosses.of(model, rows.names());
            RowSample sample =
                    NestedRowSamples.of(loss, backend.summary(), config.seed()).sample(0);
            Problem problem = problem(loss, sds);
            EvaluatedPoint newtonMode = newtonMode(problem, sample, backend);
            EvaluatedPoint mode = newtonMode == null ? searchedMode(problem, sample, backend, kernel) : newtonMode;
            if (mode != null) {
                double rowsRead =
                        Math.max(1, sample.fraction() * backend.summary().weight());
                return new ConstantsFit(
                        Arrays.copyOf(mode.point, predictors),
                        units(mode.values, rowsRead, predictors, dimension, spread),
                        Arrays.copyOfRange(mode.point, predictors, dimension));
            }
        }
        int shared = request.shared().stream()
                .mapToInt(each -> each.parameter().transform().unconstrained())
                .sum();
        double[] units = new double[predictors];
        Arrays.fill(units, spread);
        return new ConstantsFit(new double[predictors], units, new double[shared]);
    }

    /** Size of the response, its mean and its standard deviation together, at least 1. */
    private static double spread(RowMoments moments) {
        ColumnMoments label = moments.labelMoments();
        double size = Math.abs(label.mean(0)) + label.sd(0);
        return Double.isFinite(size) ? Math.max(1, size) : 1;
    }

    private static Problem problem(DrawLoss loss, double[] sds) {
        double[] precisions = Arrays.stream(sds).map(sd -> 1 / (sd * sd)).toArray();
        return Problem.of(loss, new GaussianPrior(new double[sds.length], precisions), null);
    }

    /** Constants with the log density of the rows there, its slopes and second derivatives. */
    private record EvaluatedPoint(double[] point, LogJointValues values) {

        static EvaluatedPoint of(LogJoint density, double[] point, RowSample sample) {
            long address = RandomUse.START_COMPARISON.firstAddressWord();
            return new EvaluatedPoint(point, density.evaluateWithHessianAt(point, sample, address));
        }

        double height() {
            return values.values()[0];
        }
    }

    /**
     * Mode that Newton steps from 0 reach; null where they reach none. A quasi-Newton search would take the curvature at
     * 0, which the response's unit makes arbitrarily large, for that at the mode, and end too early.
     */
    private static @Nullable EvaluatedPoint newtonMode(Problem problem, RowSample sample, ExecutionBackend backend) {
        LogJoint density = new LogJoint(problem, backend);
        EvaluatedPoint next =
                EvaluatedPoint.of(density, new double[problem.prior().dimension()], sample);
        for (int steps = 0; steps < MOST_PASSES && next != null; steps++) {
            EvaluatedPoint here = next;
            if (!here.values.areFinite() || !here.values.hasHessian()) {
                return null;
            }
            double[] slopes = here.values.gradients();
            double[] step = Symmetric.multiply(
                    SymmetricEigen.decompose(here.values.hessian(), slopes.length)
                            .absoluteInverse(),
                    slopes);
            if (Vectors.dot(step, slopes) <= 2 * GAIN) {
                return here;
            }
            next = NewtonSearch.largestStep(1, NewtonSearch.LEAST_SHARE, share -> {
                EvaluatedPoint trial = EvaluatedPoint.of(density, Vectors.plusScaled(here.point, share, step), sample);
                return trial.height() > here.height() ? trial : null;
            });
        }
        return null;
    }

    /**
     * Point near a mode that searches from several points find; null where they do not. For models that have no density
     * at 0, or no second derivatives.
     */
    private static @Nullable EvaluatedPoint searchedMode(
            Problem problem, RowSample sample, ExecutionBackend backend, DenseKernel kernel) {
        FitSetup setup = new FitSetup(
                problem,
                FitSettings.of(GaussianStructure.FULL).withMaxIterations(MOST_PASSES),
                SamplingSettings.DEFAULT.with(StartSettings.DEFAULT),
                backend,
                kernel);
        ModeSearchAlgorithm search = new ModeSearchAlgorithm(setup, sample, 1);
        FitState end = search.run(search.init(), List.of());
        GaussianPosterior found = end.best().gaussian();
        boolean usable = end.status() == FitState.FitStatus.CONVERGED
                && found != null
                && Arrays.stream(found.mean()).allMatch(Double::isFinite);
        return usable ? EvaluatedPoint.of(new LogJoint(problem, backend), found.mean(), sample) : null;
    }

    /**
     * Units of the predictors, by the curvature of the rows at the mode.
     *
     * @param rowsRead total weight of these rows
     * @param otherwise unit where there is no curvature
     */
    private static double[] units(
            LogJointValues found, double rowsRead, int predictors, int dimension, double otherwise) {
        double[] units = new double[predictors];
        for (int k = 0; k < predictors; k++) {
            double curvature = found.hasHessian() ? -found.hessian()[k * (dimension + 1)] / rowsRead : 0;
            double unit = 1 / Math.sqrt(curvature);
            units[k] = curvature > 0 && Double.isFinite(unit) ? unit : otherwise;
        }
        return units;
    }
}
