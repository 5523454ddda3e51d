package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.testkit.MaximumLikelihood;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of one-command fits of textbook data sets, as R's {@code write.csv} or pandas saves them, against R's
 * {@code glm}, {@code polr} and {@code zeroinfl}. They have row names in a column without a name, NA for a missing
 * cell, levels and labels as text, dates, dots in names, counts instead of rows.
 */
class PeopleDataTest extends CommandLineContract {

    /** Distance of a mean from the mode in standard deviations, of posteriors that lean. */
    private static final double LEAN = 0.3;
    /** Share of the prior's pull by which a quadratic likelihood may misstate it. */
    private static final double PULL = 0.5;

    /** Separable classes: no Gaussian fits well, and it is reported. */
    private static final Set<String> DOUBTED = Set.of("cars-by-gear");

    /** A set for each family, and for each way in which a cell, a level, a count or a date is written. */
    private static final Set<String> EVERY_BUILD = Set.of(
            "warpbreaks",
            "ozone",
            "longley",
            "oesophagus",
            "titanic",
            "growth",
            "seatbelts",
            "nile",
            "housing",
            "articles");

    private static final String SETS = """
        warpbreaks        | poisson   | breaks ~ wool * tension                                              |
        infert            | bernoulli | case ~ education + age + parity + induced + spontaneous              |
        insects           | poisson   | count ~ spray                                                        |
        teeth             | gaussian  | len ~ supp * dose                                                    |
        cars-by-gear      | bernoulli | am ~ wt                                                              |
        cars-by-cylinders | gaussian  | mpg ~ wt + factor(cyl)                                               |
        iris              | gaussian  | Sepal.Length ~ Species + Petal.Length                                |
        ozone             | gaussian  | Ozone ~ Solar.R + Wind + Temp                                        | data.onMissing=skip
        chicks            | gaussian  | weight ~ feed                                                        |
        plants            | gaussian  | weight ~ group                                                       |
        swiss             | gaussian  | Fertility ~ .                                                        |
        longley           | gaussian  | Employed ~ .                                                         |
        stack             | gaussian  | stack.loss ~ Air.Flow + Water.Temp + Acid.Conc.                      |
        stopping          | gaussian  | dist ~ poly(speed, 2)                                                |
        trees             | gaussian  | log(Volume) ~ log(Girth) + log(Height)                               |
        oesophagus        | bernoulli | cbind(ncases, ncontrols) ~ agegp + alcgp                             |
        admissions        | bernoulli | Admit ~ Gender + Dept                                                | data.weight=Freq
        titanic           | bernoulli | Survived ~ Class + Sex + Age                                         | data.weight=Freq
        quakes            | poisson   | stations ~ mag + depth                                               |
        fertiliser        | gaussian  | yield ~ factor(block) + N + P + K                                    |
        growth            | gamma     | weight ~ Time * factor(Diet)                                         |
        seatbelts         | poisson   | DriversKilled ~ law + PetrolPrice + offset(log(kms))                 |
        days              | gaussian  | Temp ~ poly(day, 2)                                                  |
        diabetes          | gaussian  | target ~ age + sex + bmi + bp + s5                                   |
        election          | bernoulli | vote ~ PID + age + income                                            |
        votes             | bernoulli | cbind(Dole, Clinton) ~ educ                                          |
        states            | gaussian  | murder ~ poverty + single + urban                                    |
        nile              | gaussian  | volume ~ date                                                        |
        food              | gaussian  | log(foodexp) ~ log(income)                                           |
        housing           | ordinal   | Sat ~ Infl + Type + Cont | data.weight=Freq data.reference.Sat=Low<Medium<High
        articles          | zero-inflated-poisson | art ~ fem + mar + kid5 + phd                             |
        """;

    static Stream<Arguments> sets() {
        List<Arguments> all = SETS.lines()
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toArray())
                .map(cells -> Arguments.of(Arrays.copyOf(cells, 4)))
                .toList();
        return Nightly.cases(
                all.stream().filter(set -> EVERY_BUILD.contains(set.get()[0])).toList(), all);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("sets")
    void oneCommand_givesWhatGlmGives(String set, String family, String formula, @Nullable String setting)
            throws IOException {
        MaximumLikelihood expected = MaximumLikelihood.of(set);
        Path rows = Files.write(folder.resolve("rows.csv"), MaximumLikelihood.file(set));
        List<String> arguments = new ArrayList<>(List.of(
                "fit",
                write("job.conf", "formula = \"" + formula + "\"", "data.path = \"" + rows + "\"")
                        .toString(),
                "--quiet"));
        arguments.addAll(List.of("--set", "model.family=" + family, "--set", "output.path=" + output()));
        for (String each : setting == null ? new String[0] : setting.split(" ")) {
            arguments.addAll(List.of("--set", each));
        }
        CommandResult result = credence(arguments.toArray(String[]::new));
        assertEquals(0, result.status(), result.err());
        JsonNode posterior = posterior().path("posterior");
        assertEquals("converged", posterior().path("status").asText());
        assertEquals(!DOUBTED.contains(set), posterior().path("reliable").asBoolean(), result.err());
        List<String> names = new ArrayList<>();
        posterior.path("names").forEach(name -> names.add(name.asText()));
        double[] sd = new double[expected.names().size()];
        assertEquals(expected.names(), names.subList(0, sd.length));
        if (names.size() > sd.length) {
            assertEquals(List.of("log(sigma2)"), names.subList(sd.length, names.size()));
        }
        for (int j = 0; j < sd.length; j++) {
            JsonNode prior = posterior().path("prior");
            JsonNode byName = prior.path("normal").path(names.get(j)).path("sd");
            sd[j] = byName.asDouble(prior.path("sd").path(j).asDouble());
        }
        double[] mode = modeUnder(expected, sd);
        for (int j = 0; j < sd.length; j++) {
            double own = posterior.path("sd").path(j).asDouble();
            double allowed = LEAN * own + PULL * Math.abs(mode[j] - expected.estimate()[j]);
            assertEquals(mode[j], posterior.path("mean").path(j).asDouble(), allowed, names.get(j));
        }
    }

    /** Where independent normal priors of mean 0 and those standard deviations pull the estimate, the likelihood taken as quadratic. */
    private static double[] modeUnder(MaximumLikelihood likelihood, double[] sd) {
        RealMatrix precision = inverse(new Array2DRowRealMatrix(likelihood.covariance()));
        double[] pull = precision.operate(likelihood.estimate());
        for (int j = 0; j < sd.length; j++) {
            precision.addToEntry(j, j, 1 / (sd[j] * sd[j]));
        }
        return inverse(precision).operate(pull);
    }

    private static RealMatrix inverse(RealMatrix matrix) {
        return new LUDecomposition(matrix, 0).getSolver().getInverse();
    }
}
