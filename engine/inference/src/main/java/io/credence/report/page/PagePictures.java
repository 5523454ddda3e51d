package io.credence.report.page;

import io.credence.kind.Section;
import io.credence.report.page.PageSection.TitledPicture;
import io.credence.report.page.ReportPage.FileTexts;
import io.credence.result.SavedPosterior;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Pictures of a report as HTML that stands in a page of another program, such as a notebook. It has no scripts, loads nothing from
 * a network, and has colours for light and dark pages.
 *
 * @param pictures pictures in the order in which they are shown
 */
public record PagePictures(List<TitledPicture> pictures) {

    public PagePictures {
        pictures = List.copyOf(pictures);
    }

    /** HTML of the pictures of a section, without its sentences and tables; empty if it has none. */
    public static String render(Section section) {
        return new PagePictures(PageSection.of(section).pictures()).render();
    }

    /**
     * HTML of the pictures of a fit by what they show: {@code coefficients}, {@code posterior}, {@code levels}, {@code smooth},
     * {@code predictive}, {@code calibration}. Those that the fit has not are absent.
     *
     * @param saved contents of {@code posterior.json}
     * @param kindSections sections that its kind of model adds
     * @param table reads the covariance where that file does not contain it
     */
    public static Map<String, String> renderAll(
            SavedPosterior saved, List<Section> kindSections, Supplier<double[]> table) {
        ReportPage page = ReportPage.of(saved, kindSections, table, new FileTexts("", "", ""));
        Map<String, PagePictures> all = new LinkedHashMap<>();
        if (page.numbers() != null) {
            all.put("coefficients", untitled(Stream.ofNullable(page.numbers().forest())));
            all.put("posterior", untitled(page.numbers().marginals().pictures().stream()));
        }
        all.put("levels", ofSection(page, "groups"));
        all.put("smooth", ofSection(page, "smooths"));
        PredictiveSection check = page.checks().predictive();
        if (check != null) {
            all.put("predictive", untitled(Stream.ofNullable(check.statistics())));
            all.put("calibration", untitled(check.calibration().pictures().stream()));
        }
        all.values().removeIf(each -> each.pictures().isEmpty());
        Map<String, String> rendered = new LinkedHashMap<>();
        all.forEach((name, each) -> rendered.put(name, each.render()));
        return rendered;
    }

    private static PagePictures ofSection(ReportPage page, String name) {
        return new PagePictures(page.sections().stream()
                .filter(section -> section.name().equals(name))
                .flatMap(section -> section.pictures().stream())
                .toList());
    }

    private static PagePictures untitled(Stream<Picture> pictures) {
        return new PagePictures(
                pictures.map(picture -> new TitledPicture("", picture)).toList());
    }

    private String render() {
        return pictures.isEmpty() ? "" : PageTemplate.render("pictures.html", this);
    }
}
