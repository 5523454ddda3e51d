package io.credence.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * A posterior of PosteriorDB, or a made one that is larger, with its reference, in Stan's unconstrained coordinates, which are ours.
 *
 * @param name as in PosteriorDB; of a made one begins with made
 * @param inference what is requested
 * @param rows its rows
 * @param mean reference means
 * @param sd reference standard deviations
 */
record PosteriorDbProblem(String name, Inference inference, Rows rows, double[] mean, double[] sd) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Every posterior with a reference in the folder, and the made one. */
    static List<PosteriorDbProblem> all(Path folder) throws IOException {
        List<PosteriorDbProblem> all = new ArrayList<>();
        all.add(regression(folder, "arK-arK", lags(data(folder, "arK")), 10, PriorOfScale.HALF_CAUCHY));
        all.add(density(folder, "arma-arma11", new PosteriorDbDensities.Arma(numbers(data(folder, "arma"), "y"))));
        for (int event = 0; event < 2; event++) {
            JsonNode data = data(folder, "bball_drive_event_" + event);
            all.add(density(
                    folder,
                    "bball_drive_event_" + event + "-hmm_drive_" + event,
                    new PosteriorDbDensities.Hidden(
                            event == 0
                                    ? PosteriorDbDensities.Emission.EXPONENTIAL
                                    : PosteriorDbDensities.Emission.TWO_NORMALS,
                            new double[][] {numbers(data, "u"), numbers(data, "v")},
                            new double[] {
                                data.path("tau").asDouble(), data.path("rho").asDouble()
                            },
                            matrix(data, "alpha"))));
        }
        all.add(diamonds(folder));
        all.add(dogs(folder));
        JsonNode schools = data(folder, "eight_schools");
        double[] effects = numbers(schools, "y");
        double[] errors = numbers(schools, "sigma");
        for (boolean centred : new boolean[] {true, false}) {
            String name = "eight_schools-eight_schools_" + (centred ? "centered" : "noncentered");
            all.add(density(folder, name, new PosteriorDbDensities.Schools(effects, errors, centred)));
            all.add(MadePosteriors.schools(effects, errors, centred));
        }
        JsonNode process = data(folder, "gp_pois_regr");
        all.add(density(
                folder,
                "gp_pois_regr-gp_pois_regr",
                new PosteriorDbDensities.Process(numbers(process, "x"), numbers(process, "k"), true)));
        all.add(density(
                folder,
                "gp_pois_regr-gp_regr",
                new PosteriorDbDensities.Process(numbers(process, "x"), numbers(process, "y"), false)));
        all.add(density(
                folder,
                "hmm_example-hmm_example",
                new PosteriorDbDensities.Hidden(
                        PosteriorDbDensities.Emission.NORMAL,
                        new double[][] {numbers(data(folder, "hmm_example"), "y")},
                        new double[0],
                        new double[][] {{1, 1}, {1, 1}})));
        JsonNode lake = data(folder, "kilpisjarvi_mod");
        all.add(of(
                folder,
                "kilpisjarvi_mod-kilpisjarvi",
                new NormalRegression(
                        new double[] {
                            lake.path("pmualpha").asDouble(),
                            lake.path("pmubeta").asDouble()
                        },
                        new double[] {
                            lake.path("psalpha").asDouble(), lake.path("psbeta").asDouble()
                        },
                        0,
                        PriorOfScale.FLAT),
                rows(columns(numbers(lake, "y"), i -> 1, at(lake, "x")))));
        all.add(mesquite(folder, true));
        all.add(mesquite(folder, false));
        for (int year : new int[] {1972, 1976, 1996}) {
            all.add(election(folder, year));
        }
        all.add(radonByCounty(folder));
        all.add(radonAroundAMean(folder));
        JsonNode made = data(folder, "sblri");
        all.add(regression(
                folder,
                "sblri-blr",
                new RegressionRows(names(5), matrix(made, "X"), numbers(made, "y")),
                10,
                PriorOfScale.WIDE_HALF_NORMAL));
        all.addAll(List.of(CountyIntercepts.problem(), MadePosteriors.robustRegression()));
        return all;
    }

    private static PosteriorDbProblem regression(
            Path folder, String name, RegressionRows rows, double sd, PriorOfScale scale) throws IOException {
        return of(folder, name, NormalRegression.of(rows.columns(), sd, scale), rows(rows));
    }

    private static PosteriorDbProblem density(Path folder, String name, Model model) throws IOException {
        return of(folder, name, model, Rows.of(new double[][] {{0}}, new double[1]));
    }

    private static PosteriorDbProblem of(Path folder, String name, Model model, Rows rows) throws IOException {
        return new PosteriorDbProblem(
                name, Inference.of(model), rows, moments(folder, name, "mean"), moments(folder, name, "sd"));
    }

    private static Rows rows(RegressionRows rows) {
        return PackedRegression.of(rows, 2, 2);
    }

    private static double[] moments(Path folder, String name, String which) throws IOException {
        JsonNode reference = MAPPER.readTree(Files.readString(folder.resolve(name + ".reference.json")));
        return numbers(reference.path("unconstrained"), which);
    }

    private static JsonNode data(Path folder, String name) throws IOException {
        try (GZIPInputStream in =
                new GZIPInputStream(Files.newInputStream(folder.resolve("data/" + name + ".json.gz")))) {
            return MAPPER.readTree(in);
        }
    }

    private static double[] numbers(JsonNode node, String key) {
        double[] numbers = new double[node.path(key).size()];
        Arrays.setAll(numbers, i -> node.path(key).path(i).asDouble());
        return numbers;
    }

    private static double[][] matrix(JsonNode node, String key) {
        double[][] rows = new double[node.path(key).size()][];
        for (int i = 0; i < rows.length; i++) {
            JsonNode row = node.path(key).path(i);
            rows[i] = new double[row.size()];
            Arrays.setAll(rows[i], j -> row.path(j).asDouble());
        }
        return rows;
    }

    private static IntToDoubleFunction at(JsonNode node, String key) {
        double[] numbers = numbers(node, key);
        return i -> numbers[i];
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(j -> "x" + j).toList();
    }

    private static RegressionRows columns(double[] labels, IntToDoubleFunction... columns) {
        double[][] features = new double[labels.length][columns.length];
        for (int i = 0; i < labels.length; i++) {
            for (int j = 0; j < columns.length; j++) {
                features[i][j] = columns[j].applyAsDouble(i);
            }
        }
        return new RegressionRows(names(columns.length), features, labels);
    }

    private static RegressionRows lags(JsonNode data) {
        double[] y = numbers(data, "y");
        int order = data.path("K").asInt();
        IntToDoubleFunction[] columns = new IntToDoubleFunction[order + 1];
        Arrays.setAll(columns, k -> k == 0 ? i -> 1 : i -> y[i + order - k]);
        return columns(Arrays.copyOfRange(y, order, y.length), columns);
    }

    /** Columns less their means, the intercept behind them. */
    private static PosteriorDbProblem diamonds(Path folder) throws IOException {
        JsonNode data = data(folder, "diamonds");
        double[][] x = matrix(data, "X");
        int wide = x[0].length - 1;
        double[][] features = new double[x.length][wide + 1];
        for (int j = 0; j < wide; j++) {
            int column = j + 1;
            double mean =
                    Arrays.stream(x).mapToDouble(row -> row[column]).average().orElse(0);
            for (int i = 0; i < x.length; i++) {
                features[i][j] = x[i][column] - mean;
            }
        }
        for (double[] row : features) {
            row[wide] = 1;
        }
        double[] ones = new double[wide];
        Arrays.fill(ones, 1);
        return of(
                folder,
                "diamonds-diamonds",
                new NormalRegression(new double[wide], ones, 10, PriorOfScale.HALF_STUDENT),
                rows(new RegressionRows(names(wide + 1), features, numbers(data, "Y"))));
    }

    /** Shocks of dogs by how often each has been shocked and has avoided it. */
    private static PosteriorDbProblem dogs(Path folder) throws IOException {
        double[][] shocks = matrix(data(folder, "dogs"), "y");
        List<double[]> features = new ArrayList<>();
        List<Double> labels = new ArrayList<>();
        for (double[] dog : shocks) {
            double shocked = 0;
            for (int trial = 0; trial < dog.length; trial++) {
                features.add(new double[] {trial - shocked, shocked});
                labels.add(dog[trial]);
                shocked += dog[trial];
            }
        }
        return new PosteriorDbProblem(
                "dogs-dogs",
                Inference.of("bernoulli").prior("normal", Map.of("sd", 100.0)),
                Rows.of(
                        features.toArray(new double[0][]),
                        labels.stream().mapToDouble(Double::doubleValue).toArray()),
                moments(folder, "dogs-dogs", "mean"),
                moments(folder, "dogs-dogs", "sd"));
    }

    private static PosteriorDbProblem mesquite(Path folder, boolean logs) throws IOException {
        JsonNode data = data(folder, "mesquite");
        List<String> sizes = List.of("diam1", "diam2", "canopy_height", "total_height", "density");
        IntToDoubleFunction[] columns = new IntToDoubleFunction[7];
        columns[0] = i -> 1;
        for (int k = 0; k < sizes.size(); k++) {
            IntToDoubleFunction size = at(data, sizes.get(k));
            columns[k + 1] = logs ? i -> Math.log(size.applyAsDouble(i)) : size;
        }
        columns[6] = at(data, "group");
        double[] weights = numbers(data, "weight");
        double[] labels = logs ? Arrays.stream(weights).map(Math::log).toArray() : weights;
        return regression(
                folder,
                "mesquite-" + (logs ? "log" : "") + "mesquite",
                columns(labels, columns),
                Double.POSITIVE_INFINITY,
                PriorOfScale.FLAT);
    }

    private static PosteriorDbProblem election(Path folder, int year) throws IOException {
        JsonNode data = data(folder, "nes" + year);
        IntToDoubleFunction age = at(data, "age_discrete");
        return regression(
                folder,
                "nes" + year + "-nes",
                columns(
                        numbers(data, "partyid7"),
                        i -> 1,
                        at(data, "real_ideo"),
                        at(data, "race_adj"),
                        i -> age.applyAsDouble(i) == 2 ? 1 : 0,
                        i -> age.applyAsDouble(i) == 3 ? 1 : 0,
                        i -> age.applyAsDouble(i) == 4 ? 1 : 0,
                        at(data, "educ1"),
                        at(data, "gender"),
                        at(data, "income")),
                Double.POSITIVE_INFINITY,
                PriorOfScale.FLAT);
    }

    private static PosteriorDbProblem radonByCounty(Path folder) throws IOException {
        JsonNode data = data(folder, "radon_mn");
        int counties = data.path("J").asInt();
        IntToDoubleFunction county = at(data, "county_idx");
        IntToDoubleFunction[] columns = new IntToDoubleFunction[counties + 1];
        Arrays.setAll(columns, j -> i -> county.applyAsDouble(i) == j + 1 ? 1 : 0);
        columns[counties] = at(data, "floor_measure");
        return regression(
                folder,
                "radon_mn-radon_county_intercept",
                columns(numbers(data, "log_radon"), columns),
                10,
                PriorOfScale.HALF_NORMAL);
    }

    private static PosteriorDbProblem radonAroundAMean(Path folder) throws IOException {
        JsonNode data = data(folder, "radon_mn");
        IntToDoubleFunction county = at(data, "county_idx");
        RegressionRows rows = columns(
                numbers(data, "log_radon"),
                at(data, "floor_measure"),
                at(data, "log_uppm"),
                i -> county.applyAsDouble(i) - 1);
        return of(
                folder,
                "radon_mn-radon_hierarchical_intercept_noncentered",
                new PosteriorDbDensities.Radon(data.path("J").asInt()),
                rows(rows));
    }
}
