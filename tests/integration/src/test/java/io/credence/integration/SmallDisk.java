package io.credence.integration;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A disk of one megabyte in memory, which may be filled; only root may mount one, so that the test is skipped for others. */
final class SmallDisk implements AutoCloseable {

    static final int BYTES = 1 << 20;

    private final Path folder;
    private final Path filler;

    private SmallDisk(Path folder) {
        this.folder = folder;
        this.filler = folder.resolve("filler");
    }

    static SmallDisk at(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + BYTES, "tmpfs", folder.toString()) == 0,
                "only root may mount a disk");
        return new SmallDisk(folder);
    }

    Path folder() {
        return folder;
    }

    /** Leaves at most that many bytes. */
    void fill(int room) throws IOException {
        long bytes = Files.getFileStore(folder).getUsableSpace() - room;
        try (OutputStream out = Files.newOutputStream(filler)) {
            for (long written = 0; written < bytes; written += 1024) {
                out.write(new byte[1024]);
            }
        }
    }

    /** Takes everything away. */
    void clear() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                if (!file.equals(folder)) {
                    Files.delete(file);
                }
            }
        }
    }

    /** What else there is than that which fills it. */
    List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.equals(filler)).toList();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            run("umount", folder.toString());
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException unknown) {
            return 1;
        }
    }
}
