package io.credence.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import org.apache.spark.serializer.KryoRegistrator;

/**
 * Lets Kryo write the classes of Spark and Java alone: what Credence gives to Spark must not depend on {@code spark.serializer}, as it does not
 * where a cluster requires all classes to be registered.
 */
public final class ForeignClasses implements KryoRegistrator {

    @Override
    public void registerClasses(Kryo kryo) {
        kryo.setDefaultSerializer((in, type) -> {
            if (type.getName().contains("credence")) {
                throw new IllegalArgumentException("a class of Credence is given to Spark's serialiser: " + type);
            }
            return new FieldSerializer<>(in, type);
        });
    }
}
