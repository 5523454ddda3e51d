package io.credence.integration;

import io.credence.integration.Submission.Running;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A master and two workers of Spark's own cluster manager, each in a process of its own. */
final class Standalone implements AutoCloseable {

    private static final String HERE = "127.0.0.1";
    private static final long SECONDS = 120;

    private final List<Running> processes = new ArrayList<>();
    private final String master;

    private final HttpRequest page;

    private Standalone(int port, int page) {
        this.master = "spark://" + HERE + ":" + port;
        this.page = HttpRequest.newBuilder(URI.create("http://" + HERE + ":" + page + "/json/"))
                .build();
    }

    /** Starts them, with their files in that folder, and waits for both workers. */
    static Standalone in(Path folder) throws IOException, InterruptedException {
        return on(List.of(HERE, HERE), folder);
    }

    /** The same, and has Spark take the workers for two hosts. */
    static Standalone onTwoHosts(Path folder) throws IOException, InterruptedException {
        return on(List.of(HERE, "127.0.0.2"), folder);
    }

    private static Standalone on(List<String> hosts, Path folder) throws IOException, InterruptedException {
        int port = freePort();
        int page = freePort();
        Standalone cluster = new Standalone(port, page);
        cluster.start(
                folder,
                HERE,
                "master.Master",
                "--port",
                Integer.toString(port),
                "--webui-port",
                Integer.toString(page));
        for (int w = 0; w < hosts.size(); w++) {
            cluster.start(
                    folder,
                    hosts.get(w),
                    "worker.Worker",
                    "--port",
                    Integer.toString(freePort()),
                    "--webui-port",
                    Integer.toString(freePort()),
                    "--cores",
                    "2",
                    "--memory",
                    "2g",
                    "--work-dir",
                    folder.resolve("worker-" + w).toString(),
                    cluster.master);
        }
        cluster.await(hosts.size());
        return cluster;
    }

    private void start(Path folder, String host, String program, String... arguments) throws IOException {
        List<String> command = Submission.java("-Xmx512m");
        command.add("org.apache.spark.deploy." + program);
        command.addAll(List.of("--host", host));
        command.addAll(List.of(arguments));
        processes.add(Submission.start(folder, command, Submission.ENVIRONMENT));
    }

    private void await(int workers) throws InterruptedException {
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        String last = "nothing";
        while (System.nanoTime() < end) {
            try {
                last = page();
            } catch (IOException notYet) {
                last = notYet.toString();
            }
            if (last.contains("\"aliveworkers\":" + workers)) {
                return;
            }
            Thread.sleep(200);
        }
        close();
        throw new IllegalStateException("the cluster did not start: " + last);
    }

    /** What the master reports of workers, applications and drivers, without spaces. */
    String page() throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(page, HttpResponse.BodyHandlers.ofString())
                .body()
                .replaceAll("\\s", "");
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Its address. */
    String master() {
        return master;
    }

    /** What the workers have started. */
    Stream<ProcessHandle> executors() {
        return processes.stream().flatMap(running -> running.process().descendants());
    }

    @Override
    public void close() {
        for (Running running : processes) {
            running.process().descendants().forEach(ProcessHandle::destroyForcibly);
            running.process().destroyForcibly();
        }
    }
}
