package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.credence.part.Spelling;
import java.util.List;

/** Choices that are fixed in name and come later: refused plainly, since to ignore them would change what is fitted. */
final class LaterVersions {

    /**
     * A key with one meaning today.
     *
     * @param available values that work
     * @param later values that will; empty where any other one might
     */
    private record Choice(String key, List<String> available, List<String> later) {}

    private LaterVersions() {}

    /** Refuses the first choice of {@code given} that this version cannot make. */
    static void check(Config given, Parts parts) {
        List<Choice> choices = List.of(
                new Choice("prior.kind", parts.priors().names(), List.of("hierarchical")),
                new Choice("prior.dispersion.kind", List.of("inverse-gamma"), List.of()));
        for (Choice choice : choices) {
            if (given.hasPathOrNull(choice.key())) {
                check(choice, given);
            }
        }
    }

    private static void check(Choice choice, Config given) {
        ConfigValue value = given.getIsNull(choice.key())
                ? com.typesafe.config.ConfigValueFactory.fromAnyRef(null)
                : given.getValue(choice.key());
        String found = value.valueType() == ConfigValueType.STRING ? (String) value.unwrapped() : Settings.show(value);
        String word = value.valueType() == ConfigValueType.NULL ? "null" : found;
        if (choice.available().contains(word)) {
            return;
        }
        String available = String.join(", ", choice.available());
        if (choice.later().isEmpty() || choice.later().contains(word)) {
            throw new ConfigurationException(choice.key() + " = " + word
                    + " is not available in this version; available: " + available + Settings.where(value));
        }
        String meant = Spelling.meant(word, choice.available())
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
        throw new ConfigurationException(choice.key() + " is not known: required one of " + available + ", found "
                + word + meant + Settings.where(value));
    }
}
