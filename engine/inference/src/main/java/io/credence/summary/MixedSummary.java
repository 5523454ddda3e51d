package io.credence.summary;

import io.credence.diagnostic.ParetoSmoothing;
import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.WeightTail;
import io.credence.diagnostic.WeightingChanges;
import io.credence.fit.FitResult;
import io.credence.formula.Smooth;
import io.credence.kind.LevelNames;
import io.credence.kind.RandomEffects;
import io.credence.kind.RowGrouping;
import io.credence.kind.Section;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.SmoothTerm;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.mixed.result.MixedPosterior.SurrogateCheck;
import io.credence.pass.Lazy;
import io.credence.prior.ScalarDensity;
import io.credence.summary.FactorSummary.FactorTerms;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Summaries of a mixed model's variance components, of the effects of its levels and of its smooths. Names of levels are
 * asked for once, since a job may have to look for them.
 */
public final class MixedSummary implements KindFindings {

    /** Threshold for a note: the probability that a standard deviation between levels is negligible. */
    private static final double LIKELY_NONE = 0.1;

    private final MixedModel model;
    private final MixedPosterior posterior;
    private final List<Smooth> smooths;
    private final List<LevelNames> levelNames;
    private final Lazy<MixedEffects> effects = new Lazy<>(this::summarise);

    /**
     * Creates the summaries of a posterior.
     *
     * @param model fitted model
     * @param posterior posterior of the model
     * @param smooths smooth functions, of which the model has each penalised part
     * @param levelNames names of the levels of each grouping factor
     */
    public MixedSummary(MixedModel model, MixedPosterior posterior, List<Smooth> smooths, List<LevelNames> levelNames) {
        this.model = model;
        this.posterior = posterior;
        this.smooths = List.copyOf(smooths);
        this.levelNames =
                levelNames.stream().<LevelNames>map(KeptLevelNames::new).toList();
    }

    /** Findings of a fit's result: those of its posterior, or none where it ended without one. */
    public static KindFindings of(MixedModel model, RowGrouping grouping, FitResult result) {
        return result.detail() instanceof MixedPosterior found
                ? new MixedSummary(model, found, grouping.smooths(), grouping.levelNames())
                : KindFindings.NONE;
    }

    /** Posterior of the model. */
    public MixedPosterior posterior() {
        return posterior;
    }

    /** Summaries of all effects and smooths, computed once. */
    public MixedEffects effects() {
        return effects.get();
    }

    private MixedEffects summarise() {
        return new MixedEffects(
                factorSummaries(), smoothSummaries(), residualSd(), VariancePoints.of(posterior.componentDesign()));
    }

    /** Effects of all factors, in the order of the model. */
    private List<FactorSummary> factorSummaries() {
        List<FactorSummary> summaries = new ArrayList<>();
        List<FactorEffects> levels = levelEffects();
        Map<String, Iterator<List<List<SummaryRow>>>> ranked = levels.stream()
                .collect(Collectors.groupingBy(
                        each -> each.effects().factor(),
                        Collectors.collectingAndThen(
                                Collectors.toList(),
                                all -> FactorEffects.rankedSummaries(all, FactorSummary.MOST_LEVELS)
                                        .iterator())));
        int at = 0;
        for (EffectsPosterior found : posterior.effects()) {
            RandomEffects effects = found.effects();
            double[] covariance = meanCovariance(effects, at);
            FactorEffects own = levels.get(summaries.size());
            summaries.add(new FactorSummary(
                    new FactorTerms(effects.factor(), effects.terms(), effects.correlated(), found.levels()),
                    summaryRows(found.sds()),
                    summaryRows(found.correlations()),
                    found.intraclass() == null ? null : summaryRow(found.intraclass()),
                    covariance,
                    own.shrinkage(covariance),
                    Objects.requireNonNull(ranked.get(effects.factor())).next()));
            at += effects.size() + effects.correlations();
        }
        return summaries;
    }

    /**
     * Posterior mean of the covariance of a level's effects, sd_i sd_j ρ_ij, over the design points of the variance
     * components. Those of the effects begin at index {@code first}.
     */
    private double[] meanCovariance(RandomEffects effects, int first) {
        int k = effects.size();
        double[] covariance = new double[k * k];
        MixedPosterior.VarianceDesign design = posterior.componentDesign();
        for (int s = 0; s < design.weights().length; s++) {
            double[] point = design.points().get(s);
            int pair = first + k;
            for (int i = 0; i < k; i++) {
                for (int j = 0; j <= i; j++) {
                    double correlation = i == j ? 1 : effects.correlated() ? point[pair++] : 0;
                    covariance[i * k + j] += design.weights()[s] * correlation * point[first + i] * point[first + j];
                    covariance[j * k + i] = covariance[i * k + j];
                }
            }
        }
        return covariance;
    }

    /** Smooth functions, in the order of the formula. */
    private List<SmoothSummary> smoothSummaries() {
        List<SmoothSummary> all = new ArrayList<>();
        int at = 0;
        for (Smooth smooth : smooths) {
            int parts = smooth.penalisedColumns().size();
            all.add(SmoothSummary.of(
                    smooth, posterior.smooths().subList(at, at + parts), posterior.fixedEffectsPosterior()));
            at += parts;
        }
        return all;
    }

    /** Summary of the residual standard deviation; null where none is estimated. */
    private @Nullable SummaryRow residualSd() {
        return posterior.residualSd() == null ? null : summaryRow(posterior.residualSd());
    }

    /** Summaries of all variance components, followed by the intraclass correlations. */
    public List<SummaryRow> varianceComponents() {
        return effects().varianceComponents();
    }

    @Override
    public List<Section> sections() {
        return effects().sections();
    }

    @Override
    public List<FactorEffects> levelEffects() {
        return posterior.effects().stream()
                .map(each -> new FactorEffects(each, levelNames.get(model.factorIndex(each.effects()))))
                .toList();
    }

    @Override
    public boolean hasIntegratedEvidence() {
        return true;
    }

    /**
     * Tail of the importance weights of the design points of the variance components; null where the design was not
     * finished.
     */
    public @Nullable WeightTail tail() {
        double[] logs = posterior.componentDesign().logWeights();
        return logs.length == 0 ? null : WeightTail.of(ParetoSmoothing.of(logs));
    }

    /**
     * Standard error of the log marginal likelihood, as if the design points were independent draws; NaN where it
     * cannot be computed.
     */
    public double evidenceError() {
        WeightTail tail = tail();
        SurrogateCheck surrogate = posterior.surrogate();
        if (surrogate != null) {
            return surrogate.evidenceError();
        }
        return tail == null ? Double.NaN : tail.weightSpread() / Math.sqrt(tail.draws());
    }

    /**
     * Reliability of the posterior, judged by the weights of the design points and the error of the rows' likelihoods.
     */
    @Override
    public Reliability reliability(FitResult result, boolean proper) {
        WeightTail tail = tail();
        Reliability found = tail == null
                ? reliabilityWithoutDesign()
                : byQuadrature(
                        tail,
                        posterior.logDensityError(),
                        underCoveredNames(false),
                        posterior.componentDesign().lostProbability());
        return Reliability.of(result, proper, found, "the design over the variance components was not finished");
    }

    /**
     * Names of the components whose tail goes beyond the design: of smooths, or of levels and what is left. A smooth
     * that is nearly straight bends as the rows have it, however large its standard deviation is: its coefficients are
     * known.
     */
    private List<String> underCoveredNames(boolean ofSmooths) {
        List<String> smoothNames =
                model.smooths().stream().map(SmoothTerm::sdName).toList();
        return posterior.componentDesign().underCoveredNames().stream()
                .filter(name -> smoothNames.contains(name) == ofSmooths)
                .toList();
    }

    /** Reliability without design points of the variance components; null where the error was not computed. */
    private @Nullable Reliability reliabilityWithoutDesign() {
        SurrogateCheck surrogate = posterior.surrogate();
        if (surrogate != null) {
            return bySurrogate(
                    surrogate.draws(),
                    surrogate.weightSpread(),
                    Math.hypot(surrogate.meanError(), posterior.logDensityError()));
        }
        return Double.isNaN(posterior.logDensityError()) ? null : byProbes(posterior.logDensityError());
    }

    /**
     * Verdict on a quadrature over variance components, by its weighted points.
     *
     * @param error error of the integrand's logarithm, nats; it bounds the error of each mean in posterior standard
     *     deviations
     * @param beyond names of components whose tail is not covered by the points
     * @param lost probability p of points that lost their weight, without which a mean moves by √(p/(1 − p)) standard
     *     deviations at most
     */
    private static Reliability byQuadrature(WeightTail tail, double error, List<String> beyond, double lost) {
        String text = tail.textWithRule()
                + (error > 0 ? String.format(Locale.ROOT, "; log densities off by %.2g nats", error) : "");
        if (!tail.isUsable()) {
            return Reliability.failed(text);
        }
        if (!beyond.isEmpty()) {
            return Reliability.failed(
                    text + ", but the tail of " + String.join(", ", beyond)
                            + " goes beyond the design: its sd, and those of coefficients, are not known; a prior with a lighter tail has one");
        }
        if (lost > (1 - lost) * WeightingChanges.NEGLIGIBLE * WeightingChanges.NEGLIGIBLE) {
            return Reliability.failed(
                    String.format(Locale.ROOT, "%s, but points of probability %.2g lost their weight", text, lost));
        }
        return error <= WeightingChanges.NEGLIGIBLE
                ? Reliability.passed(text)
                : Reliability.failed(
                        String.format(Locale.ROOT, "%s, at most %.1f allowed", text, WeightingChanges.NEGLIGIBLE));
    }

    /**
     * Verdict on a posterior that was found with a surrogate of the likelihood.
     *
     * @param draws number of weighted draws of that posterior
     * @param spread standard deviation of their weights over their mean
     * @param error largest error of a mean, in standard deviations
     */
    private static Reliability bySurrogate(int draws, double spread, double error) {
        String text = String.format(
                Locale.ROOT,
                "weights of %d draws differ by %.2f, means to %.2g of their sds, at most %.1f allowed",
                draws,
                spread,
                error,
                WeightingChanges.NEGLIGIBLE);
        return error <= WeightingChanges.NEGLIGIBLE ? Reliability.passed(text) : Reliability.failed(text);
    }

    /**
     * Verdict on variance components approximated by a normal around their mode, which was found with random probes.
     *
     * @param error average distance of the log density at that mode below its maximum, nats
     */
    private static Reliability byProbes(double error) {
        String text = String.format(Locale.ROOT, "variance components at their mode to %.2g nats by probes", error);
        return error <= WeightingChanges.NEGLIGIBLE
                ? Reliability.passed(text)
                : Reliability.failed(
                        String.format(Locale.ROOT, "%s, at most %.1f allowed", text, WeightingChanges.NEGLIGIBLE));
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (EffectsPosterior found : posterior.effects()) {
            for (int k = 0; k < found.nearZero().length; k++) {
                if (found.nearZero()[k] > LIKELY_NONE) {
                    notes.add(String.format(
                            Locale.ROOT,
                            "%s may be of no consequence: with probability %.2f it moves a response by less than a tenth of"
                                    + " its noise",
                            found.sds().get(k).name(),
                            found.nearZero()[k]));
                }
            }
        }
        double lost = posterior.componentDesign().lostProbability();
        if (lost > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "points of the variance components of probability %.2g have no weight: conjugate gradients did not end"
                            + " there, or a matrix was not positive definite",
                    lost));
        }
        List<String> rough = underCoveredNames(true);
        if (!rough.isEmpty()) {
            notes.add(
                    "the tail of " + String.join(", ", rough)
                            + " goes beyond the design: its mean and sd are rough; the curves are known, for they hardly depend on how large it is");
        }
        for (SmoothSummary smooth : smoothSummaries()) {
            if (smooth.isNearlyUnpenalised()) {
                notes.add(String.format(
                        Locale.ROOT,
                        "%s bends as much as its %d columns can: %.1f effective degrees of freedom; a larger k lets it bend more",
                        smooth.name(),
                        smooth.columns(),
                        smooth.effectiveDegrees()));
            }
        }
        notes.addAll(priorConflictNotes());
        return notes;
    }

    /** Notes on standard deviations whose posterior contradicts their prior. */
    private List<String> priorConflictNotes() {
        List<String> notes = new ArrayList<>();
        MixedPosterior.VarianceDesign design = posterior.componentDesign();
        int first = 0;
        for (int e = 0; e < model.effects().size(); e++) {
            RandomEffects effects = model.effects().get(e);
            EffectsPrior prior = model.priors().get(e);
            for (int k = 0; k < effects.size(); k++) {
                double[] sds = prior.sdsAtOrigins(effects, k, first, design.points());
                notes.addAll(priorConflictNotes(
                        design.names().get(first + k), prior.logSdDensities().get(k), sds, "prior.groups.sd.scale"));
            }
            first += effects.size() + effects.correlations();
        }
        for (SmoothTerm smooth : model.smooths()) {
            int own = first++;
            double[] sds =
                    design.points().stream().mapToDouble(point -> point[own]).toArray();
            if (!isBelowPrior(smooth, sds)) {
                notes.addAll(priorConflictNotes(
                        design.names().get(own), smooth.logSdDensity(), sds, "prior.groups.sd.scale"));
            }
        }
        ScalarDensity residual = model.residualPrior();
        if (residual != null) {
            int last = first;
            double[] each =
                    design.points().stream().mapToDouble(point -> point[last]).toArray();
            String key = model.estimatesResidual() ? "prior.sigma.scale" : "prior.dispersion.scale";
            notes.addAll(priorConflictNotes(design.names().get(last), residual, each, key));
        }
        return notes;
    }

    /**
     * Whether a smooth is straighter than its prior expects, which is no contradiction: many functions are straight.
     */
    private boolean isBelowPrior(SmoothTerm smooth, double[] sds) {
        double[] weights = posterior.componentDesign().weights();
        double mean = 0;
        for (int s = 0; s < weights.length; s++) {
            mean += weights[s] * Math.log(sds[s]);
        }
        return smooth.logSdDensity().slope(mean) > 0;
    }

    private List<String> priorConflictNotes(String name, ScalarDensity prior, double[] values, String key) {
        double[] weights = posterior.componentDesign().weights();
        double mean = 0;
        double square = 0;
        for (int s = 0; s < weights.length; s++) {
            double log = Math.log(values[s]);
            mean += weights[s] * log;
            square += weights[s] * log * log;
        }
        return ScalePriorConflictNote.notes(name, prior, mean, Math.sqrt(Math.max(square - mean * mean, 0)), key);
    }

    private static List<SummaryRow> summaryRows(List<ComponentSummary> components) {
        return components.stream().map(MixedSummary::summaryRow).toList();
    }

    static SummaryRow summaryRow(ComponentSummary of) {
        return new SummaryRow(of.name(), of.mean(), of.sd(), of.lower(), of.upper());
    }
}
