package io.credence.config;

import io.credence.part.Catalogue;
import io.credence.part.Choice;
import io.credence.part.Part;
import io.credence.risk.RiskPart;

/** Reads the section objective: kind, loss and divergence, each with its hyperparameters. */
final class ObjectiveReader {

    private static final String WHY = "%s has no such hyperparameter";

    private final Settings settings;
    private final IdleKeyNotes notes;
    private final PartReader reader;
    private final Parts parts;

    ObjectiveReader(Settings settings, IdleKeyNotes notes, Parts parts) {
        this.settings = settings;
        this.notes = notes;
        this.parts = parts;
        this.reader = new PartReader(settings, notes);
    }

    ObjectiveConfig read() {
        Choice<Part> kind = reader.read("objective.kind", parts.objectiveKinds(), WHY);
        boolean general = kind.part().equals(Parts.GVI);
        boolean risk = kind.part() instanceof RiskPart;
        double temperature = settings.number("objective.temperature");
        notes.noteUnless(risk, "objective.temperature", "only a risk of the rows has a temperature");
        ObjectiveConfig objective = new ObjectiveConfig(
                kind,
                readPart("objective.loss", parts.losses(), general || risk, kind.name()),
                readPart("objective.divergence", parts.divergences(), general, kind.name()),
                temperature);
        check(objective);
        return objective;
    }

    private <P extends Part> Choice<P> readPart(String section, Catalogue<P> all, boolean chosen, String kind) {
        String key = section + ".kind";
        Choice<P> choice = reader.read(key, all, WHY);
        String plain = all.names().get(0);
        if (!chosen && !choice.name().equals(plain)) {
            throw settings.refusal(
                    key, "does not go with objective.kind = " + kind, plain + ", or objective.kind = gvi");
        }
        return choice;
    }

    /** Refuses values that are incompatible, though each is in range. */
    private static void check(ObjectiveConfig objective) {
        String section = "objective.divergence";
        try {
            objective.priorDivergence();
            section = "objective";
            objective.weightedObjective();
            objective.rowReduction();
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException(section + " cannot be used: " + refused.getMessage(), refused);
        }
    }
}
