package io.credence.spark.job.round;

import io.credence.config.ConfigurationException;
import io.credence.config.PredictorColumns;
import io.credence.network.train.NetworkBandit;
import io.credence.spark.read.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Columns from which rewards are derived. A context that has them would know what is paid before an arm is played. */
final class RewardSources {

    private static final Pattern NAME = Pattern.compile("`([^`]+)`|(\\w+)");

    private final Table table;
    /** Columns of the table by their names in lower case. */
    private final Map<String, String> known;

    RewardSources(Table table) {
        this.table = table;
        this.known = Arrays.stream(table.schema().fieldNames())
                .collect(Collectors.toMap(RewardSources::lower, name -> name, (first, second) -> first));
    }

    /**
     * Refuses contexts and rewards that are derived from the same column, or one from the other.
     *
     * @throws ConfigurationException naming them
     */
    void requireOtherContexts(PredictorColumns columns, NetworkBandit.Rounds rounds) {
        List<String> contexts = Stream.concat(columns.features().stream(), columns.categorical().stream())
                .filter(name ->
                        !rounds.rewards().contains(name) && !rounds.order().equals(name))
                .toList();
        for (String reward : rounds.rewards()) {
            Set<String> of = sources(reward);
            for (String context : contexts) {
                Set<String> shared = sources(context);
                shared.retainAll(of);
                if (!shared.isEmpty()) {
                    throw new ConfigurationException("a context has a column of which a reward is made: required"
                            + " data.features that are known before a round, found " + context + ", which shares "
                            + String.join(", ", shared) + " with " + reward + " of bandit.rewards (" + table.where()
                            + ")");
                }
            }
        }
    }

    /** The column and those that its expression mentions, directly or by other derived columns, in lower case. */
    private Set<String> sources(String column) {
        Set<String> found = new TreeSet<>();
        addSources(column, found);
        return found;
    }

    private void addSources(String column, Set<String> found) {
        String sql = table.expressionOf(column);
        if (!found.add(lower(column)) || sql == null) {
            return;
        }
        for (Matcher name = NAME.matcher(sql); name.find(); ) {
            String mentioned = lower(name.group(1) == null ? name.group(2) : name.group(1));
            String field = known.get(mentioned);
            if (field != null) {
                addSources(field, found);
            }
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
