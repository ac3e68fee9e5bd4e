package enedis_test

import (
	"bytes"
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
)

// What Enedis sends besides curves is refused by its name, which says what to ask for.
func TestOtherFlowsAreRefusedByName(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	require.NoError(t, book.SetSheetName("Sheet1", "Export Consommation Quotidienne"))
	require.NoError(t, book.SetCellStr("Export Consommation Quotidienne", "A1", "Date"))
	var workbook bytes.Buffer
	require.NoError(t, book.Write(&workbook))
	reader := files.New(files.DefaultLimits(), enedis.OtherFlow{}, enedis.R63{}, enedis.CustomerCSV{}, enedis.CustomerXLSX{}, enedis.R15{}, acccsv.Long{})
	for _, c := range []struct{ name, content, key, flow string }{
		{"a.xml", `<?xml version="1.0"?><R151><En_Tete_Flux><Identifiant_Flux>R151</Identifiant_Flux></En_Tete_Flux></R151>`, "file.meterIndexes", "R151"},
		{"ERDF_R151_17X_20261101.xml", "<root/>", "file.meterIndexes", "R151"},
		{"ENEDIS_R64_P_INDEX_M07_00001_20261101.json", `{"header":{"codeFlux":"R64"},"mesures":[]}`, "file.meterIndexes", "R64"},
		{"index.json", `{"header": {"codeFlux": "R64"}, "mesures": []}`, "file.meterIndexes", "R64"},
		{"c.xml", `<?xml version="1.0"?><C15 version="1"><PRM/></C15>`, "file.contracts", "C15"},
		{"f.xml", `<F15><En_Tete_Flux><Identifiant_Flux>F15</Identifiant_Flux></En_Tete_Flux></F15>`, "file.networkBill", "F15"},
		{"x.xml", `<X12><En_Tete_Flux/></X12>`, "file.requests", "X12"},
		{"jour.xlsx", workbook.String(), "file.dailyEnergies", ""},
		{"jour.csv", "\xef\xbb\xbfIdentifiant PRM;Type de donnees;Date de debut\n12345678901234;Consommation globale quotidienne;01/10/2026\nHorodate;Valeur\n2026-10-01;12\n", "file.dailyEnergies", ""},
		{"r15.xml", `<R15><PRM><Id_PRM>12345678901234</Id_PRM></PRM></R15>`, "file.r15WithoutSharing", ""},
	} {
		_, err := reader.Read(t.Context(), c.name, int64(len(c.content)), func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(c.content)), nil
		}, civil.Paris)
		f := fault.From(err)
		require.NotNil(t, f, "%s: %v", c.name, err)
		require.Equal(t, c.key, f.Key, c.name)
		require.Equal(t, c.name, f.Params["fileName"])
		if c.flow != "" {
			require.Equal(t, c.flow, f.Params["flow"])
		}
	}
}
