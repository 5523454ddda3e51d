package io.credence.spark.job;

import io.credence.spark.Versions;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.JobException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FSError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Command line of Credence: Bayesian models fitted by variational inference on Apache Spark. */
@Command(
        name = "credence",
        description = "Bayesian models fitted by variational inference on Apache Spark.",
        versionProvider = Credence.Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit status: 0 fitted and converged; 1 unexpected failure;",
            "2 command line, configuration or output; 3 data;",
            "4 diverged, last good state written; 5 ended before it converged."
        })
public final class Credence implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    Credence() {}

    /** Prints the usage, since there is no command. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.CONFIGURATION;
    }

    /**
     * Runs a command. The process exits with its status where that is not 0; inside a Spark session that was there before,
     * a {@link JobException} is thrown instead.
     */
    public static void main(String[] arguments) {
        PrintStream out = utf8(FileDescriptor.out);
        PrintStream err = utf8(FileDescriptor.err);
        boolean foreign = Sessions.hasForeignSession();
        int status = run(out, err, arguments);
        out.flush();
        err.flush();
        if (status != ExitStatus.SUCCESS && foreign) {
            throw new JobException(status);
        }
        if (status != ExitStatus.SUCCESS) {
            System.exit(status);
        }
    }

    /** Runs a command and returns its exit status. */
    static int run(PrintStream standard, PrintStream error, String... arguments) {
        RedactedStream out = new RedactedStream(standard);
        RedactedStream err = new RedactedStream(error);
        boolean traced = List.of(arguments).stream().anyMatch(Credence::requestsStackTrace);
        try {
            return commandLine(out, err, traced).execute(arguments);
        } catch (StackOverflowError | OutOfMemoryError | LinkageError | FSError thrown) {
            return reportFailure(thrown, err, traced);
        }
    }

    private static int reportFailure(Throwable problem, PrintStream err, boolean traced) {
        Failure failure = Failure.of(problem);
        err.println("credence: " + failure.message());
        if (traced) {
            problem.printStackTrace(err);
        }
        return failure.status();
    }

    private static CommandLine commandLine(RedactedStream out, RedactedStream err, boolean traced) {
        CommandLine line = new CommandLine(new Credence());
        line.addSubcommand(new FitCommand(out, err));
        line.addSubcommand(new ScoreCommand(out, err));
        line.addSubcommand(new ReportCommand(out, err));
        CommandLine export = new CommandLine(new ExportCommand(out, err));
        export.getCommandSpec().usageMessage().footer(ExportCommand.formatDescriptions());
        line.addSubcommand(export);
        line.addSubcommand(new CompareCommand(out, err));
        line.addSubcommand(new CalibrateCommand(out, err));
        line.addSubcommand(new EffectsCommand(out, err));
        line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        line.setOverwrittenOptionsAllowed(false);
        line.setParameterExceptionHandler((problem, given) -> {
            String command = problem.getCommandLine().getCommandSpec().qualifiedName();
            boolean unknown = problem instanceof UnmatchedArgumentException && command.equals("credence");
            err.println("credence: "
                    + (unknown
                            ? "the command is unknown: required fit, score, report, export, compare, calibrate or effects, found "
                                    + String.join(" ", ((UnmatchedArgumentException) problem).getUnmatched())
                            : Failure.oneLine(problem))
                    + " (" + command + " --help shows what there is)");
            return ExitStatus.CONFIGURATION;
        });
        line.setExecutionExceptionHandler((problem, command, given) -> {
            if (isShuttingDown()) {
                if (!ShutdownHook.isReported()) {
                    err.println("credence: interrupted; what was written before stands");
                }
                // Scala prints what else breaks while Spark stops.
                System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
                return ExitStatus.UNEXPECTED;
            }
            return reportFailure(problem, err, traced);
        });
        return line;
    }

    /**
     * Whether the process is being shut down. After a signal Spark stops before the job does, whose failure then
     * explains nothing.
     */
    private static boolean isShuttingDown() {
        try {
            Thread probe = new Thread(() -> {});
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        } catch (IllegalStateException shutdown) {
            return true;
        }
    }

    private static boolean requestsStackTrace(String argument) {
        return argument.replace(" ", "").endsWith("log.stackTrace=true");
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /** Version for {@code --version}. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"credence " + Versions.credence()};
        }
    }
}
