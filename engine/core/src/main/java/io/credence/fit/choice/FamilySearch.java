package io.credence.fit.choice;

import io.credence.family.GaussianPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.CandidateFamily;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.Stages;
import io.credence.fit.choice.FamilySearchState.FinishedFit;
import io.credence.fit.fixed.FamilyElboFit;
import io.credence.fit.fixed.FixedDrawAlgorithm;
import io.credence.fit.fixed.PopulationMonteCarlo;
import io.credence.optimize.RestartCount;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Search for a posterior family that is reliable. It fits a Gaussian and, where the importance weights of its draws
 * speak against it, one family after another from that Gaussian. The best of them is reported, never a worse one than
 * the Gaussian. Each fit is an ordinary algorithm; the state of the running one is part of the state of the search.
 */
public final class FamilySearch implements Stages {

    private final FitSetup setup;
    private final Algorithm gaussian;
    private final List<FamilyAttempt> alternatives;
    private final Assessor assess;

    /**
     * A search that begins with a Gaussian and then tries other families.
     *
     * @param gaussian fits the full Gaussian
     * @param alternatives families in the order in which they are tried; of several with one name the first that
     *     can be fitted
     */
    public FamilySearch(FitSetup setup, Algorithm gaussian, List<FamilyAttempt> alternatives, Assessor assess) {
        this.setup = setup;
        this.gaussian = gaussian;
        this.alternatives = List.copyOf(alternatives);
        this.assess = assess;
    }

    /**
     * Family that may be tried.
     *
     * @param name name of the family
     * @param posteriorStart maps a Gaussian to the member of the family around it
     * @param isMatchedToDraws whether the family is matched to weighted draws, else fitted by maximising its bound
     */
    public record FamilyAttempt(String name, PosteriorStart posteriorStart, boolean isMatchedToDraws) {

        private boolean isPossible(Problem problem, GaussianPosterior from) {
            return isMatchedToDraws
                    ? PopulationMonteCarlo.isPossible(from)
                    : FamilyElboFit.isPossible(problem, from, posteriorStart.around(from));
        }
    }

    /** Assesses a posterior by the importance weights of its draws. */
    @FunctionalInterface
    public interface Assessor {

        /** The judgement of a fit's result. */
        CandidateFamily.Judgement judge(FitResult result);
    }

    @Override
    public Algorithm first() {
        return gaussian;
    }

    @Override
    public FitState withStageMemory(FitState fit) {
        return fit.with(FamilySearchState.initial(fit.algorithmState()));
    }

    @Override
    public Algorithm algorithmAt(FitState fit) {
        FamilySearchState search = (FamilySearchState) fit.algorithmState();
        return algorithm(search, search.familyIndex());
    }

    /** The algorithm of an alternative; that of the Gaussian for −1. */
    private Algorithm algorithm(FamilySearchState search, int alternative) {
        return alternative < 0 ? gaussian : alternativeAlgorithm(search, alternatives.get(alternative));
    }

    private Algorithm alternativeAlgorithm(FamilySearchState search, FamilyAttempt alternative) {
        SamplingSettings how = SamplingSettings.DEFAULT.with(setup.sampling().stop());
        FitSetup of = new FitSetup(
                setup.problem(), setup.settings(), how, alternative.posteriorStart(), setup.backend(), setup.kernel());
        return alternative.isMatchedToDraws()
                ? FixedDrawAlgorithm.matchedMixture(of)
                : FixedDrawAlgorithm.candidate(of, of.initialPosterior(), floor(search));
    }

    /**
     * Lowest useful bound of an alternative, far below that of the Gaussian. A lower bound will not rise enough, or its
     * family has heavier tails than a bound allows.
     */
    private double floor(FamilySearchState search) {
        Double elbo = search.candidates().get(0).elbo();
        return elbo == null
                ? Double.NEGATIVE_INFINITY
                : elbo
                        - RestartCount.RULED_BY_TAILS
                                * search.gaussian().gaussian().dimension();
    }

    /**
     * State after a fit has ended: its result is assessed, and the next family follows unless one is reliable already.
     */
    @Override
    public FitState nextStage(FitState ended) {
        FamilySearchState search = (FamilySearchState) ended.algorithmState();
        FitResult result = algorithmAt(ended).result(ended.with(search.runningState()));
        CandidateFamily.Judgement judgement = assess.judge(result);
        FinishedFit here = new FinishedFit(
                search.familyIndex(), ended.stage(), search.runningState(), ended.status(), ended.stopReason());
        CandidateFamily tried =
                new CandidateFamily(result.posterior().family(), result.status(), result.elbo(), judgement);
        FamilySearchState next = search.withFinishedFit(tried, here);
        return tryNextFamily(ended.with(next).with("posterior.family = auto: " + tried.text()), next);
    }

    private FitState tryNextFamily(FitState fit, FamilySearchState search) {
        boolean begun = search.requireBestFit().familyIndex() >= 0
                || search.requireBestFit().status() == FitStatus.CONVERGED;
        String why = reasonToEnd(search);
        FamilyAttempt alternative = why == null && begun ? next(search) : null;
        if (alternative != null && setup.exhaustedLimit(fit, fit.iteration()) == null) {
            FitState from = fit.with("posterior.family = auto: " + alternative.name() + " is tried next");
            int number = alternatives.indexOf(alternative);
            FitState first = alternativeAlgorithm(search, alternative)
                    .continueFrom(from, search.gaussian().gaussian());
            return first.inStage(0).with(search.withRunningFamily(number, first.algorithmState()));
        }
        FinishedFit best = search.requireBestFit();
        String kept = String.format(
                Locale.ROOT,
                "posterior.family = auto: %s is kept%s",
                search.bestCandidate().family(),
                why == null ? "" : ", as " + why);
        return fit.with(kept).stopped(best.status(), best.reason(), fit.failure());
    }

    /** Reason why no further family is tried; null where one may be better. */
    private @Nullable String reasonToEnd(FamilySearchState search) {
        if (search.bestCandidate().judgement().reliable()) {
            return "it can be relied on";
        }
        FinishedFit best = search.requireBestFit();
        boolean matched =
                best.familyIndex() >= 0 && alternatives.get(best.familyIndex()).isMatchedToDraws();
        return matched
                        && best.status() == FitStatus.CONVERGED
                        && search.bestCandidate().judgement().usable()
                ? "it has the moments of draws by their weights, and climbs of other families keep to the bulk"
                : refusal(search);
    }

    /** Reason why only Gaussians can be fitted here; null if another family may be. */
    private @Nullable String refusal(FamilySearchState search) {
        String refusal = setup.problem().regressionRefusal(search.gaussian().gaussian());
        return refusal == null ? null : "other families require " + refusal;
    }

    /** The next family that can be fitted and whose name was not tried; null if there is none. */
    private @Nullable FamilyAttempt next(FamilySearchState search) {
        GaussianPosterior from = search.gaussian().gaussian();
        for (FamilyAttempt alternative : alternatives.subList(search.familyIndex() + 1, alternatives.size())) {
            boolean open =
                    search.candidates().stream().noneMatch(one -> one.family().equals(alternative.name()));
            if (open && alternative.isPossible(setup.problem(), from)) {
                return alternative;
            }
        }
        return null;
    }

    @Override
    public FitResult result(FitState fit) {
        FamilySearchState search = (FamilySearchState) fit.algorithmState();
        if (search.candidates().isEmpty()) {
            return Stages.super.result(fit);
        }
        FinishedFit best = search.requireBestFit();
        return algorithm(search, best.familyIndex())
                .result(fit.inStage(best.stage()).with(best.state()))
                .withCandidates(search.candidates());
    }
}
