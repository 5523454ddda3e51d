package io.credence.autodiff;

import org.hipparchus.Field;

/** Field of the numbers of one recorder. */
final class RecordedField implements Field<RecordingNumber> {

    private final Recorder recorder;

    RecordedField(Recorder recorder) {
        this.recorder = recorder;
    }

    @Override
    public RecordingNumber getZero() {
        return RecordingNumber.constant(recorder, 0);
    }

    @Override
    public RecordingNumber getOne() {
        return RecordingNumber.constant(recorder, 1);
    }

    @Override
    public Class<RecordingNumber> getRuntimeClass() {
        return RecordingNumber.class;
    }
}
