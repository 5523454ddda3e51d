package io.credence.benchmark;

import io.credence.benchmark.CorrelatedFits.Measured;
import io.credence.benchmark.CorrelatedGaussian.Structure;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FamilyOptions;
import io.credence.family.MeanFieldPosterior;
import io.credence.family.PlanarFlow;
import io.credence.fit.FitStatus;
import io.credence.objective.Objectives;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * When importance weights cannot vouch for an approximation: k̂ of five objectives and three families on normal targets of
 * growing dimension and correlation, as in figures B.1 and C.3 to C.7 of 004.
 */
public final class CorrelatedGaussians {

    private static final int[] DIMENSIONS = {2, 5, 10, 20, 50, 100};
    private static final double[] CORRELATIONS = {0.2, 0.5, 0.8};
    private static final double MIDDLE = 0.5;
    private static final List<String> FAMILIES =
            List.of(DiagonalGaussian.NAME, MeanFieldPosterior.STUDENT, PlanarFlow.NAME);
    private static final String EXCLUSIVE = "elbo";
    private static final String INCLUSIVE = "eubo";
    /** By name, with the power of the weights that each averages; NaN where that is not what it does. */
    private static final Map<String, Double> OBJECTIVES = objectives();

    private final FamilyOptions options = new FamilyOptions(5, 1, 0, 5, 3, 6, 1);
    private final int draws;
    private final int steps;
    private final Map<String, Measured> found = new LinkedHashMap<>();

    private CorrelatedGaussians(int draws, int steps) {
        this.draws = draws;
        this.steps = steps;
    }

    private static Map<String, Double> objectives() {
        Map<String, Double> powers = new LinkedHashMap<>();
        powers.put(EXCLUSIVE, Double.NaN);
        powers.put(INCLUSIVE, Double.NaN);
        powers.put("chivi", 2.0);
        powers.put("renyi", 0.5);
        powers.put("tail-adaptive", Double.NaN);
        return powers;
    }

    /** Prints the tables; arguments: draws per step, most steps. */
    public static void main(String[] arguments) {
        int draws = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
        int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1000;
        CorrelatedGaussians run = new CorrelatedGaussians(draws, steps);
        for (int dimension : DIMENSIONS) {
            for (Structure structure : Structure.values()) {
                for (double correlation : CORRELATIONS) {
                    run.fitAll(new CorrelatedGaussian(structure, dimension, correlation));
                }
            }
        }
        FAMILIES.forEach(run::objectiveTable);
        run.exactTable();
        FAMILIES.forEach(run::correlationTable);
        run.endingTable();
    }

    private static String key(CorrelatedGaussian target, String family, String objective) {
        return target + family + objective;
    }

    private void fitAll(CorrelatedGaussian target) {
        CorrelatedFits fits = new CorrelatedFits(target, draws, steps);
        for (String family : FAMILIES) {
            Measured exclusive = null;
            for (Map.Entry<String, Double> objective : OBJECTIVES.entrySet()) {
                String name = objective.getKey();
                boolean always = name.equals(EXCLUSIVE) || name.equals(INCLUSIVE);
                if (!always && target.correlation() != MIDDLE) {
                    continue;
                }
                long start = System.nanoTime();
                Measured measured = fits.fit(
                        Objectives.named(name, hyperparameters(name)),
                        exclusive == null ? fits.start(family, options) : exclusive.posterior());
                exclusive = exclusive == null ? measured : exclusive;
                found.put(key(target, family, name), measured);
                System.err.printf(
                        Locale.ROOT,
                        "%s %s %s: k %.2f, %s after %d steps, %.1f s%n",
                        target,
                        family,
                        name,
                        measured.tailIndex(),
                        measured.status(),
                        measured.steps(),
                        (System.nanoTime() - start) * 1e-9);
            }
        }
    }

    private static Map<String, Double> hyperparameters(String objective) {
        return switch (objective) {
            case "chivi" -> Map.of("order", 2.0);
            case "renyi" -> Map.of("alpha", 0.5);
            default -> Map.of();
        };
    }

    private Measured at(CorrelatedGaussian target, String family, String objective) {
        return Objects.requireNonNull(found.get(key(target, family, objective)));
    }

    private static String tail(double index) {
        return Double.isInfinite(index) ? "∞" : MarkdownTable.number(index, 2);
    }

    /** Figure B.1, for one family. */
    private void objectiveTable(String family) {
        List<String> header = new ArrayList<>(List.of("correlations", "D"));
        header.addAll(OBJECTIVES.keySet());
        MarkdownTable.open("k̂ by objective, ρ = 0.5: " + family, "As figure B.1.", header);
        for (Structure structure : Structure.values()) {
            for (int dimension : DIMENSIONS) {
                CorrelatedGaussian target = new CorrelatedGaussian(structure, dimension, MIDDLE);
                List<String> cells = new ArrayList<>(
                        List.of(structure.name().toLowerCase(Locale.ROOT), Integer.toString(dimension)));
                OBJECTIVES
                        .keySet()
                        .forEach(name -> cells.add(tail(at(target, family, name).tailIndex())));
                MarkdownTable.line(cells);
            }
        }
    }

    /** The best mean-field Gaussians, where they have a formula. */
    private void exactTable() {
        List<String> header = new ArrayList<>(List.of("D"));
        List<String> names = List.of(EXCLUSIVE, INCLUSIVE, "chivi", "renyi");
        names.forEach(name -> header.add(name + ": sd, exact / fit; k̂, exact / fit; k for S → ∞"));
        MarkdownTable.open(
                "Mean-field Gaussian against its exact optimum, uniform ρ = 0.5",
                "k̂ of as many draws from the exact optimum, and the tail index that k̂ tends to there.",
                header);
        for (int dimension : DIMENSIONS) {
            CorrelatedGaussian target = new CorrelatedGaussian(Structure.UNIFORM, dimension, MIDDLE);
            CorrelatedFits fits = new CorrelatedFits(target, draws, steps);
            List<String> cells = new ArrayList<>(List.of(Integer.toString(dimension)));
            for (String name : names) {
                double[] sd = new double[dimension];
                Arrays.fill(sd, exactScale(target, name));
                Measured exact = fits.measure(
                        MeanFieldPosterior.around(Double.POSITIVE_INFINITY, new double[dimension], sd),
                        FitStatus.CONVERGED,
                        0);
                Measured fit = at(target, DiagonalGaussian.NAME, name);
                double geometric = Math.exp(Arrays.stream(fit.posterior().sd())
                        .map(Math::log)
                        .average()
                        .orElseThrow());
                cells.add(String.format(
                        Locale.ROOT,
                        "%.3f / %.3f; %s / %s; %.2f",
                        sd[0],
                        geometric,
                        tail(exact.tailIndex()),
                        tail(fit.tailIndex()),
                        target.tailIndex(sd)));
            }
            MarkdownTable.line(cells);
        }
    }

    private static double exactScale(CorrelatedGaussian target, String objective) {
        return switch (objective) {
            case EXCLUSIVE -> 1 / Math.sqrt(target.precision(0));
            case INCLUSIVE -> 1;
            default -> target.uniformOptimum(Objects.requireNonNull(OBJECTIVES.get(objective)));
        };
    }

    /** How many fits ended in which way. */
    private void endingTable() {
        List<String> header = new ArrayList<>(List.of("family"));
        header.addAll(OBJECTIVES.keySet());
        MarkdownTable.open(
                "How the fits ended",
                "Converged, out of steps, diverged; where a fit did not converge, its last average or last step is measured.",
                header);
        for (String family : FAMILIES) {
            List<String> cells = new ArrayList<>(List.of(family));
            for (String objective : OBJECTIVES.keySet()) {
                int[] count = new int[FitStatus.values().length];
                found.forEach((key, measured) -> {
                    if (key.endsWith(family + objective)) {
                        count[measured.status().ordinal()]++;
                    }
                });
                cells.add(count[FitStatus.CONVERGED.ordinal()] + ", " + count[FitStatus.BUDGET.ordinal()] + ", "
                        + count[FitStatus.DIVERGED.ordinal()]);
            }
            MarkdownTable.line(cells);
        }
    }

    /** Figures C.3 to C.7, for one family. */
    private void correlationTable(String family) {
        List<String> header = new ArrayList<>(List.of("correlations", "D"));
        for (String objective : List.of(EXCLUSIVE, INCLUSIVE)) {
            for (double correlation : CORRELATIONS) {
                header.add(objective + ", ρ = " + correlation);
            }
        }
        MarkdownTable.open(
                "k̂ and divergences by correlation: " + family,
                "As figures C.3 to C.7. Each cell: k̂; KL(q‖p); KL(p‖q), nats.",
                header);
        for (Structure structure : Structure.values()) {
            for (int dimension : DIMENSIONS) {
                List<String> cells = new ArrayList<>(
                        List.of(structure.name().toLowerCase(Locale.ROOT), Integer.toString(dimension)));
                for (String objective : List.of(EXCLUSIVE, INCLUSIVE)) {
                    for (double correlation : CORRELATIONS) {
                        Measured one = at(new CorrelatedGaussian(structure, dimension, correlation), family, objective);
                        cells.add(tail(one.tailIndex()) + "; " + MarkdownTable.number(one.exclusive(), 2) + "; "
                                + MarkdownTable.number(one.inclusive(), 2));
                    }
                }
                MarkdownTable.line(cells);
            }
        }
    }
}
