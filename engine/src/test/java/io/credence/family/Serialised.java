package io.credence.family;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.jspecify.annotations.Nullable;

/** Values as they arrive after they were written and read. */
public final class Serialised {

    /** What checkpoints may hold. */
    private static final ObjectInputFilter OF_CHECKPOINTS =
            ObjectInputFilter.Config.createFilter("maxdepth=64;io.credence.**;java.lang.*;java.util.*;!*");

    private Serialised() {}

    /** What is read where {@code value} was written. */
    public static <T> T copy(T value) {
        return read(written(value), null);
    }

    /** The bytes of a value. */
    public static byte[] written(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException broken) {
            throw new AssertionError(value + " cannot be written", broken);
        }
        return bytes.toByteArray();
    }

    /** The value of bytes in which nothing may stand that a checkpoint may not hold. */
    public static <T> T fromCheckpoint(byte[] bytes) {
        return read(bytes, OF_CHECKPOINTS);
    }

    @SuppressWarnings("unchecked") // what is read is what was written
    private static <T> T read(byte[] bytes, @Nullable ObjectInputFilter filter) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            if (filter != null) {
                in.setObjectInputFilter(filter);
            }
            return (T) in.readObject();
        } catch (IOException | ClassNotFoundException broken) {
            throw new AssertionError("what was written cannot be read", broken);
        }
    }
}
