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
import io.credence.fit.choice.SearchState.FinishedFit;
import io.credence.fit.fixed.FamilyFit;
import io.credence.fit.fixed.FixedPointsAlgorithm;
import io.credence.fit.fixed.PopulationMonteCarlo;
import io.credence.optimize.RestartCount;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Search among posterior families: fits a Gaussian and, where the importance weights of its draws speak against it, one
 * family after another from that Gaussian, until one is reliable. The best of them is reported, never a worse one than
 * the Gaussian. Each fit is an ordinary algorithm; the state of the running one is part of the state of the search.
 */
public final class FamilySearch implements Stages {

    private final FitSetup setup;
    private final Algorithm gaussian;
    private final List<FamilyAttempt> alternatives;
    private final Assessor assess;

    /**
     * A search.
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
     * @param begin maps a Gaussian to the member of the family around it
     * @param matched whether it is matched to weighted draws, else fitted by maximising its bound
     */
    public record FamilyAttempt(String name, PosteriorStart begin, boolean matched) {

        private boolean isPossible(Problem problem, GaussianPosterior from) {
            return matched
                    ? PopulationMonteCarlo.isPossible(from)
                    : FamilyFit.isPossible(problem, from, begin.around(from));
        }
    }

    /** Assesses a posterior by the importance weights of its draws. */
    @FunctionalInterface
    public interface Assessor {

        /** The judgement of a fit's result. */
        CandidateFamily.Judgement of(FitResult result);
    }

    @Override
    public Algorithm first() {
        return gaussian;
    }

    @Override
    public FitState begun(FitState fit) {
        return fit.with(SearchState.begun(fit.state()));
    }

    @Override
    public Algorithm at(FitState fit) {
        SearchState search = (SearchState) fit.state();
        return algorithm(search, search.alternative());
    }

    /** The algorithm of an alternative; that of the Gaussian for −1. */
    private Algorithm algorithm(SearchState search, int alternative) {
        return alternative < 0 ? gaussian : climb(search, alternatives.get(alternative));
    }

    private Algorithm climb(SearchState search, FamilyAttempt alternative) {
        SamplingSettings how = SamplingSettings.DEFAULT.with(setup.how().stop());
        FitSetup of = new FitSetup(
                setup.problem(), setup.settings(), how, alternative.begin(), setup.backend(), setup.kernel());
        return alternative.matched()
                ? FixedPointsAlgorithm.matched(of)
                : FixedPointsAlgorithm.candidate(of, of.start(), floor(search));
    }

    /**
     * Lowest bound of an alternative, far below that of the Gaussian: what is lower will not rise enough to be of use,
     * or has heavier tails than a bound allows.
     */
    private double floor(SearchState search) {
        Double elbo = search.tried().get(0).elbo();
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
    public FitState following(FitState ended) {
        SearchState search = (SearchState) ended.state();
        FitResult result = at(ended).result(ended.with(search.within()));
        CandidateFamily.Judgement judgement = assess.of(result);
        FinishedFit here = new FinishedFit(
                search.alternative(), ended.stage(), search.within(), ended.status(), ended.stopReason());
        CandidateFamily tried =
                new CandidateFamily(result.posterior().family(), result.status(), result.elbo(), judgement);
        SearchState next = search.with(tried, here);
        return further(ended.with(next).with("posterior.family = auto: " + tried.text()), next);
    }

    private FitState further(FitState fit, SearchState search) {
        boolean begun = search.end().alternative() >= 0 || search.end().status() == FitStatus.CONVERGED;
        String why = enough(search);
        FamilyAttempt alternative = why == null && begun ? next(search) : null;
        if (alternative != null && setup.spent(fit, fit.iteration()) == null) {
            FitState from = fit.with("posterior.family = auto: " + alternative.name() + " is tried next");
            int number = alternatives.indexOf(alternative);
            FitState first =
                    climb(search, alternative).begin(from, search.gaussian().gaussian());
            return first.inStage(0).with(search.on(number, first.state()));
        }
        FinishedFit best = search.end();
        String kept = String.format(
                Locale.ROOT,
                "posterior.family = auto: %s is kept%s",
                search.bestTried().family(),
                why == null ? "" : ", as " + why);
        return fit.with(kept).stopped(best.status(), best.reason(), fit.failure());
    }

    /** Reason why no further family is tried; null where one may be better. */
    private @Nullable String enough(SearchState search) {
        if (search.bestTried().judgement().reliable()) {
            return "it can be relied on";
        }
        FinishedFit best = search.end();
        boolean matched =
                best.alternative() >= 0 && alternatives.get(best.alternative()).matched();
        return matched
                        && best.status() == FitStatus.CONVERGED
                        && search.bestTried().judgement().usable()
                ? "it has the moments of draws by their weights, and climbs of other families keep to the bulk"
                : refusal(search);
    }

    /** Reason why only Gaussians can be fitted here; null if another family may be. */
    private @Nullable String refusal(SearchState search) {
        String refusal = setup.problem().regressionRefusal(search.gaussian().gaussian());
        return refusal == null ? null : "other families require " + refusal;
    }

    /** The next family that can be fitted and whose name was not tried; null if there is none. */
    private @Nullable FamilyAttempt next(SearchState search) {
        GaussianPosterior from = search.gaussian().gaussian();
        for (FamilyAttempt alternative : alternatives.subList(search.alternative() + 1, alternatives.size())) {
            boolean open = search.tried().stream().noneMatch(one -> one.family().equals(alternative.name()));
            if (open && alternative.isPossible(setup.problem(), from)) {
                return alternative;
            }
        }
        return null;
    }

    @Override
    public FitResult result(FitState fit) {
        SearchState search = (SearchState) fit.state();
        if (search.tried().isEmpty()) {
            return Stages.super.result(fit);
        }
        FinishedFit best = search.end();
        return algorithm(search, best.alternative())
                .result(fit.inStage(best.stage()).with(best.state()))
                .chosenAmong(search.tried());
    }
}
