package io.credence.spark.job;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * File system {@code unlisted:} on the local disk. Folders whose names begin with {@link #CLOSED} may not be listed,
 * and those with {@link #GONE} vanish meanwhile.
 */
public final class UnlistedFileSystem extends RawLocalFileSystem {

    static final String CLOSED = ".credence-closed";
    static final String GONE = ".credence-gone";

    /** A configuration that has it. */
    static Configuration configuration() {
        Configuration hadoop = new Configuration();
        hadoop.set("fs.unlisted.impl", UnlistedFileSystem.class.getName());
        return hadoop;
    }

    @Override
    public URI getUri() {
        return URI.create("unlisted:///");
    }

    @Override
    public String getScheme() {
        return "unlisted";
    }

    @Override
    public FileStatus[] listStatus(Path folder) throws IOException {
        if (folder.getName().startsWith(CLOSED)) {
            throw new IOException("Permission denied");
        }
        if (folder.getName().startsWith(GONE)) {
            throw new FileNotFoundException(folder + " does not exist");
        }
        return super.listStatus(folder);
    }
}
