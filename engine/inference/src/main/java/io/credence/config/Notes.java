package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import java.util.ArrayList;
import java.util.List;

/** Keys that were set and have no effect: neither an error nor passed over in silence. */
final class Notes {

    private final Settings settings;
    private final Settings base;
    private final List<String> notes = new ArrayList<>();

    /**
     * No notes yet.
     *
     * @param base what would hold without the user's keys
     */
    Notes(Settings settings, Config base) {
        this.settings = settings;
        this.base = new Settings(base);
    }

    /** Whether a key was set to something else than it would be without the user. */
    boolean isSet(String key) {
        return !settings.value(key).equals(base.value(key));
    }

    /** Keys of a section, but not of those within it, that were set to something else than they would be without the user. */
    List<String> set(String section) {
        return ((ConfigObject) settings.value(section))
                .entrySet().stream()
                        .filter(entry -> !(entry.getValue() instanceof ConfigObject))
                        .map(entry -> section + "." + entry.getKey())
                        .filter(this::isSet)
                        .sorted()
                        .toList();
    }

    /** Notes a key that was set to something else than it would be without the user, and does nothing here. */
    void unless(boolean used, String key, String why) {
        if (!used && isSet(key)) {
            notes.add(key + " has no effect: " + why);
        }
    }

    /** The same of several keys of a section. */
    void unless(boolean used, String section, List<String> keys, String why) {
        keys.forEach(key -> unless(used, section + "." + key, why));
    }

    /** Takes over the notes of another part of the configuration. */
    void addAll(Notes others) {
        notes.addAll(others.notes);
    }

    List<String> all() {
        return List.copyOf(notes);
    }
}
