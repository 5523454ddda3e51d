package io.credence.config;

import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.Minibatch;
import io.credence.fit.SamplingSettings.RaoBlackwell;
import io.credence.fit.SamplingSettings.Stop;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.fit.SamplingSettings.Update;
import io.credence.fit.StartSettings;
import io.credence.part.Catalogue;
import io.credence.random.NormalDraws;
import io.credence.update.UpdatePart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Reads the sections estimator, update, minibatch, stop and start, each value within its range. */
final class SamplingReader {

    private static final String AUTO = "auto";

    private final Settings settings;
    private final IdleKeyNotes notes;
    private final Catalogue<UpdatePart> updates;

    SamplingReader(Settings settings, IdleKeyNotes notes, Catalogue<UpdatePart> updates) {
        this.settings = settings;
        this.notes = notes;
        this.updates = updates;
    }

    SamplingSettings read() {
        return new SamplingSettings(estimator(), update(), minibatch(), stop(), start());
    }

    private StartSettings start() {
        double[] mean = settings.optionalNumbers("start.mean");
        int restarts = settings.count("start.restarts", 1);
        if (settings.flag("start.search")) {
            return mean.length == 0 && restarts == 1 ? StartSettings.DEFAULT : new StartSettings(true, mean, restarts);
        }
        if (mean.length > 0 || restarts > 1) {
            throw settings.refusal(
                    "start.search", "does not go with start.mean and start.restarts", "true, or neither of them");
        }
        return StartSettings.NONE;
    }

    private Estimator estimator() {
        int draws = settings.count("estimator.draws", 2);
        boolean adaptive = settings.flag("estimator.adaptive");
        int most = settings.count("estimator.maxDraws", 2);
        if (adaptive && most < draws) {
            throw settings.refusal("estimator.maxDraws", "is out of range", "at least estimator.draws = " + draws);
        }
        return new Estimator(
                choice("estimator.kind", EstimatorKind.values()),
                draws,
                choice("estimator.controlVariate", ControlVariate.values()),
                drawDependence(),
                adaptive,
                Math.max(draws, most),
                choice("estimator.raoBlackwell", RaoBlackwell.values()));
    }

    private NormalDraws.Dependence drawDependence() {
        boolean antithetic = settings.flag("estimator.antithetic");
        if (settings.flag("estimator.quasiMonteCarlo")) {
            return NormalDraws.Dependence.SOBOL;
        }
        return antithetic ? NormalDraws.Dependence.ANTITHETIC : NormalDraws.Dependence.INDEPENDENT;
    }

    private Update update() {
        return new Update(
                new PartReader(settings, notes).readChoice("update.kind", updates),
                stepSize(),
                settings.count("update.decayFrom", 0));
    }

    private OptionalDouble stepSize() {
        if (AUTO.equals(settings.optionalText("update.stepSize"))) {
            return OptionalDouble.empty();
        }
        String required = "auto or a number above 0, at most 1";
        if (!settings.isNumber("update.stepSize")) {
            throw settings.refusal("update.stepSize", "is not known", required);
        }
        double size = settings.number("update.stepSize");
        if (size > 0 && size <= 1) {
            return OptionalDouble.of(size);
        }
        throw settings.refusal("update.stepSize", "is out of range", required);
    }

    private Minibatch minibatch() {
        String key = "minibatch.partitions";
        boolean variate = settings.flag("minibatch.controlVariate");
        int every = settings.count("minibatch.anchorEvery", 1);
        boolean biased = settings.flag("minibatch.biased");
        if (settings.isNumber(key)) {
            return new Minibatch(settings.count(key, 1), false, false, variate, every, biased);
        }
        String word = settings.optionalText(key);
        if (AUTO.equals(word)) {
            return new Minibatch(1, false, true, variate, every, biased);
        }
        if ("all".equals(word)) {
            boolean sampled = AUTO.equals(settings.choice("minibatch.rows", List.of(AUTO, "all")));
            return new Minibatch(0, sampled, sampled, variate, every, biased);
        }
        throw settings.refusal(key, "is not known", "all, auto or a whole number from 1");
    }

    private Stop stop() {
        boolean auto = AUTO.equals(settings.optionalText("stop.rule"));
        double rhat = settings.number("stop.rhat");
        if (!(rhat > 1)) {
            throw settings.refusal("stop.rhat", "is out of range", "a number above 1");
        }
        return new Stop(
                auto ? StopRule.MCSE : choice("stop.rule", StopRule.values(), AUTO),
                settings.positiveNumber("stop.mcse"),
                rhat,
                settings.count("stop.window", 1),
                settings.count("stop.patience", 1));
    }

    private <E extends Enum<E>> E choice(String key, E[] values, String... others) {
        List<String> words =
                Arrays.stream(values).map(SamplingReader::configWord).toList();
        List<String> allowed = new ArrayList<>(List.of(others));
        allowed.addAll(words);
        return values[words.indexOf(settings.choice(key, allowed))];
    }

    /** Word that configurations use for an enumerated value. */
    static String configWord(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
