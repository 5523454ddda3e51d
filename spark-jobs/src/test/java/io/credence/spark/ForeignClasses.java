package io.credence.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import org.apache.spark.serializer.KryoRegistrator;

/**
 * Registration that lets Kryo write only the classes of Spark and Java, as on a cluster that requires all classes to be
 * registered. What Credence gives to Spark must not depend on {@code spark.serializer}.
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
