package dso_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/dso"
)

// TestWhatExistsForEachOperator states the capabilities anew: each is a page, a call or a rule
// that appears or goes with one word of the table.
func TestWhatExistsForEachOperator(t *testing.T) {
	t.Parallel()
	french := func(format string) dso.Capabilities {
		return dso.Capabilities{Format: format, Metrics: true, OldBilling: true, Finance: true}
	}
	enedis, fake := french("enedis"), french("fake")
	enedis.SendsCoefficients, fake.AllocatesHere = true, true
	want := map[dso.Operator]dso.Capabilities{
		dso.Enedis: enedis, dso.SRD: french("acccsv"), dso.SER: french("acccsv"), dso.Greenalp: french("acccsv"), dso.Fake: fake,
		dso.Sibelga: {Format: "sibelga", UploadFiles: 2, BillingUsages: true, OperationSells: true},
	}
	for _, o := range dso.Operators() {
		require.Equal(t, want[o], o.Capabilities(), o)
	}
}
