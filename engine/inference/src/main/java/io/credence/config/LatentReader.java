package io.credence.config;

import io.credence.config.ModelConfig.Latent;
import io.credence.loss.LatentBound;
import java.util.List;

/** Reads the section model.latent. */
final class LatentReader {

    private static final String SECTION = "model.latent.";
    private static final List<String> KEYS = List.of("bound", "draws", "groups");

    private final Settings settings;
    private final IdleKeyNotes notes;

    LatentReader(Settings settings, IdleKeyNotes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    /** Reads the section beside a family, where nothing may be set. */
    Latent readBesideFamily(String family) {
        for (String key : KEYS) {
            if (notes.isSet(SECTION + key)) {
                throw settings.refusal(
                        SECTION + key,
                        "is for classes whose rows have latent numbers, which the family " + family + " has not",
                        "model.class = a LatentModel, or no model.latent");
            }
        }
        return read();
    }

    /** Reads the section beside a class; whether that is a LatentModel shows when it is loaded. */
    Latent readBesideClass() {
        Latent latent = read();
        notes.noteUnless(
                latent.bound().kind() == LatentBound.BoundKind.IWAE_VAR,
                SECTION + "groups",
                "only iwae-var divides draws into groups");
        return latent;
    }

    private Latent read() {
        String bound = settings.choice(SECTION + "bound", LatentBound.NAMES);
        int draws = settings.count(SECTION + "draws", 1);
        int groups = settings.count(SECTION + "groups", 1);
        if (bound.equals(LatentBound.BoundKind.IWAE_VAR.configurationName()) && draws % groups != 0) {
            throw settings.refusal(
                    SECTION + "groups", "does not divide the draws", "a divisor of model.latent.draws = " + draws);
        }
        return new Latent(
                LatentBound.named(bound, draws, groups), KEYS.stream().anyMatch(key -> notes.isSet(SECTION + key)));
    }
}
