package io.credence.spark.job.output;

import io.credence.spark.backend.AbandonedFileRemoval;
import io.credence.spark.backend.TemporaryName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** Hadoop folder whose files appear whole or not at all. */
public final class Folder {
    // HDFS and local disks rename atomically, but HDFS will not rename onto an existing file and reports that only by
    // returning false. An S3 object appears when its stream is closed, and a rename there is a copy: it is created in
    // place.

    /**
     * Age, milliseconds, above which files of an unknown process count as left by a job that died. Running jobs keep
     * writing to their files.
     */
    private static final long LEFT_MILLIS = 24 * 3_600_000L;

    private static final Set<String> CREATED_ON_CLOSE = Set.of("s3", "s3a", "s3n");

    private final Path path;
    private final FileSystem files;

    private Folder(Path path, FileSystem files) {
        this.path = path;
        this.files = files;
    }

    /** Opens a folder, which need not exist. */
    public static Folder of(String path, Configuration hadoop) throws IOException {
        Path given = new Path(path);
        FileSystem files = given.getFileSystem(hadoop);
        Path qualified = files.makeQualified(given);
        // Without the checksum files that Hadoop would scatter over a local disk.
        return new Folder(qualified, files instanceof LocalFileSystem local ? local.getRaw() : files);
    }

    /** Opens the folder of a file. For a name alone it is the working folder, for which Hadoop has an empty path. */
    static Folder parentOf(Path file, Configuration hadoop) throws IOException {
        Path above = file.getParent();
        return of(above == null || above.toString().isEmpty() ? "." : above.toString(), hadoop);
    }

    public Path path() {
        return path;
    }

    public Path file(String name) {
        return new Path(path, name);
    }

    public FileSystem fileSystem() {
        return files;
    }

    public boolean exists(String name) throws IOException {
        return files.exists(file(name));
    }

    /**
     * Checks that the folder can be created and written to, by trying in its innermost existing parent and undoing
     * that.
     */
    public void requireWritable() throws IOException {
        // The folder itself is not created for that: taking it away again would pull it from under other jobs.
        AbandonedFileRemoval.remove(() -> files, path, this::isAbandoned);
        Path existing = path;
        while (!files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        refuseFile(existing);
        Path probe = new Path(existing, TemporaryName.hidden("probe"));
        try {
            write(probe, new byte[1]);
        } finally {
            files.delete(probe, false);
        }
    }

    /**
     * Whether a file was left by a job that died: one of this machine, or any if the file has not changed for a day.
     */
    private boolean isAbandoned(FileStatus status) throws IOException {
        String name = status.getPath().getName();
        return TemporaryName.isHidden(name)
                && (TemporaryName.isAbandoned(name) || lastModified(status) < System.currentTimeMillis() - LEFT_MILLIS);
    }

    /** Time at which the youngest of the files was changed, milliseconds. */
    private long lastModified(FileStatus status) throws IOException {
        long youngest = status.getModificationTime();
        if (status.isDirectory()) {
            for (FileStatus below : files.listStatus(status.getPath())) {
                youngest = Math.max(youngest, lastModified(below));
            }
        }
        return youngest;
    }

    /** Creates the folder and missing parents, and returns those that did not exist before, innermost first. */
    public List<Path> create() throws IOException {
        List<Path> missing = new ArrayList<>();
        for (Path p = path; p != null && !files.exists(p); p = p.getParent()) {
            missing.add(p);
        }
        if (!files.mkdirs(path)) {
            throw new IOException("cannot create the folder " + path);
        }
        refuseFile(path);
        return missing;
    }

    private void refuseFile(Path folder) throws IOException {
        try {
            if (!files.getFileStatus(folder).isDirectory()) {
                throw new IOException(folder + " is a file");
            }
        } catch (FileNotFoundException takenAway) {
            // By another job, which failed; what is written creates it again
        }
    }

    /** Removes folders again that are empty. */
    public void removeEmpty(List<Path> created) {
        for (Path p : created) {
            try {
                if (files.listStatus(p).length > 0 || !files.delete(p, false)) {
                    return;
                }
            } catch (IOException gone) {
                return;
            }
        }
    }

    /** Writes a file that did not exist. */
    public void write(Path file, byte[] content) throws IOException {
        write(file, content, false);
    }

    private void write(Path file, byte[] content, boolean overwrite) throws IOException {
        try (FSDataOutputStream out = files.create(file, overwrite)) {
            out.write(content);
        } catch (FSError disk) {
            // A local disk that is full: Hadoop makes an Error of its exception.
            throw disk.getCause() instanceof IOException cause ? cause : new IOException(disk);
        }
    }

    public void write(Path file, String content) throws IOException {
        write(file, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Makes a file appear with its content at once. */
    public void publish(String name, byte[] content) throws IOException {
        if (CREATED_ON_CLOSE.contains(String.valueOf(files.getUri().getScheme()))) {
            write(file(name), content);
            return;
        }
        Path temporary = file(TemporaryName.hidden("file"));
        try {
            write(temporary, content);
            move(temporary, file(name));
        } catch (IOException | RuntimeException failed) {
            deleteQuietly(temporary);
            throw failed;
        }
    }

    /**
     * Makes a file appear with its content in place of what is there, which is gone only once the content is written. On a
     * local disk and S3 there is one or the other at any time; where a file system does not rename onto a file, there is
     * neither for a moment.
     */
    void replace(String name, byte[] content) throws IOException {
        Path file = file(name);
        if (!files.exists(file)) {
            publish(name, content);
        } else if (CREATED_ON_CLOSE.contains(String.valueOf(files.getUri().getScheme()))) {
            write(file, content, true);
        } else {
            Path temporary = file(TemporaryName.hidden("file"));
            try {
                write(temporary, content);
                if (files.getFileStatus(file).isDirectory() || !files.rename(temporary, file)) {
                    exchange(temporary, file);
                }
            } catch (IOException | RuntimeException failed) {
                deleteQuietly(temporary);
                throw failed;
            }
        }
    }

    /** Moves a file to the place of another, which comes back where that fails. */
    private void exchange(Path from, Path to) throws IOException {
        Path before = file(TemporaryName.hidden("file"));
        move(to, before);
        try {
            move(from, to);
        } catch (IOException failed) {
            move(before, to);
            throw failed;
        }
        deleteQuietly(before);
    }

    public void move(Path from, Path to) throws IOException {
        if (!files.rename(from, to)) {
            throw new IOException("cannot rename " + from.getName() + " to " + to);
        }
    }

    public void delete(String name) throws IOException {
        Path file = file(name);
        if (!files.delete(file, true) && files.exists(file)) {
            throw new IOException("cannot delete " + file);
        }
    }

    public void deleteQuietly(Path file) {
        try {
            files.delete(file, true);
        } catch (IOException left) {
            // What cannot be deleted stays; the failure that led here is the one to report.
        }
    }

    public List<FileStatus> list() throws IOException {
        return files.exists(path) ? List.of(files.listStatus(path)) : List.of();
    }

    public byte[] read(String name) throws IOException {
        try (var in = files.open(file(name))) {
            return in.readAllBytes();
        } catch (FSError disk) {
            throw disk.getCause() instanceof IOException cause ? cause : new IOException(disk);
        }
    }
}
