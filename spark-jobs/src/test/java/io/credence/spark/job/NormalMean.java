package io.credence.spark.job;

import io.credence.KindFit;
import io.credence.ModelKind;
import io.credence.PreparedFit;
import io.credence.diagnostic.Reliability;
import io.credence.family.FullGaussian;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.Approximation;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.kind.CurvePlot;
import io.credence.kind.IntervalPlot;
import io.credence.kind.IntervalPlot.NamedInterval;
import io.credence.kind.Section;
import io.credence.kind.SectionTable;
import io.credence.kind.SectionTable.Column;
import io.credence.kind.SectionTable.Emphasis;
import io.credence.kind.TableCell;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.predict.Prediction;
import io.credence.predict.PredictiveModel;
import io.credence.predict.RowPredictive;
import io.credence.predict.Uncertainty;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.ColumnMoments;
import io.credence.summary.FittedModel;
import io.credence.summary.KindFindings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Kind of model of one class: a normal response of known standard deviation, whose mean has a normal prior and so a
 * normal posterior in closed form.
 */
public final class NormalMean implements Model, ModelKind {

    private final double sd;
    private final double priorSd;

    public NormalMean(Map<String, String> options) {
        this.sd = Double.parseDouble(options.get("sd"));
        this.priorSd = Double.parseDouble(options.get("priorSd"));
    }

    @Override
    public List<Parameter> parameters(List<String> columns) {
        return List.of(Parameter.real("mu"));
    }

    @Override
    public boolean hasPrior() {
        return true;
    }

    @Override
    public PreparedFit prepare(FitRequest request) {
        ColumnMoments labels = request.rows().moments(request.backend()).labelMoments();
        double precision = 1 / (priorSd * priorSd) + labels.weight() / (sd * sd);
        double mean = labels.weight() / (sd * sd) * labels.mean(0) / precision;
        return new KindFit(
                FittedModel.ofClass(NormalMean.class.getName(), request.rows().names()),
                List.of("mu"),
                GaussianPrior.of(1, 0, priorSd),
                new ClosedForm(
                        normal(request.kernel(), mean, precision),
                        request.backend().summary().rows()),
                result -> new Known(sd),
                "the rows of a closed form are not visited again",
                List.of("the standard deviation of the response is known"),
                request.config().seed());
    }

    private static double[] density(double[] at, double sd, double times) {
        return Arrays.stream(at)
                .map(x -> times * Math.exp(-0.5 * x * x / (sd * sd)))
                .toArray();
    }

    private static FullGaussian normal(DenseKernel kernel, double mean, double precision) {
        return Objects.requireNonNull(FullGaussian.of(kernel, new double[] {mean}, new double[] {precision}));
    }

    @Override
    public SavedPrediction prediction(SavedFit saved) {
        return new SavedPrediction(
                new NormalResponse(
                        saved.posterior().mean()[0], saved.posterior().sd()[0], sd, saved.level()),
                saved.posterior().model().featureNames(),
                List.of("responses are predicted in closed form"));
    }

    /** Algorithm of one step, which finds the posterior. */
    private record ClosedForm(FullGaussian posterior, long rows) implements Algorithm {

        @Override
        public FitState init() {
            return FitState.initial(new Found(posterior), List.of("posterior: in closed form"));
        }

        @Override
        public FitState continueFrom(FitState before, Posterior from) {
            return before.continueWith(new Found(posterior), List.of());
        }

        @Override
        public FitState step(FitState state) {
            StepInfo info =
                    new StepInfo(1, Phase.VARIATIONAL, new ObjectiveProgress(Double.NaN, null, 0, 0), 1, true, rows, 0);
            return state.withStep(rows, info).stopped(FitStatus.CONVERGED, "the posterior has a closed form", null);
        }

        @Override
        public FitResult result(FitState state) {
            return FitResult.of(state, rows, null, null);
        }
    }

    private record Found(FullGaussian posterior) implements AlgorithmState {

        @Override
        public Approximation best() {
            return new Approximation(posterior, new DispersionPosterior.Known(1));
        }
    }

    /** Findings beside the posterior: the standard deviation that was given. */
    private record Known(double sd) implements KindFindings {

        @Override
        public Reliability reliability(FitResult result, boolean proper) {
            return Reliability.of(result, proper, Reliability.passed("the posterior has a closed form"), "");
        }

        @Override
        public List<Section> sections() {
            double[] responses = {0, 2, 4, 6};
            double[] density = NormalMean.density(responses, sd, 1);
            return List.of(Section.of("known", "known numbers")
                    .withNote("They are given, not learned.")
                    .withTable(SectionTable.of(
                                    "",
                                    Column.ofTexts("number"),
                                    Column.ofNumbers("value", 2),
                                    Column.ofNumbers("range", 2))
                            .withRow(
                                    Emphasis.STRONG,
                                    TableCell.of("sd of a response"),
                                    TableCell.of(sd),
                                    TableCell.ofInterval(sd / 2, 2 * sd))
                            .withRow(TableCell.of("error of a mean"), TableCell.of(sd, 0.25), TableCell.of("none")))
                    .withIntervals(new IntervalPlot(
                            "a response around 0", 0, List.of(new NamedInterval("response", 0, -2 * sd, 2 * sd))))
                    .withCurve(new CurvePlot(
                            "density of a response",
                            "response",
                            responses,
                            density,
                            NormalMean.density(responses, sd, 0.5),
                            NormalMean.density(responses, sd, 2))));
        }
    }

    /** Predictive distribution of a response, the same for each row. */
    private record NormalResponse(double mean, double sd, double noise, double level) implements PredictiveModel {

        @Override
        public RowPredictive createRowPredictive() {
            double tail = NormalTail.quantile(0.5 * (1 + level));
            double whole = Math.hypot(sd, noise);
            Prediction each = new Prediction(
                    mean,
                    new Uncertainty(sd, mean - tail * sd, mean + tail * sd),
                    new Uncertainty(whole, mean - tail * whole, mean + tail * whole),
                    null,
                    null);
            return (indices, values, count, offset) -> each;
        }
    }
}
