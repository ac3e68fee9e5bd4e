//go:build real

package table_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

func realFile(t *testing.T, elements ...string) string {
	t.Helper()
	folder := os.Getenv("PMO_REAL_DATA")
	require.NotEmpty(t, folder, "set PMO_REAL_DATA to the folder of the real files")
	content, err := os.ReadFile(filepath.Join(append([]string{folder, "dso"}, elements...)...))
	require.NoError(t, err)
	return string(content)
}

// TestRealStudies reads files of studies in their own layouts: what is open before any
// answer, and once year, site, nature and unit are said.
func TestRealStudies(t *testing.T) {
	t.Parallel()
	column := func(index int) curvefile.FileAnswers {
		return curvefile.FileAnswers{Year: 2023, Nature: metering.Conso, Unit: curvefile.WattHour,
			Columns: []curvefile.ColumnAnswer{{Index: index, Role: curvefile.RoleValue, DsoID: site}}}
	}
	for name, c := range map[string]struct {
		index      int
		open, then []string
		rows       int
		zone       curvefile.FileZone
	}{
		"acc_curves_15min/Courbe_charge_consommateur1.csv":                               {1, []string{"ZONE", "SITE 1", "NATURE 1", "UNIT 1"}, []string{"ZONE"}, 2880, curvefile.ZoneLegal},
		"acc_curves_15min/Courbe_charge_producteur2.csv":                                 {1, []string{"ZONE", "SITE 1", "NATURE 1", "UNIT 1"}, []string{"ZONE"}, 2880, curvefile.ZoneLegal},
		"acc_curves_15min/Parking_Harmony1_Conso_202312_202412_V1.csv":                   {1, []string{"LAST_LINE", "SITE 1", "NATURE 1", "UNIT 1"}, []string{"LAST_LINE"}, 35040, ""},
		"acc_curves_15min/Simu_Prod.csv":                                                 {1, []string{"YEAR", "SITE 1", "NATURE 1", "UNIT 1"}, []string{"ZONE"}, 35040, curvefile.ZoneWinter},
		"acc_curves_15min/Simu_5Conso.csv":                                               {1, []string{"YEAR", "SITE 1", "NATURE 1", "UNIT 1"}, []string{"ZONE"}, 35040, curvefile.ZoneWinter},
		"pv_production/hoymiles_production_data_30min.csv":                               {1, []string{"ZONE", "LABELS", "STEP_CHANGE", "SITE 1", "UNIT 1"}, []string{"ZONE", "LABELS", "STEP_CHANGE"}, 10923, curvefile.ZoneWinter},
		"pv_production/pvgis_Timeseries_50.995_5.540_SA2_0deg_0deg_2018_2018.csv":        {2, []string{"COLUMNS"}, nil, 8760, ""},
		"pv_production/pvgis_hourly_Timeseries_45.000_8.000_SA_30deg_0deg_2016_2016.csv": {1, []string{"COLUMNS", "LABELS"}, []string{"LABELS"}, 14, ""},
	} {
		content := realFile(t, filepath.FromSlash(name))
		base := filepath.Base(name)
		require.Equal(t, c.open, kinds(understood(t, base, content)), name)
		require.Equal(t, c.then, kinds(understood(t, base, content, column(c.index))), name)
		said := column(c.index)
		said.Zone, said.Labels, said.StepChange, said.LastLine = c.zone, curvefile.LabelsStart, curvefile.StepChanged, curvefile.LastLineWhole
		set, err := readAsIs(t, base, content, said)
		require.NoError(t, err, name)
		require.Empty(t, kinds(*set.Understood), name)
		sum, values := total(set)
		require.Equal(t, c.rows, set.Understood.Rows, name)
		require.GreaterOrEqual(t, values, c.rows, "an hour that begins at a half counts twice")
		require.Equal(t, sumOf(content, c.index), sum, name)
	}
}

// TestRealChangeOfStep writes a real R63, whose step changes for thirteen days, without
// its column of steps: that is asked, and once answered the same energy is read, but for
// half an hour that nothing tells.
func TestRealChangeOfStep(t *testing.T) {
	t.Parallel()
	name := "ENEDIS_R63_P_CdC_M07VD2PL_00001_20250313093019.csv"
	content := realFile(t, "enedis_r63", name)
	var bare strings.Builder
	bare.WriteString("Horodate;Conso " + site + " (W)\n")
	for line := range strings.Lines(content) {
		if cells := strings.Split(line, ";"); len(cells) > 8 && cells[0] != "Identifiant PRM" && !strings.Contains(cells[0], "Identifiant") {
			bare.WriteString(cells[7] + ";" + cells[8] + "\n")
		}
	}
	u := understood(t, "nu.csv", bare.String())
	require.Equal(t, []string{"STEP_CHANGE"}, kinds(u))
	require.Equal(t, "2024-07-19", u.Notes[0].Params["date"])
	require.Equal(t, []any{[]int{60}, 30}, []any{u.Notes[0].Params["minutes"], u.Notes[0].Params["expected"]})
	set, err := read(t, "nu.csv", bare.String(), wider)
	require.NoError(t, err)
	sets, err := files.New(files.DefaultLimits(), enedis.R63{}).Read(context.Background(), name, int64(len(content)),
		func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }, civil.Paris)
	require.NoError(t, err)
	want, _ := total(sets[0])
	got, _ := total(set)
	// The first of the hours stands behind a day without lines: it may be a half as well.
	require.Equal(t, want-1713*energy.WattHour/2, got)
	set, err = read(t, "nu.csv", bare.String(), gaps)
	require.NoError(t, err)
	less, _ := total(set)
	require.Less(t, less, want)
}

// sumOf adds the numbers of a column up, read on their own: values of Wh.
func sumOf(content string, index int) (sum energy.MilliWh) {
	separator := ";"
	if strings.Contains(content, "time,Gb") {
		separator = ","
	}
	for line := range strings.Lines(content) {
		cells := strings.Split(strings.TrimSpace(line), separator)
		if len(cells) <= index || len(cells[0]) < 11 || cells[0][0] > '9' {
			continue
		}
		whole, part, _ := strings.Cut(strings.ReplaceAll(cells[index], ",", "."), ".")
		digits := whole + (part + "000")[:3]
		n := energy.MilliWh(0)
		for _, c := range digits {
			n = 10*n + energy.MilliWh(c-'0')
		}
		sum += n
	}
	return sum
}
