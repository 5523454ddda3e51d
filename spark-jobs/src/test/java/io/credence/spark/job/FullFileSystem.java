package io.credence.spark.job;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * File system {@code full:} on the local disk that limits the size of files to {@link #ROOM} bytes, or only of those
 * whose path has {@link #NAME} in it. Its failure is an Error. Folders whose path has {@link #HEAP} in it are those for
 * which the process has no memory.
 */
public final class FullFileSystem extends RawLocalFileSystem {

    static final String ROOM = "fs.full.room";
    static final String NAME = "fs.full.name";
    static final String HEAP = "fs.full.heap";

    /** Registers it in that configuration. */
    static void register(Configuration hadoop, int room) {
        register(hadoop, room, "");
    }

    /** The same where only files whose path has the name in it are bounded. */
    static void register(Configuration hadoop, int room, String name) {
        hadoop.set(NAME, name);
        hadoop.set(HEAP, "");
        hadoop.set("fs.full.impl", FullFileSystem.class.getName());
        hadoop.setBoolean("fs.full.impl.disable.cache", true);
        hadoop.setInt(ROOM, room);
    }

    /** Registers it as a disk with room, in a process that has no memory for a folder of that name. */
    static void registerFullHeap(Configuration hadoop, String name) {
        register(hadoop, Integer.MAX_VALUE);
        hadoop.set(HEAP, name);
    }

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
        super.initialize(uri, conf);
        setConf(conf);
    }

    @Override
    public URI getUri() {
        return URI.create("full:///");
    }

    @Override
    public String getScheme() {
        return "full";
    }

    @Override
    public FSDataOutputStream create(
            Path file,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        FSDataOutputStream out =
                super.create(file, permission, overwrite, bufferSize, replication, blockSize, progress);
        return bounded(file, out);
    }

    @Override
    public FSDataOutputStream create(
            Path file, boolean overwrite, int bufferSize, short replication, long blockSize, Progressable progress)
            throws IOException {
        FSDataOutputStream out = super.create(file, overwrite, bufferSize, replication, blockSize, progress);
        return bounded(file, out);
    }

    @Override
    public boolean mkdirs(Path folder) throws IOException {
        String name = getConf().get(HEAP, "");
        if (!name.isEmpty() && folder.toString().contains(name)) {
            throw new OutOfMemoryError("Java heap space");
        }
        return super.mkdirs(folder);
    }

    private FSDataOutputStream bounded(Path file, FSDataOutputStream out) throws IOException {
        boolean isFull = file.toString().contains(getConf().get(NAME, ""));
        return isFull ? new FSDataOutputStream(new Bounded(out, getConf().getInt(ROOM, 0)), null) : out;
    }

    private static final class Bounded extends FilterOutputStream {
        private int room;

        Bounded(OutputStream out, int room) {
            super(out);
            this.room = room;
        }

        /** As Hadoop's local file system throws it, which keeps the constructor to itself. */
        private static FSError error(IOException full) {
            try {
                Constructor<FSError> constructor = FSError.class.getDeclaredConstructor(Throwable.class);
                constructor.setAccessible(true);
                return constructor.newInstance(full);
            } catch (ReflectiveOperationException changed) {
                throw new IllegalStateException("FSError has changed", changed);
            }
        }

        @Override
        public void write(int b) throws IOException {
            if (--room < 0) {
                throw error(new IOException("No space left on device"));
            }
            out.write(b);
        }
    }
}
