package io.credence.spark.job;

import io.credence.config.FitConfig;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.OutputFile;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Command that reports a finished fit on a page for people. */
@Command(
        name = "report",
        description = "Reports the fit in output.path on one page of HTML that needs no network and no script.",
        mixinStandardHelpOptions = true,
        versionProvider = Credence.Version.class)
final class ReportCommand implements Callable<Integer> {

    private final RedactedStream out;
    private final RedactedStream err;

    @Mixin
    private CommonOptions common;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PAGE",
            description = "where to write it; " + ResultFolder.REPORT + " in output.path if not given")
    private @Nullable String page;

    ReportCommand(RedactedStream out, RedactedStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        FitConfig config = common.read(out, err);
        String path = config.output().path();
        try (LateSession session = new LateSession(common.master(), "credence report " + path)) {
            OutputFile target = page == null
                    ? OutputFile.replacing(path + "/" + ResultFolder.REPORT, session.hadoop())
                    : OutputFile.of(page, config.output().overwrite(), session.hadoop());
            String text = ResultFiles.readConfigured(config, "report", session).page();
            target.write(text);
            out.println("report in " + target.displayPath());
            return ExitStatus.SUCCESS;
        }
    }
}
