package io.credence.spark.pack;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Java serialisation of objects to bytes and back, with the classes of the thread's class loader. In a task these
 * include the jars of its job. Bytes that came through Spark are trusted, as Spark trusts whoever may send it a task;
 * from files only named classes are read.
 */
public final class JavaBytes {

    private JavaBytes() {}

    public static byte[] of(@Nullable Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return bytes.toByteArray();
    }

    /** Counts the bytes of a serialised object, without holding them. */
    public static long serializedSize(@Nullable Object object) {
        Counter counter = new Counter();
        try (ObjectOutputStream out = new ObjectOutputStream(counter)) {
            out.writeObject(object);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return counter.bytes;
    }

    private static final class Counter extends OutputStream {
        private long bytes;

        @Override
        public void write(int one) {
            bytes++;
        }

        @Override
        public void write(byte[] some, int from, int length) {
            bytes += length;
        }
    }

    /** Reads an object, of the type that the caller wrote. */
    public static <T> T read(byte[] bytes) {
        return read(bytes, null);
    }

    /** Reads an object from the bytes of a file, if the filter allows all of its classes. */
    @SuppressWarnings("unchecked")
    static <T> T read(byte[] bytes, @Nullable ObjectInputFilter allowed) {
        try (ObjectInputStream in = new ThreadsClasses(new ByteArrayInputStream(bytes))) {
            if (allowed != null) {
                in.setObjectInputFilter(allowed);
            }
            return (T) in.readObject();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (ClassNotFoundException unknown) {
            throw new IllegalStateException("what Spark sent is of a class that is not here", unknown);
        }
    }

    private static final class ThreadsClasses extends ObjectInputStream {

        ThreadsClasses(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(
                        described.getName(), false, Thread.currentThread().getContextClassLoader());
            } catch (ClassNotFoundException primitive) {
                return super.resolveClass(described);
            }
        }
    }
}
