package files_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// portal is a workbook of one value.
func portal(t testing.TB, sheet string) string {
	t.Helper()
	book := excelize.NewFile()
	require.NoError(t, book.SetSheetName("Sheet1", sheet))
	for cell, text := range map[string]string{"B8": "Point Référence Mesure (PRM) : ", "C8": "99100000000017", "C16": "Début", "D16": "Fin",
		"E16": "Valeur (en kW)", "C17": "01/06/2026 00:00:00", "D17": "01/06/2026 00:30:00", "E17": "0,984"} {
		require.NoError(t, book.SetCellStr(sheet, cell, text))
	}
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	return out.String()
}

func readAll(name string, data []byte, limits files.Limits) ([]curvefile.Dataset, error) {
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	return files.New(limits, acccsv.Long{}, enedis.CustomerXLSX{}).Read(context.Background(), name, int64(len(data)), open, civil.Paris)
}

// TestWorkbooks come alone, whatever their name, or in a zip beside other files.
func TestWorkbooks(t *testing.T) {
	t.Parallel()
	book := portal(t, "Consommation Horaire")
	limits := files.DefaultLimits()
	sets, err := readAll("courbe.zip", []byte(book), limits)
	require.NoError(t, err)
	require.Equal(t, "ENEDIS_CUSTOMER_XLSX", sets[0].Format)
	require.Equal(t, "courbe.zip", sets[0].FileName)

	sets, err = readAll("all.zip", packed(t, entry{name: "a/courbe.xlsx", text: book}, entry{name: "b.csv", text: acc("1")}), limits)
	require.NoError(t, err)
	require.Len(t, sets, 2)
	require.Equal(t, "courbe.xlsx", sets[0].FileName)

	for name, c := range map[string]struct {
		data   string
		limits files.Limits
		key    string
	}{
		"daily":         {portal(t, "Export Consommation Quotidienne"), limits, "UnknownFile"},
		"other":         {portal(t, "Feuil1"), limits, "UnknownFile"},
		"cut":           {book[:len(book)/2], limits, "import.zipDamaged"},
		"no parts":      {string(packed(t, entry{name: "xl/workbook.xml", text: "<workbook/>"})), limits, "import.notSpreadsheet"},
		"bomb":          {string(packed(t, entry{name: "xl/workbook.xml", text: book}, entry{name: "xl/big.xml", text: strings.Repeat("\n", 3<<20)})), limits, "import.zipBomb"},
		"above a limit": {book, small, "import.zipBomb"},
	} {
		if name == "above a limit" {
			c.limits.TotalBytes = 2000
		}
		_, err := readAll("courbe.xlsx", []byte(c.data), c.limits)
		require.Equal(t, c.key, fault.KeyOf(err), name)
		require.Equal(t, "courbe.xlsx", fault.From(err).Params["fileName"], name)
	}
}
