package billing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// TestWhatWasNotChargedIsMadeAgain when its energy, its kind or its amount would be another
// today, and not otherwise.
func TestWhatWasNotChargedIsMadeAgain(t *testing.T) {
	t.Parallel()
	stored := billing.Invoice{Type: billing.TypeStatement, Energy: 100}
	require.True(t, stored.SameOutcome(billing.Invoice{Type: billing.TypeStatement, Energy: 100}, nil))
	require.False(t, stored.SameOutcome(billing.Invoice{Type: billing.TypeStatement, Energy: 101}, nil), "a corrected statement, still of nothing to pay")
	require.False(t, stored.SameOutcome(billing.Invoice{Type: billing.TypeInvoice, Energy: 100}, nil), "no longer one person")
	require.False(t, stored.SameOutcome(billing.Invoice{Type: billing.TypeStatement, Energy: 100, Amount: 1}, nil))
	require.False(t, stored.SameOutcome(billing.Invoice{Type: billing.TypeStatement, Energy: 100}, billing.ErrVolumeUnpriced))
}

func TestAnInvoiceIsOverdueFromTheDayAfterItsDueDate(t *testing.T) {
	t.Parallel()
	due := civil.NewDate(2026, time.December, 20)
	inv := billing.Invoice{Type: billing.TypeInvoice, Status: billing.Finalized, PaymentStatus: billing.PaymentPending, DueDate: &due}
	require.False(t, inv.Overdue(due))
	require.True(t, inv.Overdue(due+1))
	for name, change := range map[string]func(*billing.Invoice){
		"paid":                        func(i *billing.Invoice) { i.PaymentStatus = billing.PaymentSucceeded },
		"cancelled":                   func(i *billing.Invoice) { i.Status = billing.Cancelled },
		"a draft":                     func(i *billing.Invoice) { i.Status = billing.Draft },
		"without a day":               func(i *billing.Invoice) { i.DueDate = nil },
		"the accountant's own notice": func(i *billing.Invoice) { i.Method = billing.PublicTreasuryDebit },
	} {
		one := inv
		change(&one)
		require.False(t, one.Overdue(due+1), name)
	}
}

func TestWhatAnInvoiceIsToItsClient(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind            billing.InvoiceType
		status          billing.InvoiceStatus
		number          string
		document, holds bool
		cancellable     bool
	}{
		{billing.TypeInvoice, billing.Draft, "", true, false, true},
		{billing.TypeInvoice, billing.Finalized, "A-2026-00001", true, true, true},
		{billing.TypeInvoice, billing.Cancelled, "A-2026-00001", true, false, false},
		{billing.TypeInvoice, billing.Cancelled, "", false, false, false},
		{billing.TypeInvoice, billing.NotCharged, "", false, false, false},
		{billing.TypeCreditNote, billing.Finalized, "A-2026-00002", true, false, false},
		{billing.TypeStatement, billing.Draft, "", false, false, false},
		{billing.TypeStatement, billing.NotCharged, "", false, false, false},
	} {
		inv := billing.Invoice{Type: c.kind, Status: c.status, Number: c.number}
		require.Equal(t, []bool{c.document, c.holds, c.cancellable}, []bool{inv.HasDocument(), inv.Holds(), inv.Cancellable()}, "%+v", c)
	}
}

func TestTheSideOfAProducer(t *testing.T) {
	t.Parallel()
	side := billing.Side{IssuedBy: "p", ReceivedBy: "p"}
	require.True(t, side.Issues(billing.Invoice{ProducerID: "p", IssuerID: "e"}, nil))
	require.True(t, side.Issues(billing.Invoice{IssuerID: "e"}, []id.ID{"e"}), "of several producers, by its issuer")
	require.False(t, side.Issues(billing.Invoice{IssuerID: "own"}, []id.ID{"e"}), "a prosumer receives what the operation issues")
	require.False(t, side.Issues(billing.Invoice{ProducerID: "q", IssuerID: "e"}, []id.ID{"e"}), "another producer's")
	require.False(t, billing.Side{ReceivedBy: "p"}.Issues(billing.Invoice{ProducerID: "p"}, nil))
}

// TestWhatCanBeDoneForTheWayOfAnInvoice: what is sent goes by itself, what is by hand is marked, and what a platform
// has is left to it.
func TestWhatCanBeDoneForTheWayOfAnInvoice(t *testing.T) {
	t.Parallel()
	way := func(channel billing.Channel, state billing.DeliveryState) *billing.InvoiceDelivery {
		return &billing.InvoiceDelivery{Channel: channel, State: state}
	}
	platform := way(billing.ByEInvoice, billing.DeliveryWaiting)
	platform.AtPlatform = true
	for name, c := range map[string]struct {
		number string
		status billing.InvoiceStatus
		way    *billing.InvoiceDelivery
		want   []billing.DeliveryAction
	}{
		"a draft":                {"", billing.Draft, nil, nil},
		"never sent":             {"A-1", billing.Finalized, nil, []billing.DeliveryAction{billing.SendInvoice}},
		"taken back, never sent": {"A-1", billing.Cancelled, nil, nil},
		"a mail on its way":      {"A-1", billing.Finalized, way(billing.ByMail, billing.DeliveryWaiting), nil},
		"a mail that arrived":    {"A-1", billing.Finalized, way(billing.ByMail, billing.DeliverySent), []billing.DeliveryAction{billing.RepeatInvoice}},
		"a mail that failed":     {"A-1", billing.Finalized, way(billing.ByMail, billing.DeliveryFailed), []billing.DeliveryAction{billing.SendInvoice}},
		"to transmit by hand":    {"A-1", billing.Finalized, way(billing.ByEInvoice, billing.DeliveryWaiting), []billing.DeliveryAction{billing.RepeatInvoice, billing.MarkDelivered}},
		"at a platform":          {"A-1", billing.Finalized, platform, []billing.DeliveryAction{billing.RepeatInvoice}},
		"transmitted":            {"A-1", billing.Finalized, way(billing.ByEInvoice, billing.DeliveryTransmitted), []billing.DeliveryAction{billing.RepeatInvoice}},
		"to print":               {"A-1", billing.Finalized, way(billing.ByPrint, billing.DeliveryWaiting), []billing.DeliveryAction{billing.RepeatInvoice, billing.MarkDelivered, billing.PrintInvoice}},
		"printed":                {"A-1", billing.Finalized, way(billing.ByPrint, billing.DeliveryPrinted), []billing.DeliveryAction{billing.RepeatInvoice, billing.PrintInvoice}},
		"before it was followed": {"A-1", billing.Finalized, way("", billing.DeliveryUnknown), []billing.DeliveryAction{billing.SendInvoice}},
	} {
		inv := billing.Invoice{Type: billing.TypeInvoice, Number: c.number, Status: c.status, Delivery: c.way}
		require.Equal(t, c.want, inv.DeliveryActions(), name)
	}
}
