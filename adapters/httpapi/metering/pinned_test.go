package metering

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"ToAPIImportJob": ToAPIImportJob, "appendBest": appendBest, "appendCompared": appendCompared, "appendConsumer": appendConsumer,
		"appendDistribution": appendDistribution, "appendFlow": appendFlow, "appendLoadCurve": appendLoadCurve, "appendProducer": appendProducer,
		"appendSeries": appendSeries, "appendTotals": appendTotals, "appendValues": appendValues, "body": body,
		"comparisonOf": comparisonOf, "curveAnswer": curveAnswer, "curveInput": curveInput, "fromAPIAnswers": fromAPIAnswers,
		"hoursInput": hoursInput, "importProgress": importProgress, "importSource": importSource, "inCents": inCents, "partInCents": partInCents,
		"knownRevisions": knownRevisions, "metricsAnswer": metricsAnswer,
		"metricsInput": metricsInput, "natureOf": natureOf, "naturesOf": naturesOf, "optionalNature": optionalNature,
		"originOf": originOf, "replyOf": replyOf, "revisionsOf": revisionsOf, "scopeOf": scopeOf,
		"tagOf": tagOf, "toAPIAnswers": toAPIAnswers, "toAPIBalance": toAPIBalance, "toAPICompared": toAPICompared,
		"toAPIComparedEnergy": toAPIComparedEnergy, "toAPIComparedRate": toAPIComparedRate, "toAPICurveImport": toAPICurveImport, "toAPICurvePulls": toAPICurvePulls,
		"toAPIDateRanges": toAPIDateRanges, "toAPIDayRanges": toAPIDayRanges, "toAPIDefinitiveMonth": toAPIDefinitiveMonth, "toAPIDroppedFile": toAPIDroppedFile,
		"toAPIExpectedProducer": toAPIExpectedProducer, "toAPIFile": toAPIFile, "toAPIFileMapping": toAPIFileMapping, "toAPIFileQuestion": toAPIFileQuestion,
		"toAPIFiles": toAPIFiles, "toAPIHealth": toAPIHealth, "toAPIHeatMap": toAPIHeatMap, "toAPIHourProfile": toAPIHourProfile,
		"toAPIImportResult": toAPIImportResult, "toAPIImportSite": toAPIImportSite, "toAPIMetric": toAPIMetric, "toAPIMetrics": toAPIMetrics,
		"toAPIPreviousMetrics": toAPIPreviousMetrics, "toAPIProblems": toAPIProblems, "toAPIReading": toAPIReading, "toAPIRegisters": toAPIRegisters,
		"toAPISiteBalance": toAPISiteBalance, "toAPISuspectedMonth": toAPISuspectedMonth, "toAPIUploadEvent": toAPIUploadEvent, "uploadFields": uploadFields,
		"wireHours": wireHours, "wireInstant": wireInstant,
	})
}
