package entity_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// TestWhatIsNewHasItsFirstVersion, which the first change asks for.
func TestWhatIsNewHasItsFirstVersion(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	all, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for _, e := range all {
		require.EqualValues(t, 1, e.Version, e.Name)
	}
	clients, err := b.Entities.ListBillableEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	for _, e := range clients {
		require.EqualValues(t, 1, e.Version, e.Name)
	}
}

// TestAFamilyKnowsItsOwnClients: whom a producer sells to, who is invoiced for a consumer,
// and who has no subscription yet, in lists and by id.
func TestAFamilyKnowsItsOwnClients(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	b.Client("Nouveau", "", party.Individual, b.Site("Nouveau", "consumer", ""))
	names := func(site string) (names []string) {
		list, err := b.Entities.ListBillableEntities(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites[site]})
		require.NoError(t, err)
		for _, e := range list {
			names = append(names, e.Name)
		}
		return names
	}
	require.ElementsMatch(t, []string{"Garage", "Nouveau"}, names("Ferme"))
	require.ElementsMatch(t, []string{"Garage", "Nouveau"}, names("Garage"))
	require.ElementsMatch(t, []string{"CCAS", "Boulangerie", "École", "Mairie", "Martin", "Nouveau"}, names("Commune"))
	all, err := b.Entities.ListBillableEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Len(t, all, 7)
	for _, e := range all {
		scope := billing.Scope{ParticipantID: b.Sites["Ferme"]}
		_, read := b.Entities.BillableEntity(t.Context(), b.Organizer, scope, e.ID)
		_, changed := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, scope, e.ID, entity.BillableEntityChange{})
		if e.Name == "Garage" || e.Name == "Nouveau" {
			require.NoError(t, read, e.Name)
			require.NoError(t, changed, e.Name)
			continue
		}
		require.ErrorIs(t, read, billing.ErrClientNotFound, e.Name)
		require.ErrorIs(t, changed, billing.ErrClientNotFound, e.Name)
	}
}

func TestASiteThatChangesClientStopsItsSubscriptions(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	for _, client := range []id.ID{inv.ClientID, b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0].ClientID} {
		_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, client, entity.BillableEntityChange{ConsumerIDs: []id.ID{}})
		require.NoError(t, err)
	}
	left := map[string]contract.SubscriptionView{}
	for _, s := range b.Subscriptions() {
		left[s.ConsumerName] = s
	}
	require.Equal(t, coretest.Date("2026-11-01"), left["Martin"].Days.To, "invoiced until the end of October")
	require.NotContains(t, left, "CCAS", "never invoiced")
	require.Contains(t, left, "Boulangerie")
}

// TestASiteThatChangesClientEndsWhatAnotherHadClosed: the subscription that a later one
// had closed, invoiced until October, does not run again when the later one goes.
func TestASiteThatChangesClientEndsWhatAnotherHadClosed(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	require.NoError(t, b.TrySubscribe(b.MakePlan("Plan cher", 150_000).ID, b.Sites["Martin"], b.Sites["Commune"], "2026-12-01"))
	_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, inv.ClientID, entity.BillableEntityChange{ConsumerIDs: []id.ID{}})
	require.NoError(t, err)
	var left []civil.Range
	for _, s := range b.Subscriptions() {
		if s.ConsumerName == "Martin" {
			left = append(left, s.Days)
		}
	}
	require.Len(t, left, 1)
	require.Equal(t, coretest.Date("2026-11-01"), left[0].To)
}

// TestAProducerThatChangesIssuerStopsItsSubscriptions as a consumer's do with its client:
// at the last invoice, and what was never invoiced goes.
func TestAProducerThatChangesIssuerStopsItsSubscriptions(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	_, err := b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, inv.IssuerID, entity.BillingEntityChange{ProducerIDs: []id.ID{}})
	require.NoError(t, err)
	left := map[string]civil.Date{}
	for _, s := range b.Subscriptions() {
		left[s.ConsumerName] = s.Days.To
	}
	november := coretest.Date("2026-11-01") // invoiced, or stated, until the end of October
	require.Equal(t, map[string]civil.Date{"Martin": november, "Mairie": november, "École": november}, left)
}

func TestTheOperationIssuesToAConsumerAlone(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	site := b.Site("Seul", "consumer", "")
	b.Client("Seul", "", party.Individual, site)
	err := b.TrySubscribe(b.Plan.ID, site, "", "2026-10-01")
	require.Equal(t, "interlocutor.incomplete", fault.KeyOf(err))
	require.Equal(t, []string{"legalNumber", "address", "postCode", "city"}, fault.From(err).Params["fields"])

	b.Exec(`update operations set pmo_legal_number = '35600000000048', pmo_address = '1 rue', pmo_post_code = '35300', pmo_city = 'Fougères'`)
	require.NoError(t, b.TrySubscribe(b.Plan.ID, site, "", "2026-10-01"))
	own, err := b.Entities.EnsureOwnIssuer(t.Context(), b.Organizer, b.Operation)
	require.NoError(t, err)
	require.True(t, own.OwnedByOperation)
	b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: b.Sites["Commune"]}] = 1_000_000
	b.Meter.Hourly[billing.Pair{ConsumerID: site, ProducerID: id.New()}] = 500_000
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{IssuerID: own.ID})[0]
	require.Equal(t, energy.MilliWh(745*1_500_000), inv.Energy, "from all producers")
}

// TestAWholeIBANIsForWhoMayChangeIt, which is not everybody who reads issuers.
func TestAWholeIBANIsForWhoMayChangeIt(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	for _, c := range []struct {
		who   string
		p     policy.Principal
		scope billing.Scope
		whole bool
	}{
		{"organizer", b.Organizer, b.Scope, true},
		{"admin", b.Admin(), b.Scope, false},
		{"the producer's account", b.Account("Commune"), billing.Scope{ParticipantID: b.Sites["Commune"]}, false},
	} {
		list, whole, err := b.Entities.ListBillingEntities(t.Context(), c.p, c.scope)
		require.NoError(t, err, c.who)
		require.Len(t, list, 1, c.who)
		require.Equal(t, c.whole, whole, c.who)
		_, whole, err = b.Entities.BillingEntity(t.Context(), c.p, c.scope, list[0].ID)
		require.NoError(t, err, c.who)
		require.Equal(t, c.whole, whole, c.who)
	}
	_, _, err := b.Entities.ListBillingEntities(t.Context(), b.Observer(), b.Scope)
	require.ErrorIs(t, err, policy.ErrForbidden)
}

// TestTheAccountOfAClient: it is kept with its number, spaces or not, and who may not change the
// client reads neither the whole of it nor the organizer's own words.
func TestTheAccountOfAClient(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	e, err := b.Entities.CreateBillableEntity(t.Context(), b.Organizer, b.Scope, entity.BillableEntityChange{
		IdentityChange: entity.IdentityChange{Name: coretest.Ptr("X")}, IBAN: coretest.Ptr("FR14 2004 1010 0505 0001 3M02 606"), BIC: coretest.Ptr("PSSTFRPPSCE"),
		Reference: coretest.Ptr(" C-7 "), Tags: &[]string{"à relancer"}})
	require.NoError(t, err)
	stored, err := b.Entities.BillableEntity(t.Context(), b.Organizer, b.Scope, e.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"FR1420041010050500013M02606", "PSSTFRPPSCE", "C-7", "à relancer"},
		[]string{string(stored.IBAN), string(stored.BIC), stored.Reference, stored.Tags[0]})
	require.False(t, stored.Masked)
	others, err := b.Entities.ListBillableEntities(t.Context(), b.Admin(), b.Scope)
	require.NoError(t, err)
	for _, other := range others {
		require.True(t, other.Masked)
		require.Empty(t, other.Reference+strings.Join(other.Tags, ""))
	}
	for field, in := range map[string]entity.BillableEntityChange{
		"iban": {IBAN: coretest.Ptr("FR14 2004 1010 0505 0001 3M02 607")}, "bic": {BIC: coretest.Ptr("PSST")},
		"reference": {Reference: coretest.Ptr(strings.Repeat("r", 41))}, "tags": {Tags: &[]string{"a,b"}},
	} {
		_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, e.ID, in)
		require.Equal(t, field, fault.From(err).Field)
	}
	e, err = b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, e.ID, entity.BillableEntityChange{IBAN: coretest.Ptr(""), BIC: coretest.Ptr("")})
	require.NoError(t, err)
	require.Empty(t, string(e.IBAN)+string(e.BIC))
}

func TestBilledAs(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Site("Personne", "consumer", "")
	inv := func() billing.Invoice {
		b.Run("2026-10-31")
		return b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	}()
	got, err := billingstore.NewSites(b.DB).BilledAs(t.Context(), b.Operation, []id.ID{b.Sites["CCAS"], b.Sites["Commune"], b.Sites["Personne"]})
	require.NoError(t, err)
	address := participant.BillingDetail{Name: "CCAS", Address: "2 rue du Four", PostCode: "35300", City: "Fougères", LegalNumber: "35600000000048"}
	issuer := participant.BillingDetail{Name: "Commune de Fougères", Address: "1 place de la Mairie", PostCode: "35300", City: "Fougères", LegalNumber: coretest.Commune}
	require.Equal(t, map[id.ID]participant.BilledAs{
		b.Sites["CCAS"]:    {BillableEntity: &participant.Entity{ID: inv.ClientID, Name: "CCAS"}, Detail: address},
		b.Sites["Commune"]: {BillingEntity: &participant.Entity{ID: inv.IssuerID, Name: "Commune de Fougères"}, Detail: issuer},
	}, got)
	elsewhere, err := billingstore.NewSites(b.DB).BilledAs(t.Context(), id.New(), []id.ID{b.Sites["CCAS"]})
	require.NoError(t, err)
	require.Empty(t, elsewhere)
}

// TestClientsOfManySites: each site with its own outcome, and what is known of it.
func TestClientsOfManySites(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	fresh := b.Site("Nouveau", "consumer", "")
	results, err := b.Entities.CreateClientsOf(t.Context(), b.Organizer, b.Scope, []id.ID{fresh, b.Sites["Martin"], b.Sites["Commune"], fresh})
	require.NoError(t, err)
	require.Len(t, results, 3, "each site once")
	require.Nil(t, results[0].Refused)
	require.Equal(t, billing.ErrConsumerTaken.Key, results[1].Refused.Key)
	require.Equal(t, billing.ErrConsumerNotInOperation.Key, results[2].Refused.Key)
	list, err := b.Entities.ListBillableEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Len(t, list, 6)
	for _, e := range list {
		if e.Name == "Nouveau" {
			require.Equal(t, []any{"fr", party.VATNone, []id.ID{fresh}}, []any{e.Language, e.VATRegime, e.ConsumerIDs})
		}
	}
}

// TestWhatIsNoValueIsRefusedByItsField, and changes nothing.
func TestWhatIsNoValueIsRefusedByItsField(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	issuers, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	for key, in := range map[string]entity.BillingEntityChange{
		"billingEntity.nameRequired":          {IdentityChange: entity.IdentityChange{Name: coretest.Ptr(" ")}},
		"country.unknown":                     {IdentityChange: entity.IdentityChange{Country: coretest.Ptr("DE")}},
		"vatRegime.unknown":                   {IdentityChange: entity.IdentityChange{VATRegime: coretest.Ptr("half")}},
		"billingEntity.seriesCodeInvalid":     {SeriesCode: coretest.Ptr("no spaces")},
		"object.changed":                      {IfVersion: 7},
		"subscription.producerNotInOperation": {ProducerIDs: []id.ID{b.Sites["Martin"]}},
	} {
		_, err := b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, issuers[0].ID, in)
		require.Equal(t, key, fault.KeyOf(err))
	}
	after, _, err := b.Entities.BillingEntity(t.Context(), b.Organizer, b.Scope, issuers[0].ID)
	require.NoError(t, err)
	require.Equal(t, issuers[0], after)
	_, err = b.Entities.CreateBillableEntity(t.Context(), b.Organizer, b.Scope, entity.BillableEntityChange{IdentityChange: entity.IdentityChange{Name: coretest.Ptr("X")}, Language: coretest.Ptr("de")})
	require.Equal(t, "language.unknown", fault.KeyOf(err))
}

// TestWhatIssuersAndClientsSayMore is kept, checked and cleared.
func TestWhatIssuersAndClientsSayMore(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	text := func(s string) *string { return &s }
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	signed := coretest.Ptr(coretest.Date("2026-09-01"))
	issuer, err := b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, inv.IssuerID, entity.BillingEntityChange{
		IdentityChange: entity.IdentityChange{Street2: text("Bât. B"), Contact: text("Jeanne")},
		LegalForm:      text("Commune"), ShareCapital: coretest.Ptr(money.Cents(100)), Registration: text("Rennes"), FranchiseForm: text("ZERO_RATE"), VATOnDebits: coretest.Ptr(true),
		MandateSigned: &signed, MandateReference: text("M-1")})
	require.NoError(t, err)
	kept, _, err := b.Entities.BillingEntity(t.Context(), b.Organizer, b.Scope, issuer.ID)
	require.NoError(t, err)
	require.Equal(t, "Bât. B", kept.Street2)
	require.Equal(t, billing.BillingMandate{Signed: signed, Reference: "M-1"}, kept.BillingMandate)
	require.Equal(t, []any{"Commune", money.Cents(100), "Rennes", billing.FranchiseZeroRate, true, "Jeanne"},
		[]any{kept.LegalForm, kept.ShareCapital, kept.Registration, kept.FranchiseForm, kept.VATOnDebits, kept.Contact})
	for key, change := range map[string]entity.BillingEntityChange{
		"billingMandate.ahead":     {MandateSigned: coretest.Ptr(coretest.Ptr(coretest.Date("2030-01-01")))},
		"shareCapital.invalid":     {ShareCapital: coretest.Ptr(money.Cents(-1))},
		"franchiseForm.unknown":    {FranchiseForm: text("O")},
		"eAddress.incomplete":      {IdentityChange: entity.IdentityChange{EAddress: text("444608442")}},
		"eAddress.otherEnterprise": {IdentityChange: entity.IdentityChange{EAddressScheme: text("0225"), EAddress: text("732829320")}},
	} {
		_, err := b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, issuer.ID, change)
		require.Equal(t, key, fault.KeyOf(err))
	}
	var none *civil.Date
	kept, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, issuer.ID, entity.BillingEntityChange{MandateSigned: &none, MandateReference: text("")})
	require.NoError(t, err)
	require.Equal(t, billing.BillingMandate{}, kept.BillingMandate)

	client, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, inv.ClientID, entity.BillableEntityChange{Channel: text("PRINT"), PublicBody: coretest.Ptr(true)})
	require.NoError(t, err)
	require.Equal(t, billing.ByPrint, client.Channel())
	client, err = b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, inv.ClientID, entity.BillableEntityChange{Channel: text("")})
	require.NoError(t, err)
	require.Equal(t, billing.ByPublicPortal, client.Channel())
	individual := party.Individual
	_, err = b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, inv.ClientID, entity.BillableEntityChange{ConsumerType: &individual})
	require.Equal(t, "billableEntity.publicPerson", fault.KeyOf(err))
}

// TestASeriesGoesOnFromTwo: one is what every series begins with; what comes after it is a take-over.
func TestASeriesGoesOnFromTwo(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	issuers, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	first := 2
	begun, err := b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, issuers[0].ID, entity.BillingEntityChange{FirstNumber: &first})
	require.NoError(t, err)
	require.Equal(t, first, begun.NextNumber)
}
