package table_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// columnsOf writes a day of quarters of an hour with the headings given, each column its
// number from 1 on.
func columnsOf(headings ...string) string {
	values := ""
	for i := range headings {
		values += ";" + string(rune('1'+i))
	}
	lines := strings.Split(strings.TrimSpace(rows("", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96)), "\n")
	for i, line := range lines {
		when, _, _ := strings.Cut(line, ";")
		lines[i] = when + values
	}
	return "Horodate;" + strings.Join(headings, ";") + "\n" + strings.Join(lines, "\n") + "\n"
}

// TestColumnsOfParticipants: an exact name of one participant is that of its column, and
// what is left is asked column by column.
func TestColumnsOfParticipants(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		headings, sites, open, notes []string
		answers                      []curvefile.ColumnAnswer
	}{
		"both":             {[]string{"gymnase (Wh)", "ECOLE  des tilleuls"}, []string{other, site}, nil, []string{"file.namedColumns"}, nil},
		"one alone":        {[]string{"Gymnase"}, []string{other}, nil, []string{"file.namedColumns"}, nil},
		"and a total":      {[]string{"Gymnase", "École des Tilleuls", "Total"}, []string{other, site}, nil, []string{"file.columnsLeft", "file.namedColumns"}, nil},
		"and a stranger":   {[]string{"Gymnase", "Piscine"}, nil, []string{"SITE 2"}, []string{"file.namedColumns"}, nil},
		"whom we leave":    {[]string{"Gymnase", "Piscine"}, []string{other}, nil, []string{"file.columnsLeft", "file.namedColumns"}, []curvefile.ColumnAnswer{{Index: 2, Role: curvefile.RoleIgnored}}},
		"whom we know":     {[]string{"Gymnase", "Piscine"}, []string{other, site}, nil, []string{"file.namedColumns"}, []curvefile.ColumnAnswer{{Index: 2, DsoID: site}}},
		"said otherwise":   {[]string{"Gymnase"}, []string{site}, nil, nil, []curvefile.ColumnAnswer{{Index: 1, DsoID: site}}},
		"a part of a name": {[]string{"Gymnase Nord", "Piscine"}, nil, []string{"COLUMNS", "SITE 1"}, nil, nil},
		"twice":            {[]string{"Gymnase", "Gymnase"}, nil, []string{"COLUMNS", "SITE 1", "SITE 2"}, nil, nil},
		"of two sites":     {[]string{"Mairie", "Gymnase"}, nil, []string{"SITE 1"}, []string{"file.namedColumns"}, nil},
	} {
		set, err := read(t, "parc.csv", columnsOf(c.headings...), curvefile.FileAnswers{Nature: metering.Conso, Unit: curvefile.WattHour, Columns: c.answers})
		require.NoError(t, err, name)
		u := set.Understood
		require.Equal(t, c.open, kinds(*u), name)
		require.Equal(t, c.notes, keys(u.Notes), name)
		var sites []string
		for _, r := range set.Readings {
			sites = append(sites, r.DsoID)
		}
		require.Equal(t, c.sites, sites, name)
	}
	set, err := read(t, "parc.csv", columnsOf("Gymnase", "École des Tilleuls"), curvefile.FileAnswers{Nature: metering.Conso, Unit: curvefile.WattHour})
	require.NoError(t, err)
	require.Equal(t, []any{other, site}, []any{set.Readings[0].DsoID, set.Readings[1].DsoID})
	require.EqualValues(t, 1000, set.Readings[0].Runs[0].Values[0])
	require.EqualValues(t, 2000, set.Readings[1].Runs[0].Values[0])
	require.Equal(t, []string{"Gymnase → " + other, "École des Tilleuls → " + site}, set.Understood.Notes[0].Params["columns"])
}
