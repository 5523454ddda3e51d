package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.config.FitConfig;
import io.credence.config.secret.Redaction;
import java.util.List;

/**
 * Verdict on a posterior in sentences, as on the console.
 *
 * @param reliableBut names of the numbers that are not reliable, where all others are
 * @param says sentences on what was found
 * @param next sentences on problems, each with advice
 * @param notes other notes for a reader
 */
public record VerdictSection(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> reliableBut,
        List<String> says,
        List<String> next,
        List<String> notes) {

    /** Verdict without the values of keys that are not shown. */
    static VerdictSection of(
            FitConfig config, List<String> reliableBut, List<String> says, List<String> next, List<String> notes) {
        Redaction redaction = config.redacted().redaction();
        return new VerdictSection(
                redacted(reliableBut, redaction),
                redacted(says, redaction),
                redacted(next, redaction),
                redacted(notes, redaction));
    }

    private static List<String> redacted(List<String> texts, Redaction redaction) {
        return texts.stream().map(redaction::redact).toList();
    }

    /** Copy with a given sentence as advice if there is no other. */
    public VerdictSection withAdviceIfNone(String sentence) {
        return next.isEmpty() ? new VerdictSection(reliableBut, says, List.of(sentence), notes) : this;
    }
}
