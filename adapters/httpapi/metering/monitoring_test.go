package metering

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	core "github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/table"
)

func TestCurveFilesAreExact(t *testing.T) {
	t.Parallel()
	day := civil.NewDate(2026, time.March, 29) // of 23 hours
	series := drawing.CurveSeries{Nature: core.Conso, Scope: core.ScopeGlobal, Values: make([]int64, 23), Qualities: loadcurve.Runs{}.Add(loadcurve.Missing, 1).Add(loadcurve.Estimated, 22)}
	series.Values[0], series.Values[1], series.Values[2] = drawing.Gap, 1, 9_000_000_000_000_001
	for language, want := range map[string]string{
		"fr": "Début;Fin;Consommation (kWh);Consommation : qualité\r\n", "nl": "Begin;Einde;Verbruik (kWh);Verbruik: kwaliteit\r\n"} {
		exported := exportTable{drawing.CurveExport{Subject: "ACC1", LoadCurve: drawing.LoadCurve{Zone: civil.Paris, Days: civil.Range{From: day, To: day + 1},
			Start: civil.Paris.Start(day), Step: "PT1H", Series: []drawing.CurveSeries{series}}}, language}
		var file bytes.Buffer
		require.NoError(t, table.WriteCSV(&file, exported.header(), exported.rows))
		lines := bytes.SplitAfter(file.Bytes(), []byte("\n"))
		require.Equal(t, "\ufeff"+want, string(lines[0]))
		require.Len(t, lines, 1+23+1)
		require.Contains(t, string(lines[1]), "2026-03-29T00:00:00+01:00;2026-03-29T01:00:00+01:00;;")
		require.Contains(t, string(lines[2]), ";2026-03-29T03:00:00+02:00;0,000001;", "the hour that spring leaves out")
		require.Contains(t, string(lines[3]), ";9000000000,000001;")
		cells, err := table.Cells(exported.rows)
		require.NoError(t, err)
		require.Len(t, cells, 23)
		require.Nil(t, cells[0][2], "a gap is not zero")
	}
}
