package io.credence.part;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.choice.Families;
import io.credence.likelihood.choice.Likelihoods;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

    @ParameterizedTest
    @CsvSource({
        "Binomial, bernoulli",
        "logistic, bernoulli",
        "normal, gaussian",
        "negbinomial, negative-binomial",
        "nb, negative-binomial",
        "ZINB, zero-inflated-negative-binomial",
        "probit, bernoulli-probit",
        "t, student-t",
        "bernouli, bernoulli"
    })
    void namesOfLikelihoods_areKnownByOthers(String word, String meant) {
        assertEquals(Optional.of(meant), Spelling.meantWord(word, Likelihoods.ALL.names()));
    }

    @ParameterizedTest
    @CsvSource({
        "full, gaussian-full",
        "normal, gaussian-full",
        "full_rank, gaussian-full",
        "Mean Field, gaussian-diagonal",
        "meanfield, gaussian-diagonal",
        "diagonal, gaussian-diagonal",
        "mixture, gaussian-mixture",
        "t, student-t-full"
    })
    void namesOfFamilies_areKnownByOthers(String word, String meant) {
        assertEquals(Optional.of(meant), Spelling.meantWord(word, Families.ALL.names()));
    }

    @Test
    void aWord_standsForWhatIsKnown() {
        assertEquals(Optional.of("skip"), Spelling.meantWord("drop", List.of("fail", "skip")));
        assertEquals(Optional.of("flag"), Spelling.meantWord("skip", List.of("fail", "flag")));
        assertEquals(Optional.empty(), Spelling.meantWord("binomial", List.of("a", "b")));
    }
}
