package contract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

func day(text string) civil.Date {
	d, err := civil.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

// subscribed is a subscription from a day to the day before another ("" = open), invoiced until
// a day ("" = never).
func subscribed(name id.ID, pair billing.Pair, from, to, invoiced string) billing.Subscription {
	s := billing.Subscription{ID: name, Pair: pair, Days: civil.Range{From: day(from), To: civil.Forever}}
	if to != "" {
		s.Days.To = day(to)
	}
	if invoiced != "" {
		last := day(invoiced)
		s.InvoicedUntil = &last
	}
	return s
}

func TestTheEffectOfASubscriptionBeforeItIsMade(t *testing.T) {
	t.Parallel()
	pair, alone := billing.Pair{ConsumerID: "c", ProducerID: "p"}, billing.Pair{ConsumerID: "c"}
	existing := []billing.Subscription{
		subscribed("over", pair, "2025-01-01", "2026-01-01", "2025-12-31"),
		subscribed("runs", pair, "2026-01-01", "", "2026-09-30"),
		subscribed("alone", alone, "2026-01-01", "", "2026-10-31"),
	}
	on := func(text string) *civil.Date { d := day(text); return &d }
	e := effectOf(existing, []billing.Pair{pair}, on("2026-11-01"))
	require.Equal(t, []id.ID{"runs"}, e.Ending, "of the same pair only, and what still runs")
	require.Equal(t, day("2026-10-01"), *e.Earliest, "the day after the last invoice of the pair")
	require.Equal(t, []id.ID{"over"}, effectOf(existing, []billing.Pair{pair}, on("2025-12-31")).Ending, "its last day is one of its days")
	require.Empty(t, effectOf(existing, []billing.Pair{pair}, on("2026-01-01")).Ending, "one that begins that day is refused, not ended")
	require.Empty(t, effectOf(existing, []billing.Pair{pair}, nil).Ending)
	require.Equal(t, Effect{}, effectOf(existing, []billing.Pair{{ConsumerID: "x"}}, on("2026-11-01")))
	require.Equal(t, day("2026-11-01"), *effectOf(existing, []billing.Pair{pair, alone}, nil).Earliest, "free for all pairs")
}

func TestWhatADeletionTakesAlong(t *testing.T) {
	t.Parallel()
	pair := billing.Pair{ConsumerID: "c", ProducerID: "p"}
	first, third := subscribed("1", pair, "2026-01-01", "2026-04-01", ""), subscribed("3", pair, "2026-07-01", "", "")
	all := []billing.Subscription{third, subscribed("2", pair, "2026-04-01", "2026-07-01", ""), first,
		subscribed("4", billing.Pair{ConsumerID: "d", ProducerID: "p"}, "2026-08-01", "", "2026-09-30")}
	require.Equal(t, Deletion{Later: []id.ID{"2", "3"}}, deletionOf(all, first), "those of its pair, in their order")
	require.Equal(t, Deletion{}, deletionOf(all, third))
	billed := subscribed("3", pair, "2026-07-01", "", "2026-09-30")
	all[0] = billed
	held := day("2026-09-30")
	require.Equal(t, Deletion{Later: []id.ID{"2", "3"}, Held: &held}, deletionOf(all, first), "a later one is invoiced")
	earlier := day("2026-03-31")
	first.InvoicedUntil = &earlier
	all[2] = first
	require.Equal(t, held, *deletionOf(all, first).Held, "the last day of them all")
}
