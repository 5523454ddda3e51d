// What a person types into spark-shell. The folder to write to is in the environment.
import credence.ml._

val rows = spark.range(0, 240, 1, 2).selectExpr("cast(id % 17 as double) / 8 as age", "cast(id % 23 as double) / 11 - 1 as weather", "cast((id * 7) % 4 = 0 as double) as late").cache()
val model = new VariationalLogisticRegression().setFeatures("age", "weather").setLabelCol("late").fit(rows)
model.summary().show()
val path = sys.env("CREDENCE_SHELL_FOLDER") + "/model"
model.write.overwrite().save(path)
val again = VariationalModel.load(path)
val same = again.mean == model.mean && again.transform(rows).select("probability").collect().sameElements(model.transform(rows).select("probability").collect())
val gaussian: breeze.stats.distributions.MultivariateGaussian = model.gaussian
val mean: breeze.linalg.DenseVector[Double] = gaussian.mean
val covariance: breeze.linalg.DenseMatrix[Double] = gaussian.covariance
val contrast = breeze.linalg.DenseVector(0.0, 1.0, -1.0)
val sd = math.sqrt(contrast dot (covariance * contrast))
val drawn = gaussian.sample(4000).map(contrast dot _)
val breezeAgrees = math.abs(breeze.stats.stddev(drawn) / sd - 1) < 0.1 && math.abs((contrast dot mean) - model.contrast("age - weather").mean) < 1e-12 && math.abs(model.contrast("age - weather").sd - sd) < 1e-9
if (breezeAgrees && model.status == "converged" && same && model.draws(10).count() == 10) println("end to end in the shell of Spark " + spark.version)
:quit
