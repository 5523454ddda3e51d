package io.credence.autodiff;

import java.util.List;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.FieldSinCos;
import org.hipparchus.util.FieldSinhCosh;
import org.hipparchus.util.MathArrays;

/** Every function of a number, each in a formula of two numbers x and y in (0.2, 0.8) and a constant c in (1.5, 4). */
final class Formulas {

    private Formulas() {}

    static List<String> names() {
        return List.of(
                "add",
                "subtract",
                "multiply",
                "divide",
                "constants",
                "negate",
                "reciprocal",
                "square",
                "sqrt",
                "cbrt",
                "rootN",
                "rootN odd",
                "power",
                "power of constant",
                "constant power",
                "whole power",
                "negative power",
                "hypot",
                "hypot of constant",
                "atan2",
                "atan2 of constant",
                "remainder",
                "remainder of constant",
                "copySign",
                "copySign of constant",
                "exp",
                "expm1",
                "log",
                "log1p",
                "log10",
                "sin",
                "cos",
                "sinCos",
                "tan",
                "asin",
                "acos",
                "atan",
                "sinh",
                "cosh",
                "sinhCosh",
                "tanh",
                "asinh",
                "acosh",
                "atanh",
                "toDegrees",
                "toRadians",
                "abs",
                "sign",
                "ceil",
                "floor",
                "rint",
                "scalb",
                "scalb far",
                "ulp",
                "products",
                "two products",
                "three products",
                "four products",
                "constant products",
                "two constant products",
                "four constant products",
                "logGamma",
                "logGamma of constant",
                "digamma",
                "trigamma",
                "logBeta",
                "logBeta of constant",
                "erf",
                "erfc",
                "normalCdf",
                "logNormalCdf",
                "logNormalCdf far",
                "softplus",
                "logistic",
                "logComplement",
                "logSumExp",
                "max",
                "min",
                "pi",
                "unused",
                "one",
                "input",
                "by row");
    }

    /** Distribution functions, whose derivatives come by other ways under recording than for other numbers. */
    static List<String> distributionFunctions() {
        return List.of(
                "logGammaCdf",
                "logGammaCdf of constant shape",
                "logGammaCdf far",
                "logGammaTail",
                "logGammaTail of constant",
                "logGammaTail far",
                "logBetaCdf",
                "logBetaCdf of constants",
                "logBetaCdf far",
                "tweedieFactor",
                "logStudentCdf",
                "logStudentCdf of constant",
                "logStudentCdf far");
    }

    static <T extends CalculusFieldElement<T>> T of(String name, T x, T y, double c) {
        T one = x.newInstance(1);
        T k = x.newInstance(c);
        T u = x.multiply(y).subtract(0.9);
        return switch (name) {
            case "add" -> x.add(y).add(c).add(k).add(k.add(x));
            case "subtract" -> x.subtract(y.multiply(y)).subtract(c).subtract(k).multiply(k.subtract(x));
            case "multiply" -> x.multiply(y).multiply(c).multiply(3).multiply(k).multiply(k.multiply(x));
            case "divide" -> x.divide(y).divide(c).divide(k).multiply(k.divide(x));
            case "constants" ->
                x.multiply(k.add(c).exp().negate().divide(k.sin().add(3)));
            case "negate" -> x.negate().multiply(y);
            case "reciprocal" -> u.reciprocal();
            case "square" -> u.square();
            case "sqrt" -> x.multiply(y).sqrt();
            case "cbrt" -> u.cbrt();
            case "rootN" -> x.rootN(2).add(y.rootN(3)).add(x.multiply(y).rootN(4));
            case "rootN odd" -> x.add(y).rootN(5);
            case "power" -> x.pow(y.multiply(c));
            case "power of constant" -> k.pow(x.multiply(y));
            case "constant power" -> x.add(y).pow(c);
            case "whole power" -> u.pow(3).add(x.pow(0)).add(y.pow(1)).add(x.pow(2.0));
            case "negative power" -> u.pow(-2).add(x.pow(-1.0));
            case "hypot" -> x.hypot(u);
            case "hypot of constant" -> k.hypot(x).add(y.hypot(k));
            case "atan2" -> u.atan2(x);
            case "atan2 of constant" -> k.atan2(u).add(y.atan2(k));
            case "remainder" -> x.multiply(7.3).remainder(y);
            case "remainder of constant" -> x.multiply(7.3).remainder(c).multiply(k.remainder(y));
            case "copySign" -> x.copySign(u).multiply(u.copySign(x));
            case "copySign of constant" ->
                x.copySign(-c).multiply(u.copySign(k)).multiply(k.copySign(u));
            case "exp" -> u.exp();
            case "expm1" -> u.expm1();
            case "log" -> x.multiply(y).log();
            case "log1p" -> u.log1p();
            case "log10" -> x.multiply(y).log10();
            case "sin" -> u.sin();
            case "cos" -> u.multiply(c).cos();
            case "sinCos" -> {
                FieldSinCos<T> both = u.sinCos();
                yield both.sin().multiply(x).add(both.cos());
            }
            case "tan" -> u.tan();
            case "asin" -> u.asin();
            case "acos" -> u.acos();
            case "atan" -> u.multiply(c).atan();
            case "sinh" -> u.sinh();
            case "cosh" -> u.multiply(c).cosh();
            case "sinhCosh" -> {
                FieldSinhCosh<T> both = u.sinhCosh();
                yield both.sinh().multiply(x).add(both.cosh());
            }
            case "tanh" -> u.tanh();
            case "asinh" -> u.multiply(c).asinh();
            case "acosh" -> x.multiply(y).add(1.1).acosh();
            case "atanh" -> u.atanh();
            case "toDegrees" -> u.toDegrees().square();
            case "toRadians" -> u.toRadians().square();
            case "abs" -> u.abs().multiply(x.abs());
            case "sign" -> u.sign().multiply(x).multiply(y);
            case "ceil" -> u.multiply(9).ceil().multiply(x).add(k.ceil());
            case "floor" -> u.multiply(9).floor().multiply(y);
            case "rint" -> u.multiply(9).rint().multiply(y);
            case "scalb" -> u.scalb(-5);
            case "scalb far" -> u.scalb(-900).scalb(903);
            case "ulp" -> u.ulp().multiply(x).multiply(1e16);
            case "products" -> x.linearCombination(array(x, y, u, k), array(y, u, x, x));
            case "two products" -> x.linearCombination(x, y, u, u);
            case "three products" -> x.linearCombination(x, y, u, u, k, x);
            case "four products" -> x.linearCombination(x, y, u, u, k, x, one, y);
            case "constant products" -> x.linearCombination(new double[] {c, 2}, array(x, u));
            case "two constant products" -> x.linearCombination(c, u, 2, y);
            case "four constant products" -> x.linearCombination(c, u, 2, y, 3, x, 4, u);
            case "logGamma" -> SpecialFunctions.logGamma(x.add(y).add(c));
            case "logGamma of constant" -> SpecialFunctions.logGamma(k).multiply(SpecialFunctions.logGamma(x));
            case "digamma" -> SpecialFunctions.digamma(x.multiply(y));
            case "trigamma" -> SpecialFunctions.trigamma(x.add(y.multiply(c)));
            case "logBeta" -> SpecialFunctions.logBeta(x.multiply(c), x.add(y));
            case "logBeta of constant" ->
                SpecialFunctions.logBeta(k, y.multiply(30)).add(SpecialFunctions.logBeta(x, k));
            case "erf" -> SpecialFunctions.erf(u.multiply(c));
            case "erfc" -> SpecialFunctions.erfc(u.multiply(c));
            case "normalCdf" -> SpecialFunctions.normalCdf(u.multiply(c));
            case "logNormalCdf" -> SpecialFunctions.logNormalCdf(u.multiply(c));
            case "logNormalCdf far" -> SpecialFunctions.logNormalCdf(x.multiply(-9 * c));
            case "softplus" -> SpecialFunctions.softplus(u.multiply(c)).add(SpecialFunctions.softplus(x.multiply(900)));
            case "logistic" -> SpecialFunctions.logistic(u.multiply(c)).multiply(SpecialFunctions.logistic(x));
            case "logComplement" ->
                SpecialFunctions.logComplement(x.multiply(-c)).add(SpecialFunctions.logComplement(y.multiply(-30)));
            case "logSumExp" ->
                SpecialFunctions.logSumExp(x.multiply(c), u)
                        .add(SpecialFunctions.logSumExp(x.newInstance(Double.NEGATIVE_INFINITY), y))
                        .add(SpecialFunctions.logSumExp(k, x.newInstance(Double.NEGATIVE_INFINITY)));
            case "max" -> SpecialFunctions.max(x.multiply(c), y.multiply(y)).add(SpecialFunctions.max(u, k));
            case "min" -> SpecialFunctions.min(x.multiply(y), x.multiply(x)).multiply(SpecialFunctions.min(k, y));
            case "logGammaCdf" -> SpecialFunctions.logGammaCdf(x.multiply(c), y.multiply(3 * c));
            case "logGammaCdf of constant shape" -> SpecialFunctions.logGammaCdf(k, x.add(y));
            case "logGammaCdf far" ->
                SpecialFunctions.logGammaCdf(x.multiply(60), y)
                        .add(SpecialFunctions.logGammaCdf(x.multiply(60), y.multiply(120)));
            case "logGammaTail" -> SpecialFunctions.logGammaTail(x.multiply(c), y.multiply(3 * c));
            case "logGammaTail of constant" -> SpecialFunctions.logGammaTail(x.multiply(y), k);
            case "logGammaTail far" ->
                SpecialFunctions.logGammaTail(x.multiply(20), y.multiply(100 * c))
                        .add(SpecialFunctions.logGammaTail(x.multiply(60), y.multiply(20)));
            case "logBetaCdf" -> SpecialFunctions.logBetaCdf(u.multiply(c), x.multiply(c), y.multiply(7));
            case "logBetaCdf of constants" ->
                SpecialFunctions.logBetaCdf(x.subtract(c), k, y)
                        .add(SpecialFunctions.logBetaCdf(k, x, y))
                        .add(SpecialFunctions.logBetaCdf(x, k, k.square()));
            case "logBetaCdf far" ->
                SpecialFunctions.logBetaCdf(x.multiply(-20), y.multiply(c), x)
                        .add(SpecialFunctions.logBetaCdf(x, y.multiply(200), x.multiply(100)));
            case "tweedieFactor" ->
                SpecialFunctions.tweedieFactor(c, 1.5, x.multiply(y))
                        .add(SpecialFunctions.tweedieFactor(0.3, 1.2, y.subtract(3)))
                        .add(SpecialFunctions.tweedieFactor(40, 1.7, y).multiply(1e-6));
            case "logStudentCdf" ->
                SpecialFunctions.logStudentCdf(u.multiply(c), y.multiply(12)).add(SpecialFunctions.logStudentCdf(x, y));
            case "logStudentCdf of constant" ->
                SpecialFunctions.logStudentCdf(x.negate(), k).add(SpecialFunctions.logStudentCdf(k, x));
            case "logStudentCdf far" -> SpecialFunctions.logStudentCdf(x.multiply(-300), y.multiply(c));
            case "pi" ->
                x.multiply(x.getPi())
                        .subtract(y.getField().getOne())
                        .multiply(y.add(y.getField().getZero()));
            case "unused" -> {
                T ignored = y.exp().multiply(c);
                yield x.square();
            }
            case "one" -> k.add(c);
            case "input" -> y;
            case "by row" -> c > 2.5 ? x.multiply(c) : x.square().subtract(y.exp());
            default -> throw new IllegalArgumentException(name);
        };
    }

    @SafeVarargs
    private static <T extends CalculusFieldElement<T>> T[] array(T... numbers) {
        T[] copy = MathArrays.buildArray(numbers[0].getField(), numbers.length);
        System.arraycopy(numbers, 0, copy, 0, numbers.length);
        return copy;
    }
}
