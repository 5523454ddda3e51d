package io.credence.benchmark;

import io.credence.benchmark.CorrelatedFits.Measured;
import io.credence.benchmark.CorrelatedGaussian.Structure;
import io.credence.family.DiagonalGaussian;
import io.credence.family.flow.LayeredFlow;
import io.credence.family.student.StudentDiagonal;
import io.credence.fit.FitState.FitStatus;
import io.credence.objective.Objective;
import io.credence.objective.Objectives;
import io.credence.objective.Objectives.DrawnElbo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When importance weights cannot validate an approximation: k̂ and divergences of five objectives and three families on normal
 * targets of growing dimension and correlation, as in figures B.1, B.2 and C.3 to C.7 of Dhaka et al. 2021.
 */
public final class CorrelatedGaussians {

    private static final int[] DIMENSIONS = {2, 5, 10, 20, 50, 100};
    private static final double[] CORRELATIONS = {0.2, 0.5, 0.8};
    private static final double MIDDLE = 0.5;
    private static final List<String> FAMILIES =
            List.of(DiagonalGaussian.NAME, StudentDiagonal.NAME, LayeredFlow.PLANAR);
    private static final String EXCLUSIVE = "elbo";
    private static final String INCLUSIVE = "eubo";
    private static final String SQUARED = "chivi";
    private static final List<String> OBJECTIVES = List.of(EXCLUSIVE, INCLUSIVE, SQUARED, "renyi", "tail-adaptive");
    /** By how many draws a step the inclusive objectives find their optima. */
    private static final int[] MORE_DRAWS = {100, 1000, 10_000};

    private static final int[] MODERATE = {5, 10, 20};
    private static final int MOST_STEPS = 10_000;
    /** Draws of all steps of a fit with more draws, and of its share of what a step costs without any. */
    private static final int MOST_DRAWN = 5_000_000;

    private record Key(CorrelatedGaussian target, String family, String objective) {}

    private final int draws;
    private final int coordinates;
    private final long end;
    private final Map<Key, Measured> found = new LinkedHashMap<>();

    private CorrelatedGaussians(int draws, int coordinates, long end) {
        this.draws = draws;
        this.coordinates = coordinates;
        this.end = end;
    }

    /**
     * Prints the tables.
     *
     * @param arguments draws per step; most steps of a fit times D, which are 10,000 steps at most; minutes after which no more
     *     fits are begun
     */
    public static void main(String[] arguments) {
        int draws = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
        int coordinates = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 150_000;
        double minutes = arguments.length > 2 ? Double.parseDouble(arguments[2]) : Double.POSITIVE_INFINITY;
        long end = Double.isInfinite(minutes) ? Long.MAX_VALUE : System.currentTimeMillis() + (long) (60_000 * minutes);
        CorrelatedGaussians run = new CorrelatedGaussians(draws, coordinates, end);
        run.drawsTable();
        for (int dimension : DIMENSIONS) {
            for (String family : FAMILIES) {
                run.targets(dimension).forEach(target -> run.fitAll(target, family));
            }
        }
        run.exactTable();
        run.endingTable();
        for (String family : FAMILIES) {
            for (double correlation : CORRELATIONS) {
                run.objectiveTable(family, correlation);
            }
        }
    }

    private List<CorrelatedGaussian> targets(int dimension) {
        List<CorrelatedGaussian> targets = new ArrayList<>();
        for (Structure structure : Structure.values()) {
            for (double correlation : CORRELATIONS) {
                targets.add(new CorrelatedGaussian(structure, dimension, correlation));
            }
        }
        return targets;
    }

    private int steps(int dimension) {
        return Math.min(MOST_STEPS, coordinates / dimension);
    }

    private void fitAll(CorrelatedGaussian target, String family) {
        CorrelatedFits fits = new CorrelatedFits(target, draws, steps(target.dimension()));
        Measured exclusive = null;
        for (String name : OBJECTIVES) {
            if (System.currentTimeMillis() > end) {
                return;
            }
            long start = System.nanoTime();
            Measured measured =
                    fits.fit(objective(name), exclusive == null ? fits.start(family) : exclusive.posterior());
            exclusive = exclusive == null ? measured : exclusive;
            found.put(new Key(target, family, name), measured);
            System.err.printf(
                    Locale.ROOT,
                    "%s %s %s: %s, %.1f s%n",
                    target,
                    family,
                    name,
                    measured.summary(),
                    (System.nanoTime() - start) * 1e-9);
        }
    }

    private static Objective objective(String name) {
        Map<String, Double> hyperparameters = switch (name) {
            case SQUARED -> Map.of("order", 2.0);
            case "renyi" -> Map.of("alpha", 0.5);
            default -> Map.of();
        };
        return name.equals(EXCLUSIVE) ? new DrawnElbo() : Objectives.named(name, hyperparameters);
    }

    private @Nullable Measured at(CorrelatedGaussian target, String family, String objective) {
        return found.get(new Key(target, family, objective));
    }

    private static String tail(double index) {
        return Double.isInfinite(index) ? "∞" : MarkdownTable.number(index, 2);
    }

    /** Figures B.1, B.2 and C.3 to C.7, for one family and one correlation. */
    private void objectiveTable(String family, double correlation) {
        List<String> header = new ArrayList<>(List.of("correlations", "D"));
        header.addAll(OBJECTIVES);
        MarkdownTable.open(
                family + ", ρ = " + correlation,
                "k̂; KL(q‖p); KL(p‖q), nats; an asterisk where the fit did not satisfy its stopping rule.",
                header);
        for (Structure structure : Structure.values()) {
            for (int dimension : DIMENSIONS) {
                CorrelatedGaussian target = new CorrelatedGaussian(structure, dimension, correlation);
                List<String> cells = new ArrayList<>(
                        List.of(structure.name().toLowerCase(Locale.ROOT), Integer.toString(dimension)));
                OBJECTIVES.forEach(name -> cells.add(cell(at(target, family, name))));
                MarkdownTable.line(cells);
            }
        }
    }

    private static String cell(@Nullable Measured measured) {
        if (measured == null) {
            return MarkdownTable.NONE;
        }
        String numbers =
                tail(measured.tailIndex()) + "; " + nats(measured.exclusive()) + "; " + nats(measured.inclusive());
        return measured.status() == FitStatus.CONVERGED ? numbers : numbers + " *";
    }

    private static String nats(double value) {
        return Math.abs(value) < 1e6 ? MarkdownTable.number(value, 2) : String.format(Locale.ROOT, "%.0e", value);
    }

    /** The best mean-field Gaussians, where they have a formula. */
    private void exactTable() {
        List<String> header = new ArrayList<>(List.of("D"));
        List<String> names = List.of(EXCLUSIVE, INCLUSIVE, SQUARED, "renyi");
        names.forEach(name -> header.add(name + ": sd, exact / fit; k̂, exact / fit; k for S → ∞"));
        MarkdownTable.open(
                "Mean-field Gaussian against its exact optimum, uniform ρ = 0.5",
                "k̂ of as many draws from the exact optimum, and the tail index that k̂ tends to there.",
                header);
        for (int dimension : DIMENSIONS) {
            CorrelatedGaussian target = new CorrelatedGaussian(Structure.UNIFORM, dimension, MIDDLE);
            CorrelatedFits fits = new CorrelatedFits(target, draws, 1);
            List<String> cells = new ArrayList<>(List.of(Integer.toString(dimension)));
            names.forEach(name -> cells.add(exactCell(fits, name)));
            MarkdownTable.line(cells);
        }
    }

    private String exactCell(CorrelatedFits fits, String objective) {
        CorrelatedGaussian target = fits.target();
        double[] mean = new double[target.dimension()];
        double[] sd = mean.clone();
        Arrays.fill(sd, exactScale(target, objective));
        DiagonalGaussian best = DiagonalGaussian.around(mean, sd);
        Measured exact = fits.measure(best, FitStatus.CONVERGED, 0);
        Measured fit = at(target, DiagonalGaussian.NAME, objective);
        return String.format(
                Locale.ROOT,
                "%.3f / %s; %s / %s; %.2f",
                sd[0],
                MarkdownTable.number(fit == null ? Double.NaN : fit.scale(), 3),
                tail(exact.tailIndex()),
                tail(fit == null ? Double.NaN : fit.tailIndex()),
                target.tailIndex(sd));
    }

    private static double exactScale(CorrelatedGaussian target, String objective) {
        return switch (objective) {
            case EXCLUSIVE -> 1 / Math.sqrt(target.precision(0));
            case INCLUSIVE -> 1;
            case SQUARED -> target.uniformOptimum(2);
            default -> target.uniformOptimum(0.5);
        };
    }

    /** How far more draws a step bring the inclusive objectives to their optima. */
    private void drawsTable() {
        List<String> header = new ArrayList<>(List.of("D", "objective", "exact sd"));
        Arrays.stream(MORE_DRAWS).forEach(count -> header.add(count + " draws: sd / exact; largest mean; steps"));
        MarkdownTable.open(
                "Draws per step, mean-field Gaussian, uniform ρ = 0.5",
                "An asterisk where the fit did not satisfy its stopping rule.",
                header);
        for (int dimension : MODERATE) {
            CorrelatedGaussian target = new CorrelatedGaussian(Structure.UNIFORM, dimension, MIDDLE);
            CorrelatedFits usual = new CorrelatedFits(target, draws, steps(dimension));
            Measured start = usual.fit(objective(EXCLUSIVE), usual.start(DiagonalGaussian.NAME));
            for (String name : List.of(INCLUSIVE, SQUARED)) {
                double exact = exactScale(target, name);
                List<String> cells =
                        new ArrayList<>(List.of(Integer.toString(dimension), name, MarkdownTable.number(exact, 3)));
                for (int count : MORE_DRAWS) {
                    Measured fit = new CorrelatedFits(target, count, MOST_DRAWN / (count + MORE_DRAWS[1]))
                            .fit(objective(name), start.posterior());
                    cells.add(withDraws(fit, exact));
                    System.err.println(
                            name + " by " + count + " draws, D = " + dimension + ": " + withDraws(fit, exact));
                }
                MarkdownTable.line(cells);
            }
        }
    }

    private static String withDraws(Measured fit, double exact) {
        return String.format(
                Locale.ROOT,
                "%.3f; %.3f; %d%s",
                fit.scale() / exact,
                fit.offset(),
                fit.steps(),
                fit.status() == FitStatus.CONVERGED ? "" : " *");
    }

    /** How many fits satisfied the stopping rule, by dimension, and how far they are off where that is known. */
    private void endingTable() {
        List<String> header = new ArrayList<>(List.of("family", "D", "most steps"));
        header.addAll(OBJECTIVES);
        MarkdownTable.open(
                "How the fits ended",
                "Converged of all; most steps of those; largest mean, either sign, of those / of the others, all of which are"
                        + " 0 in the target and at the optimum of a mean-field family.",
                header);
        for (String family : FAMILIES) {
            for (int dimension : DIMENSIONS) {
                List<String> cells = new ArrayList<>(
                        List.of(family, Integer.toString(dimension), Integer.toString(steps(dimension))));
                OBJECTIVES.forEach(name -> cells.add(ending(targets(dimension).stream()
                        .map(target -> at(target, family, name))
                        .filter(Objects::nonNull)
                        .toList())));
                MarkdownTable.line(cells);
            }
        }
    }

    private static String ending(List<Measured> all) {
        List<Measured> converged =
                all.stream().filter(m -> m.status() == FitStatus.CONVERGED).toList();
        List<Measured> others =
                all.stream().filter(m -> m.status() != FitStatus.CONVERGED).toList();
        return converged.size() + " of " + all.size() + "; "
                + converged.stream().mapToInt(Measured::steps).max().orElse(0) + "; " + offset(converged) + " / "
                + offset(others);
    }

    private static String offset(List<Measured> some) {
        return MarkdownTable.number(
                some.stream().mapToDouble(Measured::offset).max().orElse(Double.NaN), 2);
    }
}
