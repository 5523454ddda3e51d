package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.spark.sql.SparkSession;

/** Jars with users' classes, for the driver while a command runs and for all executors of its session. */
final class Jars {

    /** No jars. */
    static final Jars NONE = new Jars(List.of());

    private final List<Path> files;

    private Jars(List<Path> files) {
        this.files = files;
    }

    /** Finds jars on this machine; what is not there is refused. */
    static Jars of(List<String> paths) {
        List<Path> files = new ArrayList<>();
        for (String path : paths) {
            Path file = Path.of(path.replaceFirst("^file:(//)?", "")).toAbsolutePath();
            if (!Files.isRegularFile(file)) {
                throw new ConfigurationException(
                        "--jars names no file: required jars on this machine (spark-submit's own"
                                + " --jars takes others), found nothing at " + path);
            }
            files.add(file);
        }
        return files.isEmpty() ? NONE : new Jars(files);
    }

    /** Runs a command with a class loader that adds the jars' classes to those of the thread. */
    int runWithJars(IntSupplier command) {
        if (files.isEmpty()) {
            return command.getAsInt();
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Not closed: threads that outlive the command may still load a class.
        thread.setContextClassLoader(new URLClassLoader(urls(), before));
        try {
            return command.getAsInt();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private URL[] urls() {
        URL[] urls = new URL[files.size()];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = files.get(i).toUri().toURL();
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException("a file has a URL", impossible);
            }
        }
        return urls;
    }

    /** Sends the jars to the executors. */
    void addTo(SparkSession spark) {
        files.forEach(file -> spark.sparkContext().addJar(file.toUri().toString()));
    }
}
