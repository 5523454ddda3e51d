package io.credence.spark.pack;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import org.apache.hadoop.io.Writable;
import org.apache.spark.SerializableWritable;
import org.jspecify.annotations.Nullable;

/**
 * Wrapper that makes Spark serialise a value by Java serialisation, whatever {@code spark.serializer} is and whatever
 * classes it requires to be registered. It is for results of tasks, broadcast values and cached blocks. In memory it is
 * the object itself.
 *
 * @param <T> type of the value
 */
public final class JavaForm<T> implements Writable {
    // Each of Spark's serialisers knows SerializableWritable and hands its content to an object stream: Kryo cannot
    // write records, and
    // where registration is required it refuses every class of ours.

    private @Nullable T value;

    /** Creates a form without its value, which Hadoop then reads. */
    JavaForm() {}

    private JavaForm(@Nullable T value) {
        this.value = value;
    }

    /** Wraps a value for Spark. */
    public static <T> SerializableWritable<JavaForm<T>> of(@Nullable T value) {
        return new SerializableWritable<>(new JavaForm<>(value));
    }

    /** Returns the value that was given to Spark. */
    @SuppressWarnings("NullAway") // A task may return null
    public static <T> T value(SerializableWritable<JavaForm<T>> form) {
        return form.value().value;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        ((ObjectOutput) out).writeObject(value);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void readFields(DataInput in) throws IOException {
        try {
            value = (T) ((ObjectInput) in).readObject();
        } catch (ClassNotFoundException unknown) {
            throw new IOException("what Spark sent is of a class that is not here", unknown);
        }
    }
}
