package metering

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
)

func curveOf(values ...int64) drawing.LoadCurve {
	at := time.Date(2025, 3, 30, 10, 0, 0, 0, time.UTC)
	return drawing.LoadCurve{Zone: civil.Paris, Start: civil.Paris.Start(civil.NewDate(2025, 3, 30)), Step: "PT15M", SourceStep: "PT15M",
		ProvisionalFrom: &at, Series: []drawing.CurveSeries{{Nature: core.Conso, Scope: core.ScopeGlobal, Values: values}, {Nature: core.Prod, Scope: core.ScopeGlobal}}}
}

func TestCurvesAreWrittenAsTheContractSays(t *testing.T) {
	t.Parallel()
	curve, known := curveOf(412250, drawing.Gap, 0), energy.MilliWh(500_000)
	curve.Series[0].Energy = &known
	text := appendLoadCurve(nil, curve)
	require.JSONEq(t, `{"unit":"mWh","timezone":"Europe/Paris","start":"2025-03-30T00:00:00+01:00","step":"PT15M","sourceStep":"PT15M",
		"provisionalFrom":"2025-03-30T12:00:00+02:00","series":[{"nature":"Conso","scope":"Global","values":[412250,null,0],"energyMilliWh":500000},
		{"nature":"Prod","scope":"Global","values":[]}]}`, string(text))
	var back model.LoadCurve
	require.NoError(t, json.Unmarshal(text, &back))
}

func BenchmarkCurveJSON(b *testing.B) {
	values := make([]int64, 35040)
	for i := range values {
		values[i] = int64(i%3000) * 250
	}
	c := curveOf(values...)
	var size int
	for b.Loop() {
		size = len(appendLoadCurve(nil, c))
	}
	b.SetBytes(int64(size))
}
