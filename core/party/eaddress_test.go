package party_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
)

// TestElectronicAddresses have the form of their register, and are of the enterprise that they are kept for.
func TestElectronicAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scheme, value string
		country       dso.Country
		legal         string
		want, key     string
	}{
		{"", "", dso.France, "732829320", "", ""},
		{"0225", " 732829320 ", dso.France, "732829320", "732829320", ""},
		{"0225", "732829320_COMPTA.1", dso.France, "73282932000074", "732829320_COMPTA.1", ""},
		{"0225", "732829320", dso.France, "", "732829320", ""},
		{"0225", "444608442", dso.France, "732829320", "", "eAddress.otherEnterprise"},
		{"0225", "732829320 A", dso.France, "732829320", "", "eAddress.form"},
		{"0225", "COMPTA_732829320", dso.France, "", "", "eAddress.form"},
		{"0225", "7328", dso.France, "", "", "eAddress.form"},
		{"0208", "0123.456.749", dso.Belgium, "0123456749", "0123456749", ""},
		{"0208", "0123456748", dso.Belgium, "", "", "eAddress.form"},
		{"0208", "0123456749", dso.Belgium, "0403170701", "", "eAddress.otherEnterprise"},
		{"9925", "be 0123456749", dso.Belgium, "0123456749", "BE0123456749", ""},
		{"9957", "FR123", dso.France, "", "", "eAddress.scheme"},
		{"0225", "", dso.France, "", "", "eAddress.incomplete"},
		{"", "732829320", dso.France, "", "", "eAddress.incomplete"},
	} {
		got, err := party.EAddress{Scheme: party.Scheme(c.scheme), Value: c.value}.Check(c.country, c.legal)
		if c.key != "" {
			require.Equal(t, c.key, fault.KeyOf(err), c)
			continue
		}
		require.NoError(t, err, c)
		require.Equal(t, c.want, got.Value, c)
	}
}
