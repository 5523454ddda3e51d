package io.credence.report.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writer of draws as a CSV file of CmdStan, which ArviZ, cmdstanpy and cmdstanr read. The draws are independent, and
 * written as from its method {@code fixed_param}: there is no chain, no step and no warm-up.
 */
public final class CmdStanCsv {

    private CmdStanCsv() {}

    /**
     * Text of the file. Coefficients are {@code beta.1}, {@code beta.2}, …, and quantities {@code quantity.1},
     * {@code quantity.2}, …, whose names stand in comments; numbers between them keep their names.
     *
     * @param names names of the numbers of a draw
     * @param coefficients number of coefficients, which are the first numbers
     * @param quantities number of quantities of a user's model, which are the last numbers
     * @param draws draws, one array each
     * @param seed seed of the draws
     */
    public static String text(List<String> names, int coefficients, int quantities, double[][] draws, long seed) {
        StringBuilder text = new StringBuilder(String.join(
                "\n",
                "# stan_version_major = 2",
                "# stan_version_minor = 36",
                "# stan_version_patch = 0",
                "# model = credence_model",
                "# method = sample (Default)",
                "#   sample",
                "#     num_samples = " + draws.length,
                "#     num_warmup = 1",
                "#     save_warmup = 0 (Default)",
                "#     thin = 1 (Default)",
                "#     algorithm = fixed_param",
                "#     num_chains = 1 (Default)",
                "# id = 1 (Default)",
                "# random",
                "#   seed = " + seed,
                ""));
        List<String> columns = new ArrayList<>(names);
        int beside = names.size() - quantities;
        for (int j = 0; j < names.size(); j++) {
            if (j < coefficients || j >= beside) {
                columns.set(j, j < coefficients ? "beta." + (j + 1) : "quantity." + (j - beside + 1));
                text.append("# ")
                        .append(columns.get(j))
                        .append(" is ")
                        .append(onOneLine(names.get(j)))
                        .append('\n');
            }
        }
        text.append(columns.stream().collect(Collectors.joining(",", "lp__,accept_stat__,", "\n")));
        for (double[] draw : draws) {
            text.append(Arrays.stream(draw).mapToObj(Double::toString).collect(Collectors.joining(",", "0,1,", "\n")));
        }
        // Readers search for these lines to know where draws end
        return text.append(String.join(
                        "\n",
                        "# ",
                        "#  Elapsed Time: 0 seconds (Warm-up)",
                        "#                0 seconds (Sampling)",
                        "#                0 seconds (Total)",
                        "# ",
                        ""))
                .toString();
    }

    private static String onOneLine(String name) {
        return name.replaceAll("\\p{Cntrl}", " ").replace('=', ':');
    }
}
