package billing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/adapters/httpapi/servertest"
	"github.com/openpmo/pmo/core/coretest"
)

// TestWhoChangesAnIssuerReadsItsAccount whole, as whoever made it did.
func TestWhoChangesAnIssuerReadsItsAccount(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	s := servertest.Over(t, b.World, httpapi.Services{Billing: b.Services})
	path := "/operations/" + string(b.Operation) + "/billing/billing-entities"
	const iban, other = "FR1420041010050500013M02606", "BE71096123456769"
	made := s.Organizer("POST", path, `{"name":"Toit","address":"2 rue Haute","postCode":"35300","city":"Fougères","country":"FR","vatRegime":"none","seriesCode":"TOIT","iban":"`+iban+`"}`)
	require.Equal(t, 201, made.StatusCode, made.One)
	require.Equal(t, iban, made.One["iban"])
	one := path + "/" + made.One["id"].(string)
	changed := s.Organizer("PUT", one, `{"iban":"`+other+`"}`)
	require.Equal(t, []any{200, other}, []any{changed.StatusCode, changed.One["iban"]}, changed.One)
}
