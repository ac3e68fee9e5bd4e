package billrun_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/billing/period"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// history is an operation to which anything may happen, in any order.
type history struct {
	*coretest.Billing
	rnd                  *rand.Rand
	diary                *diary
	consumers, producers []id.ID
	plans                []id.ID
	published            int
}

func newHistory(t *testing.T, seed uint64) *history {
	h := &history{Billing: coretest.NewBilling(t), rnd: rand.New(rand.NewPCG(seed, 1)), diary: &diary{energy: map[billing.Pair]map[civil.Date]energy.MilliWh{}, until: map[id.ID]civil.Date{}}}
	h.Rewire(func(d *assembly.Parts) { d.Measurements = h.diary })
	h.CompleteInterlocutor()
	h.Clock = time.Date(2026, 2, 3, 9, 0, 0, 0, time.UTC)
	for n := range 2 {
		h.producers = append(h.producers, h.Site(fmt.Sprintf("P%d", n), "producer", ""))
	}
	if h.rnd.IntN(2) == 0 {
		h.Issuer("Commune", coretest.Commune, h.producers...)
	} else {
		h.Issuer("Commune", coretest.Commune, h.producers[0])
		h.Issuer("Coopérative", "35600000049837", h.producers[1])
	}
	for n := range 4 {
		h.consumers = append(h.consumers, h.Site(fmt.Sprintf("C%d", n), "consumer", ""))
		h.diary.until[h.consumers[n]] = coretest.Date("2026-01-01")
		for _, p := range h.producers {
			h.diary.energy[billing.Pair{ConsumerID: h.consumers[n], ProducerID: p}] = map[civil.Date]energy.MilliWh{}
		}
	}
	h.Client("Mairie", coretest.Commune, party.Professional, h.consumers[0])
	h.Client("Martin", "", party.Individual, h.consumers[1])
	both := h.Client("CCAS", "35600000000048", party.Professional, h.consumers[2])
	_, err := h.Entities.UpdateBillableEntity(t.Context(), h.Organizer, h.Scope, both.ID, entity.BillableEntityChange{ConsumerIDs: h.consumers[2:]})
	require.NoError(t, err)
	for n, period := range []billing.PlanPeriod{billing.Monthly, billing.Monthly, billing.Quarterly} {
		plan, err := h.Contracts.CreatePlan(t.Context(), h.Organizer, h.Scope, contract.PlanInput{Name: fmt.Sprintf("Plan %d", n), Period: period,
			Method: billing.PublicTreasuryPaymentOrder, Charges: h.charges()})
		require.NoError(t, err)
		h.plans = append(h.plans, plan.ID)
	}
	for _, c := range h.consumers {
		_, err := h.Contracts.Subscribe(t.Context(), h.Organizer, h.Scope, contract.SubscriptionsInput{PlanID: pick(h, h.plans),
			Pairs: []billing.Pair{{ConsumerID: c, ProducerID: pick(h, h.producers)}}, Days: civil.Range{From: coretest.Date("2026-01-01"), To: civil.Forever}})
		require.NoError(t, err)
	}
	return h
}

func pick[T any](h *history, of []T) T { return of[h.rnd.IntN(len(of))] }

func (h *history) charges() []billing.Charge {
	kWh := billing.Charge{Code: "E", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 100_000}
	more := billing.Charge{Code: "C", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 60_000}
	month := billing.Charge{Code: "A", Type: billing.Fixed, Price: 2_000_000}
	return pick(h, [][]billing.Charge{{kWh}, {kWh}, {kWh, more}, {kWh, month}, {month}})
}

func (h *history) today() civil.Date { return civil.Paris.DateOf(h.Clock) }

// day is one of the last four months, or of the next.
func (h *history) day() civil.Date {
	return max(coretest.Date("2026-01-01"), h.today().AddDays(h.rnd.IntN(150)-120))
}

// refusedOr fails the test unless err is a refusal, which changes nothing.
func (h *history) refusedOr(err error) {
	if err != nil {
		require.NotNil(h.T, fault.From(err), "%v", err)
		require.NotEqual(h.T, "invoice.alreadyBilled", fault.KeyOf(err))
	}
}

// arrive makes the data of a consumer definitive up to a day; nothing was shared on many.
func (h *history) arrive(consumer id.ID, until civil.Date) {
	for _, p := range h.producers {
		nothing := h.rnd.IntN(3) > 0
		for day := h.diary.until[consumer]; day < until; day++ {
			if !nothing {
				h.diary.energy[billing.Pair{ConsumerID: consumer, ProducerID: p}][day] = energy.MilliWh(h.rnd.IntN(20_000_000))
			}
		}
	}
	h.diary.until[consumer] = max(h.diary.until[consumer], until)
}

// correct changes a day that is known.
func (h *history) correct(p billing.Pair, day civil.Date) {
	if day < h.diary.until[p.ConsumerID] {
		h.diary.energy[p][day] = energy.MilliWh(h.rnd.IntN(3) * 5_000_000)
	}
}

// uncharged is some days that came out at nothing.
func (h *history) uncharged() (civil.Range, billing.Pair, bool) {
	list := h.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.NotCharged}, Types: []billing.InvoiceType{billing.TypeInvoice}})
	if len(list) == 0 {
		return civil.Range{}, billing.Pair{}, false
	}
	inv, err := h.Invoices.Invoice(h.T.Context(), h.Organizer, h.Scope, pick(h, list).ID)
	require.NoError(h.T, err)
	pair, ok := h.pairs()[inv.Spans[0].SubscriptionID]
	return inv.Spans[0].Days, pair, ok
}

func (h *history) step() {
	consumer, producer := pick(h, h.consumers), pick(h, append(slices.Clone(h.producers), ""))
	ctx, subs := h.T.Context(), h.Subscriptions()
	switch n := h.rnd.IntN(20); {
	case n < 3:
		h.Clock = h.Clock.AddDate(0, 0, h.rnd.IntN(25))
	case n < 6:
		h.arrive(consumer, h.today())
	case n < 7:
		h.correct(billing.Pair{ConsumerID: consumer, ProducerID: pick(h, h.producers)}, h.day())
	case n < 8: // of what came out at nothing
		if days, pair, ok := h.uncharged(); ok {
			pair.ProducerID = pick(h, h.producers)
			h.correct(pair, days.From.AddDays(h.rnd.IntN(days.Days())))
		}
	case n < 13:
		days := civil.Range{From: h.day(), To: civil.Forever}
		if h.rnd.IntN(4) == 0 {
			days.To = days.From.AddDays(h.rnd.IntN(80))
		}
		_, err := h.Contracts.Subscribe(ctx, h.Organizer, h.Scope, contract.SubscriptionsInput{PlanID: pick(h, h.plans), Days: days,
			Pairs: []billing.Pair{{ConsumerID: consumer, ProducerID: producer}}, EndOthers: h.rnd.IntN(2) == 0})
		h.refusedOr(err)
	case n < 14 && len(subs) > 0:
		h.refusedOr(h.Contracts.DeleteSubscription(ctx, h.Organizer, h.Scope, pick(h, subs).ID))
	case n < 15:
		_, err := h.Contracts.UpdatePlan(ctx, h.Organizer, h.Scope, pick(h, h.plans), contract.PlanChange{Charges: h.charges()})
		h.refusedOr(err)
	case n < 16:
		h.Leave(pick(h, []string{"C1", "C3", "P1"}), pick(h, []string{"", "", h.day().String()}))
	case n < 18:
		h.bill(h.today().AddDays(-h.rnd.IntN(20)))
	default:
		h.publishSome()
	}
}

func (h *history) bill(upTo civil.Date) billing.Run {
	run := h.Run(upTo.String())
	h.verify()
	return run
}

func (h *history) drafts() (ids []id.ID) {
	for _, d := range h.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		ids = append(ids, d.ID)
	}
	return ids
}

func (h *history) publishSome() {
	ids := h.drafts()
	h.rnd.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	if len(ids) == 0 {
		return
	}
	for _, r := range h.Publish(ids[:1+h.rnd.IntN(len(ids))]...) {
		if r.Refused != nil {
			continue
		}
		h.published++
		inv, err := h.Invoices.Invoice(h.T.Context(), h.Organizer, h.Scope, r.ID)
		require.NoError(h.T, err)
		pairs := h.pairs()
		for _, l := range inv.Lines {
			if l.Unit == billing.UnitKWh {
				require.Equal(h.T, h.diary.sum(pairs[l.SubscriptionID], l.Days), l.Energy, "what is published is what was received")
			}
		}
	}
	h.verify()
}

func (h *history) pairs() map[id.ID]billing.Pair {
	out := map[id.ID]billing.Pair{}
	for _, s := range h.Subscriptions() {
		out[s.ID] = s.Pair
	}
	return out
}

// verify wants no kWh of a day on two charged or drafted invoices, or twice on one, but for
// two prices of one plan. Nobody pays an internal statement.
func (h *history) verify() {
	pairs, seen := h.pairs(), map[string]string{}
	for _, head := range h.Listed(billing.InvoiceFilter{}) {
		inv, err := h.Invoices.Invoice(h.T.Context(), h.Organizer, h.Scope, head.ID)
		require.NoError(h.T, err)
		for _, l := range inv.Lines {
			if l.Unit != billing.UnitKWh {
				continue
			}
			for _, p := range h.producers {
				if of := pairs[l.SubscriptionID].ProducerID; !of.IsZero() && of != p {
					continue
				}
				for day := l.Days.From; day < l.Days.To; day++ {
					what, by := fmt.Sprint(l.ConsumerID, p, day), fmt.Sprint(inv.ID, l.SubscriptionID, l.Days)
					if first, twice := seen[what]; twice {
						require.Equal(h.T, first, by, "%s of %s on %s is billed twice", l.ConsumerID, p, day)
					}
					seen[what] = by
				}
			}
		}
	}
}

// settle brings all data in, bills, publishes, and wants nothing to be left.
func (h *history) settle() {
	h.Clock = h.Clock.AddDate(0, 0, 40)
	for _, c := range h.consumers {
		h.arrive(c, h.today())
	}
	h.bill(h.today() - 1)
	if ids := h.drafts(); len(ids) > 0 {
		for _, r := range h.Publish(ids...) {
			require.Nil(h.T, r.Refused, "%v", r.Refused)
		}
	}
	kept := map[civil.Range]bool{}
	for _, i := range h.bill(h.today() - 1).Items {
		require.Equal(h.T, "subscription.energyTwice", i.Failure.Key, "everything else is billed")
		kept[i.Days] = true
	}
	days := map[id.ID]civil.Range{}
	for _, s := range h.Subscriptions() {
		days[s.ID] = s.Days
	}
	for _, head := range h.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.NotCharged}, Types: []billing.InvoiceType{billing.TypeInvoice}}) {
		inv, err := h.Invoices.Invoice(h.T.Context(), h.Organizer, h.Scope, head.ID)
		require.NoError(h.T, err)
		for _, span := range inv.Spans {
			require.Zero(h.T, h.diary.sum(h.pairs()[span.SubscriptionID], days[span.SubscriptionID].Intersect(span.Days)), "energy of %s is not charged", span.Days)
		}
	}
	h.covered(kept)
}

// covered wants each day of a subscription whose period is over to be billed.
func (h *history) covered(kept map[civil.Range]bool) {
	plans := map[id.ID]billing.Plan{}
	list, err := h.Contracts.ListPlans(h.T.Context(), h.Organizer, h.Scope)
	require.NoError(h.T, err)
	for _, p := range list {
		plans[p.ID] = p
	}
	anchor := coretest.Date("2020-01-01")
	for _, s := range h.Subscriptions() {
		var end string // of its sites
		require.NoError(h.T, h.DB.Pool().QueryRow(h.T.Context(), "select coalesce(min(upper(activation)), '9999-12-31')::text from participants where id in ($1, $2)",
			s.ConsumerID, cmp.Or(s.ProducerID, s.ConsumerID)).Scan(&end))
		s.Days.To = min(s.Days.To, coretest.Date(end))
		for _, seg := range period.Segments(anchor, plans[s.PlanID].Period.Months(), s.Days, h.today()-1, 100) {
			if len(kept) > 0 {
				break // what would be billed twice waits
			}
			for day := seg.Days.From; day < seg.Days.To; day++ {
				require.True(h.T, slices.ContainsFunc(s.Billed, func(r civil.Range) bool { return r.Contains(day) }), "%s of %v is never billed", day, s)
			}
		}
	}
}

// TestNoEnergyIsBilledTwiceOrNever: whatever happens, in whatever order.
func TestNoEnergyIsBilledTwiceOrNever(t *testing.T) {
	t.Parallel()
	published := 0
	for seed := range uint64(10) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			h := newHistory(t, seed)
			for range 60 {
				h.step()
			}
			h.settle()
			published += h.published
		})
	}
	require.Positive(t, published, "histories that prove nothing")
}
