package io.credence.integration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Checkpoints of a fit, which may be damaged. */
final class Checkpoints {

    private Checkpoints() {}

    /** Those that are there, the newest last; a fit that runs may take them away meanwhile. */
    static List<Path> of(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("ckpt-"))
                    .sorted()
                    .toList();
        } catch (IOException vanished) {
            return List.of();
        }
    }

    /** Waits for one of that iteration or later; returns whether it came while the fit ran. */
    static boolean await(Path folder, int iteration, BooleanSupplier running) throws InterruptedException {
        while (running.getAsBoolean()) {
            List<Path> all = of(folder);
            if (!all.isEmpty() && iteration(all.get(all.size() - 1)) >= iteration) {
                return true;
            }
            Thread.sleep(1);
        }
        return false;
    }

    private static int iteration(Path checkpoint) {
        return Integer.parseInt(checkpoint.getFileName().toString().replaceAll("\\D", ""));
    }

    /** Cuts the newest, or turns a bit of it, as the fault's name states. */
    static void damage(Path folder, String fault, SplittableRandom random) throws IOException {
        List<Path> all = of(folder);
        Path newest = all.get(all.size() - 1);
        byte[] bytes = Files.readAllBytes(newest);
        if (bytes.length == 0) {
            throw new NoSuchFileException(newest + " is empty before it is damaged");
        }
        int at = random.nextInt(bytes.length);
        if (fault.contains("cut")) {
            Files.write(newest, Arrays.copyOf(bytes, at));
        } else {
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(newest, bytes);
        }
    }
}
