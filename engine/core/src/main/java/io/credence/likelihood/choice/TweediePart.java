package io.credence.likelihood.choice;

import io.credence.likelihood.Likelihood;
import io.credence.likelihood.SearchedOption;
import io.credence.likelihood.positive.TweedieLikelihood;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catalogue entry of the Tweedie likelihood, whose power is given or estimated. */
record TweediePart() implements LikelihoodPart {

    private static final double INITIAL = 1.5;
    private static final Option POWER = Option.numberOrAuto(
            "power",
            INITIAL,
            "a number between 1 and 2, or auto",
            TweedieLikelihood::isValidPower,
            "power p of the mean that the variance grows with; auto: that of the highest evidence");

    @Override
    public String name() {
        return "tweedie";
    }

    @Override
    public String description() {
        return "amounts of variance φμ^p, of which some are 0, with log link";
    }

    @Override
    public List<Option> options() {
        return List.of(POWER);
    }

    @Override
    public Likelihood likelihood(OptionValues values, int classes) {
        SearchedOption searched = searchedOption(values);
        return new TweedieLikelihood(searched == null ? values.number(POWER.name()) : searched.initialValue());
    }

    @Override
    public boolean isDispersed() {
        return true;
    }

    @Override
    public @Nullable SearchedOption searchedOption(OptionValues values) {
        return POWER.isAutomatic(values) ? new SearchedOption(POWER.name(), 1, INITIAL, 2) : null;
    }
}
