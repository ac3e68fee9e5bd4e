package agreement_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

func load(b *coretest.Billing, x agreement.Extent) *agreement.Agreements {
	b.T.Helper()
	op, err := operationstore.NewOperations(b.DB).ByID(b.T.Context(), b.Operation)
	require.NoError(b.T, err)
	a, err := b.Agreements().Load(b.T.Context(), op, x)
	require.NoError(b.T, err)
	return a
}

// TestEveryExtentSaysTheSameOfWhatIsDue: what a run reads, what people read and what
// publishing reads of some pairs differ in what is printed only.
func TestEveryExtentSaysTheSameOfWhatIsDue(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	upTo := coretest.Date("2026-10-31")
	whole := load(b, agreement.Extent{Printed: true}).Dues(upTo)
	require.Len(t, whole, 6)
	strip := func(dues []agreement.Due) (out []agreement.Due) {
		for _, d := range dues {
			parts := make([]agreement.Part, len(d.Parts))
			for i, p := range d.Parts {
				parts[i] = agreement.Part{Subscription: billing.Subscription{ID: p.ID, Pair: p.Pair}, Span: p.Span}
			}
			d.Parts = parts
			out = append(out, d)
		}
		return out
	}
	require.Equal(t, strip(whole), strip(load(b, agreement.Extent{}).Dues(upTo)))
	pairs := []billing.PartyPair{whole[1].PartyPair, whole[4].PartyPair}
	for _, printed := range []bool{false, true} {
		some := load(b, agreement.Extent{Pairs: pairs, Printed: printed})
		require.Equal(t, strip([]agreement.Due{whole[1], whole[4]}), strip(some.Dues(upTo)))
		require.Equal(t, printed, len(some.Place) == 2, "the order of names is read where numbers are given")
	}
	none := load(b, agreement.Extent{Pairs: []billing.PartyPair{}})
	require.Empty(t, none.Dues(upTo), "no pair is not every pair")
}

// TestADraftIsRebuiltOfTheSameAgreements, or not at all.
func TestADraftIsRebuiltOfTheSameAgreements(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	head := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	view, err := b.Services.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, head.ID)
	require.NoError(t, err)
	draft := view.Invoice
	a := load(b, agreement.Extent{})
	d, same := a.Rebuild(draft)
	require.True(t, same)
	require.Equal(t, draft.Days, d.Days())
	require.Equal(t, b.Sites["Commune"], d.Producer())
	require.False(t, d.Statement)
	for what, change := range map[string]func(i *billing.Invoice){
		"other parties":       func(i *billing.Invoice) { i.ClientID = id.New() },
		"another way to pay":  func(i *billing.Invoice) { i.Method = billing.Cheque },
		"a subscription gone": func(i *billing.Invoice) { i.Spans = []billing.Span{{SubscriptionID: id.New(), Days: draft.Days}} },
		"days it has not": func(i *billing.Invoice) {
			i.Spans = []billing.Span{{SubscriptionID: draft.Spans[0].SubscriptionID, Days: civil.Range{From: draft.Days.From - 40, To: draft.Days.To}}}
		},
		"nothing that it bills": func(i *billing.Invoice) { i.Spans = nil },
	} {
		other := draft
		change(&other)
		_, same := a.Rebuild(other)
		require.False(t, same, what)
	}
}

// TestWhatARunFoundDueIsBilled: item by item as it was kept; where a subscription is gone, ends
// earlier or was billed since, what is due today for the same period, or nothing.
func TestWhatARunFoundDueIsBilled(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	upTo := coretest.Date("2026-10-31")
	fresh := func() *agreement.Agreements { return load(b, agreement.Extent{}) }
	var items []billing.RunItem
	for _, d := range fresh().Dues(upTo) {
		items = append(items, billing.RunItem{IssuerID: d.IssuerID, ClientID: d.ClientID, Period: d.Period, Days: d.Days(), Method: d.Method, Spans: d.Spans(), Excess: d.Excess})
	}
	kept := fresh()
	for n, d := range kept.StillDue(items) {
		require.Equal(t, fresh().Dues(upTo)[n], *d)
	}
	first := items[0].Spans[0]
	change := func(what func(s *billing.Subscription)) *agreement.Due {
		a := fresh()
		for n := range a.Subscriptions {
			if a.Subscriptions[n].ID == first.SubscriptionID {
				what(&a.Subscriptions[n])
			}
		}
		return a.StillDue(items)[0]
	}
	ends := change(func(s *billing.Subscription) { s.Days.To = first.Days.From + 10 })
	require.Equal(t, civil.Range{From: first.Days.From, To: first.Days.From + 10}, ends.Parts[0].Span)
	billed := change(func(s *billing.Subscription) {
		s.Billed = []civil.Range{{From: first.Days.From, To: first.Days.From + 5}}
	})
	require.Equal(t, civil.Range{From: first.Days.From + 5, To: first.Days.To}, billed.Parts[0].Span, "no day twice")
	require.Nil(t, change(func(s *billing.Subscription) { s.ID, s.Days.To = id.New(), first.Days.From }), "nothing is due any more")
	fewer := items[:1:1]
	fewer[0].Spans = []billing.Span{{SubscriptionID: first.SubscriptionID, Days: civil.Range{From: first.Days.From, To: first.Days.From + 3}}}
	require.Equal(t, 3, fresh().StillDue(fewer)[0].Days().Days(), "what was kept, and not what would be found today")
	fewer[0].Excess = true
	require.True(t, fresh().StillDue(fewer)[0].Excess)
}

// TestAProducersPartIsItsIssuers: with all producers of that issuer, and of nobody else.
func TestAProducersPartIsItsIssuers(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	a := load(b, agreement.Extent{})
	require.Equal(t, 6, a.CountRunning(coretest.Date("2026-10-31")))
	require.Zero(t, a.CountRunning(coretest.Date("2026-09-30")))
	a.KeepProducer("")
	require.Len(t, a.Dues(coretest.Date("2026-10-31")), 6)
	a.KeepProducer(b.Sites["Ferme"])
	dues := a.Dues(coretest.Date("2026-10-31"))
	require.Len(t, dues, 1)
	require.Equal(t, b.Sites["Ferme"], dues[0].Producer())
	seller, err := b.Agreements().Seller(t.Context(), b.Operation, billing.Scope{ParticipantID: b.Sites["Ferme"]})
	require.NoError(t, err)
	require.Equal(t, []id.ID{dues[0].IssuerID}, seller.Issuers)
	require.Contains(t, seller.Producers, b.Sites["Ferme"])
	require.NotContains(t, seller.Producers, b.Sites["Commune"])
	everybody, err := b.Agreements().Seller(t.Context(), b.Operation, b.Scope)
	require.NoError(t, err)
	require.Nil(t, everybody)
}

// between are an issuer and a client without a number, at two sites.
func between(issuer, client string) (*agreement.Agreements, billing.PartyPair) {
	return &agreement.Agreements{Op: operation.Operation{Name: "Op"},
		Sites:   map[id.ID]billing.Site{"c": {ID: "c", Name: "Four"}, "p": {ID: "p"}},
		Issuers: map[id.ID]billing.BillingEntity{"i": {ID: "i", Identity: billing.Identity{Name: issuer, Street: "4 rue du Four", PostCode: "35300"}, ProducerIDs: []id.ID{"p"}}},
		Clients: map[id.ID]billing.BillableEntity{"k": {ID: "k", Identity: billing.Identity{Name: client, Street: "4, rue du Four", PostCode: "35300"}, ConsumerIDs: []id.ID{"c"}}},
	}, billing.PartyPair{IssuerID: "i", ClientID: "k"}
}

// TestOnePersonOnBothSides by number, name and address, account or holder (domain 8.5).
func TestOnePersonOnBothSides(t *testing.T) {
	t.Parallel()
	site := func(a *agreement.Agreements, i id.ID, account id.ID, holder string) {
		s := a.Sites[i]
		s.AccountID, s.Holder = account, holder
		a.Sites[i] = s
	}
	for name, c := range map[string]struct {
		client string
		change func(a *agreement.Agreements)
		same   bool
	}{
		"strangers":    {"Anne Martin", func(*agreement.Agreements) {}, false},
		"one name":     {"jean  DUPONT", func(*agreement.Agreements) {}, true},
		"one account":  {"Anne Martin", func(a *agreement.Agreements) { site(a, "p", "u", ""); site(a, "c", "u", "") }, true},
		"two accounts": {"Anne Martin", func(a *agreement.Agreements) { site(a, "p", "u", ""); site(a, "c", "v", "") }, false},
		"one holder":   {"Anne Martin", func(a *agreement.Agreements) { site(a, "p", "", "M. Jean Dupont"); site(a, "c", "", "M Jean Dupont") }, true},
		"another address": {"Jean Dupont", func(a *agreement.Agreements) {
			k := a.Clients["k"]
			k.Street = "9 rue Neuve"
			a.Clients["k"] = k
		}, false},
		"one legal person": {"Autre", func(a *agreement.Agreements) {
			i, k := a.Issuers["i"], a.Clients["k"]
			i.LegalNumber, k.LegalNumber = "444608442", "44460844213631"
			a.Issuers["i"], a.Clients["k"] = i, k
		}, true},
	} {
		a, pair := between("Jean Dupont", c.client)
		c.change(a)
		require.Equal(t, c.same, a.SamePerson(pair), name)
	}
}

// TestRegistersCountWhatCameFromEverybody: two pairs of one consumer may each price what
// their producer gave, but not both the registers of its meter.
func TestRegistersCountWhatCameFromEverybody(t *testing.T) {
	t.Parallel()
	f, _ := between("Toit", "Boulanger")
	always := civil.Range{From: coretest.Date("2026-01-01"), To: civil.Forever}
	october := civil.MonthOf(coretest.Date("2026-10-01")).Range()
	for _, i := range []id.ID{"c", "p"} {
		f.Sites[i] = billing.Site{ID: i, Activation: always}
	}
	f.Plans = map[id.ID]billing.Plan{"plan": {ID: "plan", Period: billing.Monthly, Charges: []billing.Charge{{Code: "E", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 1}}}}
	f.Sites["q"] = billing.Site{ID: "q", Name: "Ombrière", Produces: true, Activation: october}
	registers := billing.Plan{ID: "registers", Period: billing.Monthly, Charges: []billing.Charge{{Code: "H", Type: billing.PerUnit, Usage: billing.UsageHigh, Price: 140_000}}}
	f.Plans["registers"] = registers
	of := func(producer, plan id.ID) billing.Subscription {
		return billing.Subscription{ID: producer + plan, Pair: billing.Pair{ConsumerID: "c", ProducerID: producer}, PlanID: plan, Days: civil.Range{From: october.From, To: civil.Forever}}
	}
	for _, c := range []struct {
		one, other billing.Subscription
		twice      bool
	}{
		{of("p", "plan"), of("q", "plan"), false},
		{of("p", "registers"), of("q", "registers"), true},
		{of("p", "registers"), of("q", "plan"), true},
		{of("p", "plan"), of("", "plan"), true},
		{of("p", "plan"), of("", "registers"), true},
		{of("p", "plan"), of("p", "registers"), false}, // one pair has one subscription a day in any case
	} {
		days := f.Overlap(c.one, c.other)
		require.Equal(t, c.twice, !days.IsEmpty(), "%s and %s", c.one.ID, c.other.ID)
		require.Equal(t, days, f.Overlap(c.other, c.one))
	}

	f.ClientOf, f.IssuerOf = map[id.ID]id.ID{"c": "k"}, map[id.ID]id.ID{"p": "i"}
	for producer, due := range map[id.ID]int{"p": 1, "q": 0} {
		f.Subscriptions = []billing.Subscription{of(producer, "plan")}
		f.Subscriptions[0].Days = october
		require.Len(t, f.Dues(october.To-1), due, "nobody is billed by a seller without an issuer")
	}

	// Both would price October's kWh: refused, but where it was so before.
	f.Subscriptions = []billing.Subscription{of("p", "registers"), of("q", "registers")}
	refused := fault.From(f.RefuseNewDoubles(nil))
	require.NotNil(t, refused)
	require.Equal(t, billing.ErrEnergyTwice.Key, refused.Key)
	require.Equal(t, []any{"2026-10-01", "2026-10-31", "Ombrière"}, []any{refused.Params["from"], refused.Params["to"], refused.Params["seller"]})
	require.NoError(t, f.RefuseNewDoubles(f.Doubles))
	f.Subscriptions[1] = of("q", "plan")
	f.Subscriptions[0] = of("p", "plan")
	require.NoError(t, f.RefuseNewDoubles(nil), "each seller's own energy")

	// The network of a consumer is one, whoever sells to it: its costs are passed on once.
	withCosts := f.Plans["plan"]
	withCosts.Charges = append(slices.Clone(withCosts.Charges), billing.Charge{Code: "R", Type: billing.PassThrough, Treatment: billing.OwnRate})
	f.Plans["costs"] = withCosts
	f.Subscriptions[1] = of("q", "costs")
	require.NoError(t, f.RefuseNewDoubles(nil))
	f.Subscriptions[0] = of("p", "costs")
	refused = fault.From(f.RefuseNewDoubles(nil))
	require.NotNil(t, refused)
	require.Equal(t, []any{billing.ErrCostsTwice.Key, "Ombrière"}, []any{refused.Key, refused.Params["seller"]})
}
