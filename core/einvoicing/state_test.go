package einvoicing

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var noon = time.Date(2027, 10, 1, 12, 0, 0, 0, time.UTC)

func TestStateFollowsFromWhatIsKnown(t *testing.T) {
	t.Parallel()
	deposited := Evidence{}.Deposit("i_1")
	for name, c := range map[string]struct {
		e    Evidence
		want State
		by   Refuser
	}{
		"nothing sent":          {Evidence{}, Queued, ""},
		"taken":                 {deposited, Deposited, ""},
		"analysed":              {deposited.Acknowledge(AckOK, noon, nil), Accepted, ""},
		"found wrong":           {deposited.Acknowledge(AckError, noon, nil), Refused, ByPlatform},
		"not taken":             {Evidence{RefusedBy: ByDeposit}, Refused, ByDeposit},
		"something lacks":       {Evidence{RefusedBy: Ours}, Refused, Ours},
		"taken back":            {Evidence{Withdrawn: true}, Withdrawn, ""},
		"deposited at the PA":   {with(deposited, 200), Accepted, ""},
		"issued":                {with(deposited, 201), Accepted, ""},
		"received":              {with(deposited, 202), Delivered, ""},
		"collected":             {with(deposited, 212), Delivered, ""},
		"suspended":             {with(deposited, 208), Delivered, ""},
		"rejected":              {with(deposited, 213), Refused, ByNetwork},
		"refused":               {with(deposited, 203, 210), Refused, ByBuyer},
		"refused and rejected":  {with(deposited, 213, 210), Refused, ByBuyer},
		"routing error":         {with(deposited, 221), Deposited, ""},
		"a code of tomorrow":    {with(deposited, 999), Deposited, ""},
		"status before receipt": {with(Evidence{}, 202), Delivered, ""},
		"report accepted":       {with(deposited, 300), Delivered, ""},
		"report rejected":       {with(deposited, 301), Refused, ByPlatform},
		"file inadmissible":     {with(deposited, 501), Refused, ByPlatform},
		"status rejected":       {with(deposited, 601), Refused, ByPlatform},
	} {
		require.Equal(t, c.want, c.e.State(), name)
		require.Equal(t, c.by, c.e.Refuser(), name)
		require.Equal(t, c.by == ByBuyer || c.by == ByNetwork, c.e.Ended(), name)
	}
}

func with(e Evidence, codes ...int) Evidence {
	for n, code := range codes {
		e, _ = e.Add(Status{Code: code, At: noon.Add(time.Duration(n) * time.Hour), Reasons: []Reason{{Code: "R"}}})
	}
	return e
}

// TestReasonsAreThoseOfTheRefusal, not of what was only remarked on the way.
func TestReasonsAreThoseOfTheRefusal(t *testing.T) {
	t.Parallel()
	e, _ := Evidence{}.Deposit("i").Add(Status{208, noon, []Reason{{Code: "JUSTIF_ABS"}}}, Status{210, noon.Add(1), []Reason{{Code: "TX_TVA_ERR"}}})
	require.Equal(t, []Reason{{Code: "TX_TVA_ERR"}}, e.Reasons())
	e = Evidence{}.Deposit("i").Acknowledge(AckError, noon, []Reason{{Code: "InvalidSchema", Item: "BT-49"}})
	require.Equal(t, []Reason{{Code: "InvalidSchema", Item: "BT-49"}}, e.Reasons())
	require.Equal(t, []Reason{{Code: "x"}}, Evidence{RefusedBy: Ours, Refusal: []Reason{{Code: "x"}}}.Reasons())
	require.Empty(t, Evidence{}.Deposit("i").Reasons())
}

// TestOrderAndRepetitionChangeNothing: whatever is told of a document, in whatever order and however
// often, its state is the same, and no state is ever taken back on the way.
func TestOrderAndRepetitionChangeNothing(t *testing.T) {
	t.Parallel()
	type told struct {
		ack  Acknowledgement
		at   time.Time
		code int
	}
	apply := func(e Evidence, x told) Evidence {
		if x.ack != "" {
			return e.Acknowledge(x.ack, x.at, nil)
		}
		e, _ = e.Add(Status{Code: x.code, At: x.at})
		return e
	}
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) told {
			x := told{at: noon.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "minutes")) * time.Minute)}
			if rapid.Bool().Draw(t, "isAck") {
				x.ack = rapid.SampledFrom([]Acknowledgement{AckPending, AckOK, AckError}).Draw(t, "ack")
			} else {
				x.code = rapid.SampledFrom([]int{200, 201, 202, 203, 204, 207, 210, 212, 213, 221, 300, 999}).Draw(t, "code")
			}
			return x
		}), 1, 10).Draw(t, "told")
		one := Evidence{}.Deposit("i")
		for _, x := range all {
			before := one.State()
			one = apply(one, x)
			if len(one.Statuses) > 0 && one.Ack != AckOK && one.Ack != AckError { // an acknowledgement may be put right
				require.GreaterOrEqual(t, order(one.State()), order(before))
			}
			require.Equal(t, one, apply(one, x), "told twice")
		}
		other := Evidence{}.Deposit("i")
		for _, x := range rapid.Permutation(append(slices.Clone(all), all...)).Draw(t, "otherwise") {
			other = apply(other, x)
		}
		require.Equal(t, one.State(), other.State())
		require.Equal(t, one.Statuses, other.Statuses)
	})
}

// TestASecondDepositIsNoRefusal: an answer was lost, the document was handed over again, and the platform
// refuses the second: in whatever order that is seen, the first counts.
func TestASecondDepositIsNoRefusal(t *testing.T) {
	t.Parallel()
	seen := []Flow{{CarrierID: "first", Ack: AckPending, UpdatedAt: noon}, {CarrierID: "first", Ack: AckOK, UpdatedAt: noon.Add(time.Second)},
		{CarrierID: "second", Ack: AckPending, UpdatedAt: noon.Add(2 * time.Second)},
		{CarrierID: "second", Ack: AckError, Reasons: []Reason{{Code: "AlreadyExistingFlow"}}, UpdatedAt: noon.Add(3 * time.Second)}}
	rapid.Check(t, func(t *rapid.T) {
		e := Evidence{}.Deposit(rapid.SampledFrom([]string{"first", "second"}).Draw(t, "answer"))
		for _, f := range rapid.Permutation(append(slices.Clone(seen), seen...)).Draw(t, "order") {
			e = e.Observe(f)
		}
		require.Equal(t, []any{Accepted, "first"}, []any{e.State(), e.CarrierID})
	})
	alone := Evidence{}.Deposit("second").Observe(seen[3])
	require.Equal(t, []any{Refused, ByPlatform}, []any{alone.State(), alone.Refuser()}, "somebody else sent it before")
}

// TestWhatAPlatformTold of an invoice, and of nothing else, once it has said something.
func TestWhatAPlatformTold(t *testing.T) {
	t.Parallel()
	deposited := Evidence{}.Deposit("flow-1")
	for name, c := range map[string]struct {
		subject Subject
		e       Evidence
		want    Told
		ok      bool
	}{
		"nothing said":     {OfInvoice, deposited, Told{}, false},
		"it has it":        {OfInvoice, deposited.Acknowledge(AckOK, noon, nil), Told{InvoiceID: "i", CarrierID: "flow-1"}, true},
		"it refuses it":    {OfInvoice, deposited.Acknowledge(AckError, noon, []Reason{{Text: "BT-49"}}), Told{InvoiceID: "i", CarrierID: "flow-1", Refused: true, Reason: "BT-49"}, true},
		"the buyer has it": {OfInvoice, with(deposited, 202), Told{InvoiceID: "i", CarrierID: "flow-1"}, true},
		"taken back":       {OfInvoice, Evidence{Withdrawn: true}, Told{}, false},
		"of a collection":  {OfCollection, deposited.Acknowledge(AckOK, noon, nil), Told{}, false},
	} {
		told, ok := Transmission{InvoiceID: "i", Subject: c.subject, Evidence: c.e}.Told()
		require.Equal(t, c.ok, ok, name)
		if ok {
			require.Equal(t, c.want, told, name)
		}
	}
}
