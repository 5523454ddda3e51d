package credence.ml;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.credence.kind.Section;
import io.credence.report.page.PagePictures;
import io.credence.result.section.SectionMapper;
import io.credence.spark.backend.DriverTable;
import java.util.List;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Transformer of any rows to one row with the pictures of a section as HTML, by which Python draws tables of estimates as the
 * report does.
 */
public final class SectionPictures extends Transformer {

    private static final long serialVersionUID = 1;

    private static final StructType SCHEMA = new StructType().add("html", DataTypes.StringType);

    private final String uid;
    private final Param<String> section;

    /** Creates a transformer with a unique name. */
    public SectionPictures() {
        this(Identifiable.randomUID("sectionPictures"));
    }

    /** Creates a transformer of a name. */
    public SectionPictures(String uid) {
        this.uid = uid;
        this.section = new Param<>(uid, "section", "a section as posterior.json has it", new AnyText(), String.class);
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public Param<?>[] params() {
        return new Param<?>[] {section};
    }

    /** @throws IllegalArgumentException if the Param is no section that can be drawn */
    @Override
    public Dataset<Row> transform(Dataset<?> rows) {
        Section drawn;
        try {
            drawn = SectionMapper.read(SectionMapper.parse(getOrDefault(section)), Section.class);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(
                    "the section cannot be drawn: required JSON, found " + malformed.getOriginalMessage(), malformed);
        }
        return DriverTable.of(SCHEMA, List.of(RowFactory.create(PagePictures.render(drawn))))
                .toDataFrame(rows.sparkSession());
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return SCHEMA;
    }

    @Override
    public SectionPictures copy(ParamMap extra) {
        return defaultCopy(extra);
    }
}
