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
import java.util.Locale;
import java.util.OptionalInt;

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
        int restarts = settings.count("start.restarts");
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
        int draws = settings.count("estimator.draws");
        boolean adaptive = settings.flag("estimator.adaptive");
        int most = settings.count("estimator.maxDraws");
        if (adaptive && most < draws) {
            throw settings.refusal("estimator.maxDraws", "is out of range", "at least estimator.draws = " + draws);
        }
        return new Estimator(
                settings.choice("estimator.kind", EstimatorKind.class),
                draws,
                settings.choice("estimator.controlVariate", ControlVariate.class),
                drawDependence(),
                adaptive,
                Math.max(draws, most),
                settings.choice("estimator.raoBlackwell", RaoBlackwell.class));
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
                settings.optionalNumber("update.stepSize"),
                settings.count("update.decayFrom"));
    }

    private Minibatch minibatch() {
        boolean variate = settings.flag("minibatch.controlVariate");
        int every = settings.count("minibatch.anchorEvery");
        boolean biased = settings.flag("minibatch.biased");
        OptionalInt partitions = settings.optionalCount("minibatch.partitions");
        if (partitions.isPresent()) {
            return new Minibatch(partitions.getAsInt(), false, false, variate, every, biased);
        } else if (settings.word("minibatch.partitions").equals(AUTO)) {
            return new Minibatch(1, false, true, variate, every, biased);
        }
        boolean sampled = settings.word("minibatch.rows").equals(AUTO);
        return new Minibatch(0, sampled, sampled, variate, every, biased);
    }

    private Stop stop() {
        return new Stop(
                settings.word("stop.rule").equals(AUTO) ? StopRule.MCSE : settings.choice("stop.rule", StopRule.class),
                settings.number("stop.mcse"),
                settings.number("stop.rhat"),
                settings.count("stop.window"),
                settings.count("stop.patience"));
    }

    /** Word that configurations use for an enumerated value. */
    static String configWord(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
