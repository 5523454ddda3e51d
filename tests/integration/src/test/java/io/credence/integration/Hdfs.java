package io.credence.integration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A Hadoop file system of one NameNode and two DataNodes in this process. */
final class Hdfs implements AutoCloseable {

    static {
        // A NameNode that stops answers late calls by failed assertions, with which nobody runs it but tests in its
        // process
        MiniDFSCluster.class.getClassLoader().setPackageAssertionStatus("org.apache.hadoop.hdfs", false);
    }

    private final MiniDFSCluster cluster;

    private Hdfs(MiniDFSCluster cluster) {
        this.cluster = cluster;
    }

    /** With one file in its folder. */
    static Hdfs with(java.nio.file.Path file) throws IOException {
        Configuration configuration = new Configuration();
        configuration.set(
                MiniDFSCluster.HDFS_MINIDFS_BASEDIR, file.resolveSibling("hdfs").toString());
        MiniDFSCluster cluster =
                new MiniDFSCluster.Builder(configuration).numDataNodes(2).build();
        Hdfs hdfs = new Hdfs(cluster);
        try (FileSystem system = FileSystem.newInstance(cluster.getURI(), configuration)) {
            system.mkdirs(new Path("/credence"));
            system.copyFromLocalFile(new Path(file.toString()), new Path("/credence/" + file.getFileName()));
        }
        return hdfs;
    }

    /** Its folder, as configurations name it. */
    String folder() {
        return cluster.getURI() + "/credence";
    }

    /** What a fit wrote to an output folder. */
    JsonNode found(String output) throws IOException {
        try (FileSystem system = FileSystem.newInstance(cluster.getURI(), new Configuration());
                InputStream in = system.open(new Path("/credence/" + output + "/posterior.json"))) {
            return Numbers.found(new ObjectMapper().readTree(in));
        }
    }

    /** Stops its NameNode and starts it again. */
    void restart() throws IOException {
        cluster.restartNameNode(true);
    }

    @Override
    public void close() {
        cluster.shutdown(true);
    }
}
