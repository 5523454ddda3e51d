package io.credence.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * Rounds of a contextual bandit as Riquelme, Tucker and Snoek (2018) have them.
 *
 * @param contexts one per round
 * @param rewards what each arm would pay, mushrooms in units of 10
 * @param expected what it is expected to pay
 */
record BanditProblem(double[][] contexts, double[][] rewards, double[][] expected) {

    private static final int EDIBLE_COLUMNS = 22;

    /** So many rounds, which the seed draws. */
    static BanditProblem read(String name, int rounds, long seed) {
        Path folder = UciData.folder().resolveSibling("bandit");
        Random random = new Random(seed);
        return switch (name) {
            case "mushroom" -> mushroom(UciData.lines(folder.resolve("mushroom.csv.gz")), rounds, random);
            case "shuttle" -> classes(UciData.lines(folder.resolve("shuttle_train.csv.gz")), rounds, random);
            case "covertype" -> classes(UciData.lines(folder.resolve("covertype_first10000.csv.gz")), rounds, random);
            case "financial" -> financial(UciData.lines(folder.resolve("financial.csv.gz")), rounds, random);
            default -> throw new IllegalArgumentException("unknown bandit " + name);
        };
    }

    int arms() {
        return rewards[0].length;
    }

    /** To eat or not: 0 for not, 5 for a good mushroom, for a bad one 5 or −35. */
    private static BanditProblem mushroom(List<String> lines, int rounds, Random random) {
        List<String[]> rows =
                lines.stream().skip(1).map(line -> line.split(",")).toList();
        List<List<String>> letters = new ArrayList<>();
        for (int j = 0; j < EDIBLE_COLUMNS; j++) {
            int column = j;
            letters.add(List.copyOf(
                    new TreeSet<>(rows.stream().map(row -> row[column]).toList())));
        }
        int columns = letters.stream().mapToInt(List::size).sum();
        BanditProblem problem =
                new BanditProblem(new double[rounds][columns], new double[rounds][2], new double[rounds][2]);
        for (int t = 0; t < rounds; t++) {
            String[] row = rows.get(random.nextInt(rows.size()));
            int at = 0;
            for (int j = 0; j < EDIBLE_COLUMNS; at += letters.get(j).size(), j++) {
                problem.contexts[t][at + letters.get(j).indexOf(row[j])] = 1;
            }
            boolean bad = Double.parseDouble(row[EDIBLE_COLUMNS]) == 1;
            problem.rewards[t][1] = bad && random.nextBoolean() ? -3.5 : 0.5;
            problem.expected[t][1] = bad ? -1.5 : 0.5;
        }
        return problem;
    }

    /** Which of seven classes a row is of, a state of the shuttle or a cover of the ground: 1 for the right one. */
    private static BanditProblem classes(List<String> lines, int rounds, Random random) {
        double[][] rows = shuffled(lines, rounds, random);
        int columns = rows[0].length - 1;
        double[][] contexts = new double[rows.length][columns];
        double[][] rewards = new double[rows.length][7];
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            double squares = 0;
            for (double[] row : rows) {
                sum += row[j];
                squares += row[j] * row[j];
            }
            double mean = sum / rows.length;
            double sd = Math.sqrt(Math.max(0, squares / rows.length - mean * mean));
            for (int t = 0; t < rows.length; t++) {
                contexts[t][j] = sd <= 1e-6 * Math.abs(mean) ? 0 : Math.max(-6, Math.min(6, (rows[t][j] - mean) / sd));
            }
        }
        for (int t = 0; t < rows.length; t++) {
            rewards[t][(int) rows[t][columns] - 1] = 1;
        }
        return new BanditProblem(contexts, rewards, rewards);
    }

    /** Which of eight portfolios of 21 stocks to hold: its return on that day, with noise that grows with its number. */
    private static BanditProblem financial(List<String> lines, int rounds, Random random) {
        double[][] contexts = shuffled(lines, rounds, random);
        double[][] portfolios = new double[8][contexts[0].length];
        for (double[] portfolio : portfolios) {
            double square = 0;
            for (int j = 0; j < portfolio.length; j++) {
                portfolio[j] = 2 * random.nextDouble() - 1;
                square += portfolio[j] * portfolio[j];
            }
            for (int j = 0; j < portfolio.length; j++) {
                portfolio[j] /= Math.sqrt(square);
            }
        }
        double[][] rewards = new double[contexts.length][8];
        double[][] expected = new double[contexts.length][8];
        for (int t = 0; t < contexts.length; t++) {
            for (int a = 0; a < 8; a++) {
                for (int j = 0; j < portfolios[a].length; j++) {
                    expected[t][a] += contexts[t][j] * portfolios[a][j];
                }
                rewards[t][a] = expected[t][a] + 0.01 * a * random.nextGaussian();
            }
        }
        return new BanditProblem(contexts, rewards, expected);
    }

    private static double[][] shuffled(List<String> lines, int rounds, Random random) {
        List<String> rows = new ArrayList<>(lines.subList(1, lines.size()));
        Collections.shuffle(rows, random);
        return rows.stream()
                .limit(rounds)
                .map(line -> UciData.numbers(line, ","))
                .toArray(double[][]::new);
    }
}
