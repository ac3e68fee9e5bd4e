package collection_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
)

func TestBankingDays(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{
		"2026-11-20": "2026-11-20", "2026-11-21": "2026-11-23", "2026-12-25": "2026-12-28", "2027-01-01": "2027-01-04",
		"2026-04-03": "2026-04-07", // Good Friday to the Tuesday after Easter
		"2027-03-26": "2027-03-30", "2026-05-01": "2026-05-04",
		"2026-05-14": "2026-05-14", // Ascension is no closing day
		"2026-07-14": "2026-07-14",
	} {
		require.Equal(t, want, collection.BankingDay(coretest.Date(day)).String(), day)
	}
}

const ics party.ICS = "FR72ZZZ123456"

var today = coretest.Date("2026-11-23") // a Monday

func creditor() payment.Creditor {
	return payment.Creditor{ID: "creditor", Name: "Commune", ICS: ics, Account: payment.Account{IBAN: "FR1420041010050500013M02606"}, LeadDays: 3, Message: payment.Pain00800108}
}

func invoice(n int, change ...func(*collection.Invoice)) collection.Invoice {
	i := collection.Invoice{ID: id.ID(fmt.Sprintf("invoice%04d", n)), Number: fmt.Sprintf("COM-2026-%05d", n), Type: billing.TypeInvoice, Status: billing.Finalized, PaymentStatus: billing.PaymentPending,
		Method: billing.Debit, IssuerID: "issuer", ClientID: "anne", ClientName: "Anne", ConsumerIDs: []id.ID{"site"}, Amount: 1234, Days: coretest.Days("2026-10-01", "2026-10-31"),
		DueDate: coretest.Ptr(coretest.Date("2026-12-22"))}
	for _, c := range change {
		c(&i)
	}
	return i
}

func mandate(rum string, change ...func(*collection.Mandate)) collection.Mandate {
	m := collection.Mandate{ClientID: "anne", Mandate: payment.Mandate{ID: id.ID(rum), ICS: ics, RUM: party.RUM(rum), ParticipantID: "site", DebtorName: "Anne", Scheme: payment.Core,
		SignedOn: coretest.Date("2026-10-01"), Account: payment.Account{IBAN: "FR7630006000011234567890189"}, Version: 1}}
	for _, c := range change {
		c(&m)
	}
	return m
}

func material(invoices ...collection.Invoice) collection.Material {
	return collection.Material{Creditor: creditor(), Issuers: []id.ID{"issuer"}, Invoices: invoices, Mandates: []collection.Mandate{mandate("A")}, Today: today}
}

// TestWhatCannotBeCollectedRefusesTheSet: with its key, and every invoice of its kind by name.
func TestWhatCannotBeCollectedRefusesTheSet(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		invoice  func(*collection.Invoice)
		mandate  func(*collection.Mandate)
		key      string
		param    string
		wantText string
	}{
		"a draft":              {invoice: func(i *collection.Invoice) { i.Status, i.Number = billing.Draft, "" }, key: "sepa.notCollectable", param: "numbers", wantText: "Anne"},
		"cancelled":            {invoice: func(i *collection.Invoice) { i.Status = billing.Cancelled }, key: "sepa.notCollectable", param: "numbers"},
		"a credit note":        {invoice: func(i *collection.Invoice) { i.Type = billing.TypeCreditNote }, key: "sepa.notCollectable", param: "numbers"},
		"paid":                 {invoice: func(i *collection.Invoice) { i.PaymentStatus = billing.PaymentSucceeded }, key: "sepa.notCollectable", param: "numbers"},
		"by transfer":          {invoice: func(i *collection.Invoice) { i.Method = billing.Transfer }, key: "sepa.notCollectable", param: "numbers"},
		"by treasury debit":    {invoice: func(i *collection.Invoice) { i.Method = billing.PublicTreasuryDebit }, key: "sepa.notCollectable", param: "numbers"},
		"by treasury order":    {invoice: func(i *collection.Invoice) { i.Method = billing.PublicTreasuryPaymentOrder }, key: "sepa.notCollectable", param: "numbers"},
		"of another creditor":  {invoice: func(i *collection.Invoice) { i.IssuerID = "other" }, key: "sepa.otherCreditor", param: "numbers"},
		"in a collection":      {invoice: func(i *collection.Invoice) { i.CollectionID = "c" }, key: "sepa.alreadyCollected", param: "numbers"},
		"nothing to pay":       {invoice: func(i *collection.Invoice) { i.Amount = 0 }, key: "sepa.amountInvalid", param: "numbers"},
		"too much":             {invoice: func(i *collection.Invoice) { i.Amount = collection.MaxAmount + 1 }, key: "sepa.amountInvalid", param: "numbers"},
		"another client":       {invoice: func(i *collection.Invoice) { i.ClientID, i.ClientName = "bea", "Béa" }, key: "error.payment.mandate.not_found", param: "debtors", wantText: "Béa"},
		"a revoked mandate":    {mandate: func(m *collection.Mandate) { m.RevokedOn = coretest.Ptr(coretest.Date("2026-12-22")) }, key: "error.payment.mandate.not_found", param: "debtors", wantText: "Anne"},
		"a lapsed mandate":     {mandate: func(m *collection.Mandate) { m.SignedOn = coretest.Date("2023-12-22") }, key: "error.payment.mandate.not_found", param: "debtors", wantText: "Anne"},
		"a mandate to another": {mandate: func(m *collection.Mandate) { m.ICS = "DE98ZZZ09999999999" }, key: "error.payment.mandate.not_found", param: "debtors", wantText: "Anne"},
	} {
		m := material(invoice(1), invoice(2))
		m.Mandates = append(m.Mandates, mandate("B", func(m *collection.Mandate) { m.ClientID = "nobody" }))
		want := "COM-2026-00002"
		if c.invoice != nil {
			c.invoice(&m.Invoices[1])
		}
		if c.mandate != nil {
			c.mandate(&m.Mandates[0])
		}
		if c.wantText != "" {
			want = c.wantText
		}
		_, err := m.Order("m", time.Time{})
		require.Equal(t, c.key, fault.KeyOf(err), name)
		require.Equal(t, []string{want}, fault.From(err).Params[c.param], name)
	}
}

// TestAMandateThatHoldsIsChosen: of the site that is billed, then the one signed last.
func TestAMandateThatHoldsIsChosen(t *testing.T) {
	t.Parallel()
	elsewhere := mandate("ELSEWHERE", func(m *collection.Mandate) { m.ParticipantID, m.SignedOn = "other", coretest.Date("2026-11-02") })
	old := mandate("OLD")
	young := mandate("YOUNG", func(m *collection.Mandate) { m.SignedOn = coretest.Date("2026-10-20") })
	revoked := mandate("REVOKED", func(m *collection.Mandate) {
		m.SignedOn, m.RevokedOn = coretest.Date("2026-11-03"), coretest.Ptr(coretest.Date("2026-11-10"))
	})
	for want, kept := range map[string][]collection.Mandate{"YOUNG": {elsewhere, old, young, revoked}, "OLD": {elsewhere, old}, "ELSEWHERE": {elsewhere, revoked}} {
		m := material(invoice(1))
		m.Mandates = kept
		o, err := m.Order("m", time.Time{})
		require.NoError(t, err)
		require.Equal(t, want, string(o.Batches[0].Transactions[0].Mandate.RUM))
	}
}

// TestDaysOfCollection: when it is due, on a banking day, and not before the bank had its time.
func TestDaysOfCollection(t *testing.T) {
	t.Parallel()
	for due, want := range map[string]string{"2026-12-22": "2026-12-22", "2026-12-25": "2026-12-28", "2026-10-01": "2026-11-26", "2026-11-26": "2026-11-26", "": "2026-11-26"} {
		i := invoice(1)
		if i.DueDate = nil; due != "" {
			i.DueDate = coretest.Ptr(coretest.Date(due))
		}
		o, err := material(i).Order("m", time.Time{})
		require.NoError(t, err)
		require.Equal(t, want, o.Batches[0].On.String(), due)
	}
	friday := material(invoice(1, func(i *collection.Invoice) { i.DueDate = nil }))
	friday.Today = coretest.Date("2026-11-20")
	o, err := friday.Order("m", time.Time{})
	require.NoError(t, err)
	require.Equal(t, "2026-11-25", o.Batches[0].On.String(), "a weekend is none of the bank's days")
}

// TestIdentifiersComeBackAsTheyWere: within 35 characters of the SEPA set, and never two alike.
func TestIdentifiersComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("X", 35)
	for _, c := range []struct {
		mark, number string
		times        int
		want         string
	}{
		{"", "COM-2026-00001", 0, "COM-2026-00001"},
		{"SOLEIL", "COM-2026-00001", 0, "SOLEIL-COM-2026-00001"},
		{"SOLEIL", long, 0, long},
		{"", "COM-2026-00001", 2, "COM-2026-00001-R2"},
		{"", long, 1, long[:32] + "-R1"},
	} {
		m := material(invoice(1, func(i *collection.Invoice) { i.Number, i.Times = c.number, c.times }))
		m.Creditor.ReconciliationID = c.mark
		o, err := m.Order("m", time.Time{})
		require.NoError(t, err)
		require.Equal(t, c.want, o.Batches[0].Transactions[0].EndToEndID)
	}
	o, err := material(invoice(1, func(i *collection.Invoice) { i.Number = "A_1" }), invoice(2, func(i *collection.Invoice) { i.Number = "A/1" })).Order("m", time.Time{})
	require.NoError(t, err)
	both := o.Batches[0].Transactions
	require.NotEqual(t, both[0].EndToEndID, both[1].EndToEndID)
	require.Regexp(t, `^A-1-[0-9a-f]{6}$`, both[0].EndToEndID)
}

// TestAnOrderIsItsInvoices: whatever the set and its order, each invoice is in it once, the sums are
// theirs, batches differ and stand in order, and the same set gives the same order.
func TestAnOrderIsItsInvoices(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 11))
	for range 300 {
		var invoices []collection.Invoice
		var mandates []collection.Mandate
		var sum money.Cents
		for n := range 1 + r.IntN(40) {
			client := id.ID(fmt.Sprint("client", n))
			amount := money.Cents(1 + r.Int64N(1_000_000))
			sum += amount
			invoices = append(invoices, invoice(n, func(i *collection.Invoice) {
				i.ClientID, i.Amount, i.DueDate = client, amount, coretest.Ptr(today.AddDays(r.IntN(12)))
			}))
			mandates = append(mandates, mandate(fmt.Sprint("RUM", n), func(m *collection.Mandate) {
				m.ClientID, m.Scheme = client, []payment.Scheme{payment.Core, payment.B2B}[r.IntN(2)]
			}))
		}
		m := material(invoices...)
		m.Mandates = mandates
		o, err := m.Order("m", time.Time{})
		require.NoError(t, err)
		total, n := o.Total()
		require.Equal(t, []any{sum, len(invoices)}, []any{total, n})
		seen, keys := map[id.ID]bool{}, []string{}
		for _, b := range o.Batches {
			keys = append(keys, fmt.Sprint(b.On, b.Sequence, b.Scheme))
			require.Equal(t, collection.BankingDay(b.On), b.On)
			for _, one := range b.Transactions {
				require.False(t, seen[one.Invoice.ID])
				seen[one.Invoice.ID] = true
				require.Equal(t, b.Scheme, one.Mandate.Scheme)
				require.LessOrEqual(t, *one.Invoice.DueDate, b.On)
			}
		}
		require.Len(t, seen, len(invoices))
		require.True(t, slices.IsSorted(keys))
		require.Len(t, slices.Compact(slices.Clone(keys)), len(keys))
		r.Shuffle(len(m.Invoices), func(a, b int) { m.Invoices[a], m.Invoices[b] = m.Invoices[b], m.Invoices[a] })
		r.Shuffle(len(m.Mandates), func(a, b int) { m.Mandates[a], m.Mandates[b] = m.Mandates[b], m.Mandates[a] })
		again, err := m.Order("m", time.Time{})
		require.NoError(t, err)
		require.Equal(t, o, again)
	}
}

func TestASetHasOneName(t *testing.T) {
	t.Parallel()
	a := collection.SetOf([]id.ID{"a", "b", "c"})
	require.Equal(t, a, collection.SetOf([]id.ID{"c", "a", "b", "a"}))
	require.NotEqual(t, a, collection.SetOf([]id.ID{"a", "b"}))
	require.NotEqual(t, collection.SetOf([]id.ID{"ab", "c"}), collection.SetOf([]id.ID{"a", "bc"}))
}
