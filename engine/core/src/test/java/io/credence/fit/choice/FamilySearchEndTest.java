package io.credence.fit.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianStructure;
import io.credence.family.MixturePosterior;
import io.credence.family.Posterior;
import io.credence.family.student.StudentFull;
import io.credence.fit.CandidateFamily;
import io.credence.fit.CandidateFamily.Judgement;
import io.credence.fit.DrawFits;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.StagedAlgorithm;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where a search among families ends, by judgements that the test fixes. */
class FamilySearchEndTest {

    private static final Judgement NO = new Judgement(false, false, 0.9, 3);
    private static final Judgement USABLE = new Judgement(false, true, 0.6, 1.5);
    private static final Judgement RELIABLE = new Judgement(true, true, 0.3, 0.5);

    /** The families tried until the search ended. */
    private static FitResult search(Function<Posterior, Judgement> assess) {
        try (InProcessBackend backend =
                new InProcessBackend(DrawFits.rows("bernoulli").blocks(3, 16), Fits.KERNEL, 1)) {
            FitSetup setup = new FitSetup(
                    Problem.of(DrawFits.problem("bernoulli", 2), backend.summary(), false),
                    FitSettings.of(GaussianStructure.FULL),
                    SamplingSettings.DEFAULT,
                    backend,
                    Fits.KERNEL);
            List<FamilySearch.FamilyAttempt> alternatives = List.of(
                    new FamilySearch.FamilyAttempt(MixturePosterior.NAME, PosteriorStart.GAUSSIAN, true),
                    new FamilySearch.FamilyAttempt(
                            StudentFull.NAME,
                            gaussian -> StudentFull.around(10, gaussian.mean(), gaussian.sd()),
                            false));
            FamilySearch search = new FamilySearch(
                    setup, AlgorithmChoice.of(setup), alternatives, result -> assess.apply(result.posterior()));
            return new StagedAlgorithm(search).fit();
        }
    }

    private static List<String> tried(FitResult result) {
        return result.candidates().stream().map(CandidateFamily::family).toList();
    }

    @Test
    void matchedMixtureWithUsableWeights_endsTheSearch() {
        FitResult found = search(q -> q instanceof MixturePosterior ? USABLE : NO);
        assertEquals(List.of("gaussian-full", MixturePosterior.NAME), tried(found));
        assertEquals(MixturePosterior.NAME, found.posterior().family());
        assertTrue(
                found.decisions().stream().anyMatch(line -> line.contains("climbs of other families keep to the bulk")),
                () -> found.decisions().toString());
    }

    @Tag("nightly")
    @Test
    void mixtureWithoutUsableWeights_isFollowed() {
        FitResult found = search(q -> q instanceof StudentFull ? RELIABLE : NO);
        assertEquals(List.of("gaussian-full", MixturePosterior.NAME, StudentFull.NAME), tried(found));
        assertEquals(StudentFull.NAME, found.posterior().family());
    }

    @Test
    void reliableGaussian_isNotFollowed() {
        assertEquals(List.of("gaussian-full"), tried(search(q -> RELIABLE)));
    }
}
