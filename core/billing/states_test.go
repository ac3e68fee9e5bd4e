package billing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
)

func TestWhatTheStatesOfAnInvoiceMean(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind                 billing.InvoiceType
		status               billing.InvoiceStatus
		number               string
		holds, final, counts bool
	}{
		{billing.TypeInvoice, billing.Draft, "", false, false, false},
		{billing.TypeInvoice, billing.NotCharged, "", false, false, false},
		{billing.TypeInvoice, billing.Finalized, "A-2026-00001", true, true, true},
		{billing.TypeInvoice, billing.Cancelled, "A-2026-00001", false, true, false},
		{billing.TypeCreditNote, billing.Finalized, "A-2026-00002", false, true, false},
		{billing.TypeStatement, billing.Draft, "", false, true, true},
		{billing.TypeStatement, billing.NotCharged, "", false, true, true},
	} {
		inv := billing.Invoice{Type: c.kind, Status: c.status, Number: c.number}
		require.Equal(t, []bool{c.holds, c.final, c.counts}, []bool{inv.Holds(), inv.Final(), inv.Counts()}, "%+v", c)
	}
}

func TestWhoSeesAnInvoice(t *testing.T) {
	t.Parallel()
	draft := billing.Invoice{Type: billing.TypeInvoice, Status: billing.Draft, ProducerID: "p", Lines: []billing.Line{{ConsumerID: "c"}}}
	issued, cancelled := draft, draft
	issued.Status, issued.Number = billing.Finalized, "A-2026-00001"
	cancelled.Status, cancelled.Number = billing.Cancelled, "A-2026-00002"
	for name, c := range map[string]struct {
		side                     billing.Side
		draft, issued, cancelled bool
	}{
		"the operation":               {billing.Side{}, true, true, true},
		"its producer":                {billing.Side{IssuedBy: "p"}, true, true, true},
		"its producer's account":      {billing.Side{IssuedBy: "p", Published: true}, false, true, true},
		"its consumer":                {billing.Side{ReceivedBy: "c"}, false, true, false},
		"a prosumer of another":       {billing.Side{IssuedBy: "q", ReceivedBy: "q"}, false, false, false},
		"the consumer, who makes too": {billing.Side{IssuedBy: "c", ReceivedBy: "c"}, false, true, false},
	} {
		got := []bool{c.side.Sees(draft, nil), c.side.Sees(issued, nil), c.side.Sees(cancelled, nil)}
		require.Equal(t, []bool{c.draft, c.issued, c.cancelled}, got, name)
	}
	several := issued
	several.ProducerID, several.IssuerID = "", "e"
	require.True(t, billing.Side{IssuedBy: "p"}.Sees(several, []id.ID{"e"}))
	require.False(t, billing.Side{IssuedBy: "p"}.Sees(several, []id.ID{"f"}))
}
