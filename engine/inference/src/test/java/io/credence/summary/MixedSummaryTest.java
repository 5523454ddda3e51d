package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.credence.family.GaussianStructure;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.kind.LevelNames;
import io.credence.kind.RandomEffects;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.Ratings;
import io.credence.mixed.result.MixedPosterior;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Names of levels in summaries of a mixed model. */
class MixedSummaryTest {

    /** Names of numbered levels, with the number of times that they were asked for. */
    private static final class CountedNames implements LevelNames {

        private final String factor;
        private final int levels;
        private int some;
        private int all;

        private CountedNames(String factor, int levels) {
            this.factor = factor;
            this.levels = levels;
        }

        @Override
        public Map<Integer, String> of(Set<Integer> sought) {
            some++;
            return sought.stream().collect(Collectors.toMap(level -> level, level -> factor + level));
        }

        @Override
        public List<String> all() {
            all++;
            return IntStream.range(0, levels).mapToObj(level -> factor + level).toList();
        }
    }

    private final CountedNames users = new CountedNames("u", 60);
    private final CountedNames items = new CountedNames("i", 30);
    private final MixedSummary summary = fit();

    /** Intercepts of users, and apart from them, after those of items, their slopes. */
    private MixedSummary fit() {
        Ratings rows = Ratings.of(RandomArrays.of("names of levels").random(), 900, 60, 30);
        MixedModel intercepts = rows.model();
        List<RandomEffects> effects = new ArrayList<>(intercepts.effects());
        effects.add(new RandomEffects("user", List.of("x1"), new int[] {1}, false));
        List<EffectsPrior> priors = new ArrayList<>(intercepts.priors());
        priors.add(EffectsPrior.halfStudent(1, 2.5));
        MixedModel model = new MixedModel(
                intercepts.factors(),
                effects,
                intercepts.isFixedColumn(),
                intercepts.likelihood(),
                intercepts.coefficientPrior(),
                priors,
                intercepts.residualPrior());
        try (InProcessBackend backend = rows.backend()) {
            Object found = MixedAlgorithmChoice.chooseAlgorithm(
                            model, Ratings.UNITS, FitSettings.of(GaussianStructure.FULL), backend, MixedRows.KERNEL)
                    .fit()
                    .detail();
            return new MixedSummary(
                    model, assertInstanceOf(MixedPosterior.class, found), List.of(), List.of(users, items));
        }
    }

    @Test
    void reports_askForNamesOnce() {
        assertSame(summary.effects(), summary.effects());
        assertEquals(6, summary.varianceComponents().size(), "three sds, sigma, two of icc");
        assertEquals(1, summary.sections().size());
        assertEquals(List.of(1, 1, 0, 0), List.of(users.some, items.some, users.all, items.all));
    }

    @Test
    void effectsOfAFactor_shareItsNames() {
        for (int look = 0; look < 2; look++) {
            List<LevelEffects> all =
                    summary.levelEffects().stream().map(FactorEffects::collect).toList();
            assertSame(all.get(0).levels().get(7), all.get(2).levels().get(7));
            assertEquals("i7", all.get(1).levels().get(7));
        }
        assertEquals(List.of(1, 1), List.of(users.all, items.all));
    }

    @Test
    void entriesOfAFactor_haveTheirOwnSummaries() {
        List<FactorEffects> entries = summary.levelEffects();
        List<String> letters = List.of("u", "i", "u");
        for (int e = 0; e < entries.size(); e++) {
            List<SummaryRow> ranked = summary.effects().groups().get(e).ranked().get(0);
            assertEquals(
                    entries.get(e).rankedSummaries(FactorSummary.MOST_LEVELS).get(0), ranked);
            assertEquals(letters.get(e), ranked.get(0).name().substring(0, 1));
        }
    }
}
