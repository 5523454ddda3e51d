package io.credence.config;

import io.credence.config.ModelConfig.Latent;
import io.credence.config.key.FitKind;
import io.credence.config.key.Key;
import io.credence.config.key.KeyTable;
import io.credence.loss.LatentBound;
import java.util.List;

/** Reads the section model.latent, about latent variables of the rows. */
final class LatentReader {

    private static final String SECTION = "model.latent.";
    private static final List<Key> KEYS = KeyTable.onlyOf(FitKind.CLASS);

    private final Settings settings;
    private final IdleKeyNotes notes;

    LatentReader(Settings settings, IdleKeyNotes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    /** Reads the section for a model of a family, which may set none of its keys. */
    Latent readBesideFamily(String family) {
        for (Key key : KEYS) {
            if (notes.isSet(key.name())) {
                throw settings.refusal(
                        key.name(),
                        "is for models whose rows have latent numbers, which the family " + family + " has not",
                        "model.class = a LatentModel, model.network.autoencoder, or no model.latent");
            }
        }
        return read();
    }

    /**
     * Reads the section for a model whose rows have latent numbers: an autoencoder, or a user's class. Whether the class
     * is a LatentModel is checked when it is loaded.
     */
    Latent readOfRows() {
        Latent latent = read();
        notes.noteUnless(
                latent.bound().kind() == LatentBound.BoundKind.IWAE_VAR,
                SECTION + "groups",
                "only iwae-var divides draws into replicates");
        return latent;
    }

    private Latent read() {
        String bound = settings.word(SECTION + "bound");
        int draws = settings.count(SECTION + "draws");
        int replicates = settings.count(SECTION + "groups");
        if (bound.equals(LatentBound.BoundKind.IWAE_VAR.configurationName()) && draws % replicates != 0) {
            throw settings.refusal(
                    SECTION + "groups", "does not divide the draws", "a divisor of model.latent.draws = " + draws);
        }
        return new Latent(
                LatentBound.named(bound, draws, replicates), KEYS.stream().anyMatch(key -> notes.isSet(key.name())));
    }
}
