package document

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/party"
)

// TestWhoChargesVATShowsItsNumber: the number follows from the SIREN or the enterprise
// number; who charges none shows none unless it has given one.
func TestWhoChargesVATShowsItsNumber(t *testing.T) {
	t.Parallel()
	french := billing.Identity{Country: dso.France, LegalNumber: "44460844213631", VATRegime: party.VATNormal}
	require.Equal(t, "FR66444608442", printed(french, true).TaxID)
	belgian := billing.Identity{Country: dso.Belgium, LegalNumber: "0417497106", VATRegime: party.VATNormal}
	require.Equal(t, "BE0417497106", printed(belgian, true).TaxID)
	french.VATRegime = party.VATFranchise
	require.Empty(t, printed(french, true).TaxID)
	french.TaxID = "FR66444608442"
	require.Equal(t, "FR66444608442", printed(french, true).TaxID)
	require.Empty(t, printed(billing.Identity{VATRegime: party.VATNormal}, true).TaxID)
}
