package io.credence.spark.backend;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Names of temporary files, which remain if their job dies. They bear the job's process, so that a later job on the
 * same machine can tell whether the process has ended. Of processes on other machines it cannot tell.
 */
public final class TemporaryName {

    private static final String VISIBLE = "credence-";
    private static final String HIDDEN = "." + VISIBLE;
    private static final Pattern PATTERN =
            Pattern.compile("\\.?" + VISIBLE + "[a-z]+-([0-9a-f]+)-(\\d+)-(\\d+)-[0-9a-f]{8}");

    /**
     * Tolerance for the start time of a process, milliseconds. Setting the clock shifts the start time that a machine
     * reports; process numbers are not reused so soon.
     */
    private static final long SAME_START_MILLIS = 10_000;

    private static final String HERE = machineDigest();

    private TemporaryName() {}

    /** Creates a hidden name: {@code .credence-}, the kind, which is one word, and the identity of this process. */
    public static String hidden(String kind) {
        return "." + visible(kind);
    }

    /**
     * Creates a name that is not hidden: {@code credence-}, the kind, which is one word, and the identity of this
     * process.
     */
    public static String visible(String kind) {
        ProcessHandle own = ProcessHandle.current();
        return String.join(
                "-",
                VISIBLE + kind,
                HERE,
                String.valueOf(own.pid()),
                String.valueOf(start(own).orElse(0L)),
                UUID.randomUUID().toString().substring(0, 8));
    }

    /** Whether a name has the form of a hidden temporary name, whichever process made it. */
    public static boolean isHidden(String name) {
        return name.startsWith(HIDDEN);
    }

    /** Prefix of hidden names of a kind. */
    public static String prefix(String kind) {
        return HIDDEN + kind + "-";
    }

    /** Whether a temporary name was made by a process of this machine that has ended. */
    public static boolean isAbandoned(String name) {
        Matcher parts = PATTERN.matcher(name);
        if (!parts.matches() || !parts.group(1).equals(HERE)) {
            return false;
        }
        long start = Long.parseLong(parts.group(3));
        return ProcessHandle.of(Long.parseLong(parts.group(2)))
                .map(now -> start(now)
                        .filter(begun -> start > 0 && Math.abs(begun - start) > SAME_START_MILLIS)
                        .isPresent())
                .orElse(true);
    }

    private static Optional<Long> start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli);
    }

    /**
     * Digest of the scope in which process numbers are unique. On Linux it is a boot of the machine and a namespace,
     * which each container has; elsewhere it is the host.
     */
    private static String machineDigest() {
        CRC32C digest = new CRC32C();
        digest.update(machineIdentity().getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(digest.getValue());
    }

    private static String machineIdentity() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException | UnsupportedOperationException | SecurityException noLinux) {
            return host();
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException unknown) {
            // Nobody else is here then
            return UUID.randomUUID().toString();
        }
    }
}
