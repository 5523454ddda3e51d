package io.credence.integration;

import io.credence.integration.Submission.Running;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A local server of S3's protocol, with one bucket. */
final class S3Server implements AutoCloseable {

    private static final String BUCKET = "models";
    private static final long SECONDS = 60;
    /** It looks for a signature before objects are read, and not at it. */
    private static final String SIGNED = "AWS4-HMAC-SHA256 Credential=nobody/20260101/us-east-1/s3/aws4_request";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Running server;
    private final String endpoint;

    private S3Server(Running server, String endpoint) {
        this.server = server;
        this.endpoint = endpoint;
    }

    /** Starts it with an empty bucket; what it prints is left in that folder. */
    static S3Server in(Path folder) throws IOException, InterruptedException {
        Path python = VirtualEnvironment.python("moto", "moto[server]");
        int port = Standalone.freePort();
        List<String> command = List.of(
                python.resolveSibling("moto_server").toString(), "-H", "127.0.0.1", "-p", Integer.toString(port));
        S3Server server = new S3Server(Submission.start(folder, command, Map.of()), "http://127.0.0.1:" + port);
        server.await();
        return server;
    }

    private void await() throws IOException, InterruptedException {
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        while (true) {
            try {
                send(HttpRequest.newBuilder(URI.create(endpoint + "/" + BUCKET))
                        .PUT(HttpRequest.BodyPublishers.noBody()));
                return;
            } catch (IOException notYet) {
                if (System.nanoTime() > end) {
                    close();
                    throw notYet;
                }
                Thread.sleep(200);
            }
        }
    }

    /** Where it listens. */
    String endpoint() {
        return endpoint;
    }

    /** The bucket as Hadoop names it. */
    String bucket() {
        return "s3a://" + BUCKET;
    }

    void put(String key, Path file) throws IOException, InterruptedException {
        send(at(key).PUT(HttpRequest.BodyPublishers.ofFile(file)));
    }

    String get(String key) throws IOException, InterruptedException {
        return send(at(key).GET());
    }

    /** What the bucket lists under that prefix, as XML. */
    String list(String prefix) throws IOException, InterruptedException {
        return get("?list-type=2&prefix=" + prefix);
    }

    private HttpRequest.Builder at(String key) {
        return HttpRequest.newBuilder(URI.create(endpoint + "/" + BUCKET + "/" + key));
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                client.send(request.header("Authorization", SIGNED).build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.uri() + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    @Override
    public void close() {
        server.process().destroyForcibly();
    }
}
