package table_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// book writes sheets of cells.
func book(t *testing.T, names []string, sheets ...[][]any) string {
	t.Helper()
	f := excelize.NewFile()
	defer func() { require.NoError(t, f.Close()) }()
	for i, rows := range sheets {
		_, err := f.NewSheet(names[i])
		require.NoError(t, err)
		for n, row := range rows {
			cell, err := excelize.CoordinatesToCellName(1, n+1)
			require.NoError(t, err)
			require.NoError(t, f.SetSheetRow(names[i], cell, &row))
		}
	}
	require.NoError(t, f.DeleteSheet("Sheet1"))
	var out bytes.Buffer
	require.NoError(t, f.Write(&out))
	return out.String()
}

func TestWorkbooks(t *testing.T) {
	t.Parallel()
	begin := at(2024, 11, 20)
	dates := [][]any{{"Étude du bâtiment"}, {}, {"Date", "Conso (kWh)"}}
	texts := [][]any{{"Date", "Conso (kWh)"}}
	parts := [][]any{{"Jour", "Heure", "Conso (kWh)"}}
	for i := range 96 {
		when := begin.Add(time.Duration(i) * quarter)
		dates = append(dates, []any{when, float64(i) / 8})
		texts = append(texts, []any{when.Format("02/01/2006 15:04"), "0,5"})
		parts = append(parts, []any{begin, float64(i) / 96, 0.5})
	}
	said := metering.FileAnswers{Columns: []metering.ColumnAnswer{{Index: 1, DsoID: site}}}
	set, err := read(t, "a.xlsx", book(t, []string{"Notes", "Courbe", "Autre"}, [][]any{{"Bonjour"}}, dates, texts), said)
	require.NoError(t, err)
	u := set.Understood
	require.Empty(t, kinds(*u))
	require.Equal(t, []string{"Courbe", "XLSX", "START"}, []string{u.Sheet, u.DateFormat, string(u.Labels)})
	require.Equal(t, []string{"file.sheetsLeft"}, keys(u.Notes))
	require.Equal(t, []string{"Autre"}, u.Notes[0].Params["sheets"])
	require.Len(t, set.Readings[0].Runs, 1)
	require.Equal(t, civil.Paris.Start(civil.NewDate(2024, 11, 20)).Unix(), set.Readings[0].Runs[0].Start)
	require.Equal(t, []energy.MilliWh{0, 125_000, 250_000}, set.Readings[0].Runs[0].Values[:3])

	set, err = read(t, "b.xlsx", book(t, []string{"Textes"}, texts), said)
	require.NoError(t, err)
	sum, n := total(set)
	require.Equal(t, 96, n)
	require.EqualValues(t, 48_000_000, sum, "numbers stored as text")

	said.Columns[0].Index = 2
	set, err = read(t, "c.xlsx", book(t, []string{"Parts"}, parts), said)
	require.NoError(t, err)
	require.Equal(t, metering.RoleTime, set.Understood.Columns[1].Role)
	_, n = total(set)
	require.Equal(t, 96, n)

	_, err = read(t, "d.xlsx", book(t, []string{"Liste"}, [][]any{{"Nom", "Ville"}, {"École", "Lille"}}))
	require.Equal(t, "UnknownFile", fault.KeyOf(err))
}
