package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.fit.stochastic.StochasticAlgorithm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageListTest {

    private final List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 64);
    private final InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1);
    private final SamplingSettings longFit = DrawFits.by(EstimatorKind.REPARAMETERIZED)
            .with(new SamplingSettings.Stop(StopRule.MCSE, 1e-5, 1.1, 30, 500));

    private Algorithm byDraws(int iterations) {
        FitSettings settings = DrawFits.settings(GaussianStructure.FULL).withMaxIterations(iterations);
        Problem problem = Problem.of(DrawFits.problem("bernoulli", 2), backend.summary(), false);
        return StochasticAlgorithm.of(new FitSetup(problem, settings, longFit, backend, Fits.KERNEL));
    }

    /** Two stages, the first of so many iterations, which notes the means that it hands to the second. */
    private Algorithm twoStages(int iterations, List<double[]> handed) {
        long rows = backend.summary().rows();
        Budget budget = Budget.ofIterations(iterations);
        return StageList.of(byDraws(iterations), budget, rows)
                .then(
                        "next",
                        from -> {
                            handed.add(from.posterior().mean());
                            return from.posterior();
                        },
                        StageList.of(byDraws(iterations + 5), budget, rows))
                .algorithm();
    }

    private static FitState firstOfSecondStage(Algorithm stages, FitState from) {
        FitState fit = from;
        do {
            fit = stages.step(fit);
        } while (fit.stage() == 0);
        return fit;
    }

    @Test
    void largerBudgetSpentInTheSameStage_answersWhereThatStageThenStands() {
        List<double[]> first = new ArrayList<>();
        Algorithm brief = twoStages(4, first);
        FitState cut = firstOfSecondStage(brief, brief.init());
        assertEquals(FitStatus.RUNNING, cut.status());

        List<double[]> resumed = new ArrayList<>();
        Algorithm longer = twoStages(12, resumed);
        firstOfSecondStage(longer, longer.step(cut));
        List<double[]> whole = new ArrayList<>();
        Algorithm once = twoStages(12, whole);
        firstOfSecondStage(once, once.init());
        assertFalse(Arrays.equals(first.get(0), whole.get(0)), "eight more steps move the means");
        assertArrayEquals(whole.get(0), resumed.get(0), 0.0);
    }
}
