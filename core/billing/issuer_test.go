package billing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
)

// TestWhatIssuersAndClientsLack: name, address, city and postal code of everybody, more
// of professionals (specification sections 5 and 8).
func TestWhatIssuersAndClientsLack(t *testing.T) {
	t.Parallel()
	whole := billing.Identity{Name: "Mairie", Street: "1 rue du Four", PostCode: "35300", City: "Fougères", LegalNumber: "444608442", VATRegime: party.VATNormal}
	require.Empty(t, billing.BillingEntity{Identity: whole, SeriesCode: "MAI"}.Missing())
	require.Empty(t, billing.BillableEntity{Identity: whole, ConsumerType: party.Professional}.Missing())
	for field, empty := range map[string]func(*billing.Identity){
		"name": func(i *billing.Identity) { i.Name = " " }, "address": func(i *billing.Identity) { i.Street = "" },
		"postCode": func(i *billing.Identity) { i.PostCode = "" }, "city": func(i *billing.Identity) { i.City = "" },
	} {
		short := whole
		empty(&short)
		require.Equal(t, []string{field}, billing.BillingEntity{Identity: short, SeriesCode: "MAI"}.Missing())
		require.Equal(t, []string{field}, billing.BillableEntity{Identity: short}.Missing())
	}
	unnumbered := whole
	unnumbered.LegalNumber = ""
	require.Equal(t, []string{"legalNumber"}, billing.BillableEntity{Identity: unnumbered, ConsumerType: party.Professional}.Missing())
	require.Empty(t, billing.BillableEntity{Identity: unnumbered, ConsumerType: party.Individual}.Missing())
	require.Equal(t, []string{"legalNumber", "seriesCode"}, billing.BillingEntity{Identity: unnumbered}.Missing())
	unnumbered.VATRegime = party.VATNone
	require.Empty(t, billing.BillingEntity{Identity: unnumbered, SeriesCode: "MAI"}.Missing(), "who is not taxable may have no number")
	unnumbered.VATRegime, unnumbered.LegalNumber = party.VATExemption, "444608442"
	require.Equal(t, []string{"vatExemptionText"}, billing.BillingEntity{Identity: unnumbered, SeriesCode: "MAI"}.Missing())
}

// TestHowInvoicesReachAClient follows from what it is, unless somebody chose.
func TestHowInvoicesReachAClient(t *testing.T) {
	t.Parallel()
	client := func(country dso.Country, kind party.ConsumerType, public bool, email string, chosen billing.Channel) billing.BillableEntity {
		return billing.BillableEntity{Identity: billing.Identity{Country: country, Email: email}, ConsumerType: kind, PublicBody: public, ChosenChannel: chosen}
	}
	for want, list := range map[billing.Channel][]billing.BillableEntity{
		billing.ByPublicPortal: {client(dso.France, party.Professional, true, "a@b.fr", ""), client(dso.France, party.Individual, false, "", billing.ByPublicPortal)},
		billing.ByEInvoice:     {client(dso.France, party.Professional, false, "a@b.fr", ""), client(dso.Belgium, party.Professional, true, "", "")},
		billing.ByMail:         {client(dso.France, party.Individual, false, "a@b.fr", ""), client(dso.France, party.Professional, true, "a@b.fr", billing.ByMail)},
		billing.ByPrint:        {client(dso.France, party.Individual, false, "", ""), client(dso.Belgium, party.Professional, false, "", billing.ByPrint)},
	} {
		for _, c := range list {
			require.Equal(t, want, c.Channel(), c)
		}
	}
	_, err := billing.ParseChannel("FAX")
	require.Equal(t, "invoiceChannel.unknown", fault.KeyOf(err))
}
