package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import io.credence.config.key.FitKind;
import io.credence.config.key.Key;
import io.credence.config.key.KeyTable;
import java.util.ArrayList;
import java.util.List;

/** Collector of notes on keys that were set but have no effect. These are reported, not refused. */
final class IdleKeyNotes {

    private final Settings settings;
    private final Settings base;
    private final List<String> notes = new ArrayList<>();

    /**
     * Creates an empty list of notes.
     *
     * @param base configuration without the user's keys
     */
    IdleKeyNotes(Settings settings, Config base) {
        this.settings = settings;
        this.base = new Settings(base);
    }

    /** Whether the user changed the value of a key. */
    boolean isSet(String key) {
        return !settings.value(key).equals(base.value(key));
    }

    /** Keys of a section whose values the user changed, without subsections. */
    List<String> changedKeys(String section) {
        return ((ConfigObject) settings.value(section))
                .entrySet().stream()
                        .filter(entry -> !(entry.getValue() instanceof ConfigObject))
                        .map(entry -> section + "." + entry.getKey())
                        .filter(this::isSet)
                        .sorted()
                        .toList();
    }

    /** Names of the keys whose values the user changed: of a section its keys, else the key itself. */
    List<String> changedKeys(Key key) {
        return key.isSection() ? changedKeys(key.name()) : isSet(key.name()) ? List.of(key.name()) : List.of();
    }

    /** Notes the keys that the user changed and that have no effect on a kind of fit. */
    void noteIdle(FitKind kind) {
        for (Key key : KeyTable.idleIn(kind)) {
            String why = String.valueOf(key.idleReason(kind));
            changedKeys(key).forEach(name -> noteUnless(false, name, why));
        }
    }

    /** Notes a key that the user changed, unless it is used. The first reason is the one that is reported. */
    void noteUnless(boolean used, String key, String why) {
        String begin = key + " has no effect: ";
        if (!used && isSet(key) && notes.stream().noneMatch(note -> note.startsWith(begin))) {
            notes.add(begin + why);
        }
    }

    /** Notes each of several keys of a section that the user changed, unless they are used. */
    void noteUnless(boolean used, String section, List<String> keys, String why) {
        keys.forEach(key -> noteUnless(used, section + "." + key, why));
    }

    /** Adds the notes of another reader. */
    void addAll(IdleKeyNotes others) {
        notes.addAll(others.notes);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }
}
