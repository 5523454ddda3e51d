package io.credence.autodiff;

import org.hipparchus.Field;

/** Field of the numbers of one recorder. */
final class RecordedField implements Field<Recorded> {

    private final Recorder recorder;

    RecordedField(Recorder recorder) {
        this.recorder = recorder;
    }

    @Override
    public Recorded getZero() {
        return Recorded.constant(recorder, 0);
    }

    @Override
    public Recorded getOne() {
        return Recorded.constant(recorder, 1);
    }

    @Override
    public Class<Recorded> getRuntimeClass() {
        return Recorded.class;
    }
}
