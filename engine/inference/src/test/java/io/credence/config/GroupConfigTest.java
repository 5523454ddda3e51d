package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.formula.GroupingTerm;
import io.credence.kind.RandomEffects;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedRequest;
import io.credence.prior.LogGamma;
import io.credence.prior.LogHalfStudent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupConfigTest {

    private static final String KEYS = """
            data { path = rows.csv, label = y }
            model { family = gaussian, groups = [
              { by = county, columns = [(Intercept), floor] }
              { by = [a, b], correlated = false }
            ] }
            output.path = out
            """;

    private static final String FORMULA = """
            data.path = rows.csv
            formula = "y ~ x + (1 + x | county) + (1 | a:b)"
            model.family = gaussian
            output.path = out
            """;

    private static FitConfig read(String text, String... overrides) {
        return ConfigReader.read("job.conf", text, List.of(overrides));
    }

    private static MixedRequest mixed(String text, String... overrides) {
        return Objects.requireNonNull(read(text, overrides).inference().model().request(MixedRequest.class));
    }

    private static RandomEffects effects(String factor, int size) {
        int[] columns = new int[size];
        Arrays.setAll(columns, j -> j);
        return new RandomEffects(
                factor, Arrays.stream(columns).mapToObj(j -> "t" + j).toList(), columns, true);
    }

    @Test
    void groups_areThoseOfTheKeyOrOfTheFormula() {
        FitConfig keyed = read(KEYS);
        assertEquals(
                List.of("county", "a:b"),
                mixed(KEYS).terms().stream().map(GroupingTerm::factorName).toList());
        assertEquals(List.of("(Intercept)", "floor"), mixed(KEYS).terms().get(0).effectNames());
        assertEquals(List.of("(Intercept)"), mixed(KEYS).terms().get(1).effectNames());
        assertEquals(
                List.of(true, false),
                mixed(KEYS).terms().stream().map(GroupingTerm::correlated).toList());
        assertEquals(mixed(KEYS).terms(), keyed.data().predictors().groupingTerms());
        assertTrue(keyed.data().isRepartitioned());

        FitConfig formula = read(FORMULA);
        assertEquals(
                List.of("county", "a:b"),
                formula.data().predictors().groupingTerms().stream()
                        .map(GroupingTerm::factorName)
                        .toList());
        FitConfig both = read(FORMULA, "formula=\"y ~ x\"", "model.groups=[{ by = g }]");
        assertEquals(
                both.data().predictors().groupingTerms(),
                Objects.requireNonNull(both.data().predictors().formula()).groupingTerms());
    }

    @Test
    void withoutGroups_thereIsNoMixedModel() {
        assertNull(read(FORMULA, "formula=\"y ~ x\"").inference().model().request(MixedRequest.class));
        FitConfig idle = read(FORMULA, "formula=\"y ~ x\"", "prior.sigma.scale=1");
        assertEquals(List.of("prior.sigma.scale has no effect: only a mixed model has it"), idle.notes());
    }

    @Test
    void priors_areOfAllFactorsOrOfOne() {
        RandomEffects county = effects("county", 2);
        EffectsPrior initial = mixed(FORMULA).effectsPrior(county, new double[] {7, 7}, null);
        assertEquals(List.of(new LogHalfStudent(3, 7), new LogHalfStudent(3, 7)), initial.logSdDensities());
        assertEquals(2, initial.concentration());
        assertEquals(new LogHalfStudent(3, 7), mixed(FORMULA).logResidualSdDensity(7));

        String[] own = {
            "prior.groups { sd { df = 5, scale = 2 }, county { sd { kind = half-normal }, correlation.eta = 4 } }",
            "prior.sigma { kind = exponential, scale = 4 }"
        };
        String text = FORMULA + String.join("\n", own);
        EffectsPrior ofCounty = mixed(text).effectsPrior(county, new double[] {7, 7}, null);
        assertEquals(new LogGamma(2, 0.5, 0.5 / 4), ofCounty.logSdDensities().get(0), "the scale is that of all");
        assertEquals(4, ofCounty.concentration());
        assertEquals(
                List.of(new LogHalfStudent(5, 2)),
                mixed(text)
                        .effectsPrior(effects("a:b", 1), new double[] {7}, null)
                        .logSdDensities());
        assertEquals(EffectsPrior.logExponential(0.25), mixed(text).logResidualSdDensity(7));
        assertEquals(
                List.of("prior.groups.county.sd.df has no effect: a half-normal prior does not have it"),
                read(text, "prior.groups.county.sd.df=9").notes());
    }

    @Test
    void sizesOfGroups_staySizesUnderOtherPriors() {
        String text = "data { path = rows.csv, label = y }\nmodel.family = bernoulli\noutput.path = out\n"
                + "prior { kind = laplace, groups = [2, 3] }";
        assertEquals(List.of(2, 3), read(text).prior().kindChoice().values().wholes("groups"));
    }

    @Test
    void knownSds_areOfANormalResponse() {
        assertEquals("se", read(FORMULA, "data.sd=se").data().roles().knownSd());
        assertEquals(
                List.of("prior.sigma.scale has no effect: there is no residual standard deviation to estimate"),
                read(FORMULA, "data.sd=se", "prior.sigma.scale=3").notes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "formula = \"y ~ x\" | data.sd=se | data.sd is of a normal response in a mixed model",
                "model.family = poisson | data.sd=se | data.sd is of a normal response in a mixed model",
                "data.weight = w | data.sd=se | data.sd cannot be used with data.weight",
                "formula = \"y ~ x\" | prior.groups.sd.scale=1 | prior.groups is of a mixed model",
                "seed = 1 | model.groups=[{ by = g }] | model.groups cannot be used with a formula with a term of a grouping factor",
                "seed = 1 | prior.groups.county.scale=1 | prior.groups.county.scale is unknown: required one of correlation, sd",
                "seed = 1 | prior.groups.sd.skale=1 | prior.groups.sd.skale is unknown: required one of df, kind, scale",
                "seed = 1 | prior.groups.sd.scale=-1 | prior.groups.sd.scale is out of range",
                "seed = 1 | prior.groups.sd.kind=normal | prior.groups.sd.kind is not known",
                "seed = 1 | prior.groups.correlation.kind=wishart | prior.groups.correlation.kind is not known",
                "seed = 1 | prior.groups.correlation.eta=0 | prior.groups.correlation.eta is out of range",
                "seed = 1 | prior.groups.country.sd.scale=1 | prior.groups.country is of no grouping factor",
                "seed = 1 | prior.groups.sd=3 | prior.groups.sd is a section",
                "seed = 1 | model.dispersion=2 | model.dispersion does not go with grouping factors",
                "seed = 1 | posterior.family=gaussian-diagonal | posterior.family does not go with grouping factors",
                "seed = 1 | objective.kind=eubo | objective.kind does not go with grouping factors",
                "seed = 1 | prior.kind=laplace | prior.kind does not go with grouping factors",
                "seed = 1 | method=qbvi | method does not go with grouping factors",
                "seed = 1 | estimator.kind=score | estimator.kind does not go with grouping factors",
                "seed = 1 | check.loo=true | check.loo does not go with grouping factors",
                "seed = 1 | data.standardize=true | data.standardize does not go with grouping factors",
                "seed = 1 | model.family=softmax | model.family does not go with grouping factors",
                "seed = 1 | model.family=ordinal | model.family does not go with grouping factors",
            })
    void whatDoesNotGoWithGroups_isRefused(String line, String override, String problem) {
        String message = assertThrows(ConfigurationException.class, () -> read(FORMULA + line + "\n", override))
                .getMessage();
        assertTrue(message.startsWith(problem) && message.contains("required"), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{ by = g, colums = [x] }] | has no key colums: required one of by, columns",
                "[{ columns = [x] }] | has a grouping factor that cannot be formed",
                "[{ by = g, columns = [] }] | has a term of a grouping factor without effects",
                "[{ by = g, columns = [[x]] }] | has no names of columns where they must be",
                "[{ by = g, correlated = maybe }] | has another value for correlated",
                "[g] | has the wrong type",
            })
    void groupsThatCannotBeRead_areRefused(String groups, String problem) {
        String message = assertThrows(ConfigurationException.class, () -> read(KEYS, "model.groups=" + groups))
                .getMessage();
        assertTrue(message.startsWith("model.groups") && message.contains(problem), message);
    }
}
