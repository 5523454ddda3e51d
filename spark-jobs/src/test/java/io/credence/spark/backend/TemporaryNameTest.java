package io.credence.spark.backend;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TemporaryNameTest {

    @Test
    void ownName_isNotLeft() {
        assertFalse(TemporaryName.isAbandoned(TemporaryName.hidden("turn")));
        assertFalse(TemporaryName.isAbandoned(TemporaryName.visible("blocks")));
    }

    @Test
    void nameOfAProcessThatEnded_isLeft() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        String own = TemporaryName.hidden("turn");
        long pid = ProcessHandle.current().pid();
        assertTrue(TemporaryName.isAbandoned(own.replace("-" + pid + "-", "-" + ended.pid() + "-")), own);
    }

    /** Numbers of processes are used again. */
    @Test
    void nameOfAnEarlierProcessOfTheSameNumber_isLeft() {
        String own = TemporaryName.hidden("turn");
        assertTrue(TemporaryName.isAbandoned(own.replaceAll("-\\d+-([0-9a-f]{8})$", "-1000-$1")), own);
    }

    /** Of another machine, or another container of this one, nothing is known. */
    @Test
    void nameOfAnotherPlace_isNotLeft() {
        assertFalse(TemporaryName.isAbandoned(".credence-turn-0-1-1000-0123abcd"));
        assertFalse(TemporaryName.isAbandoned(".credence-turn-dead"));
        assertFalse(TemporaryName.isAbandoned("posterior.json"));
    }
}
