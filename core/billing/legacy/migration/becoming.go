package migration

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/billing/period"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
)

// facts are what a migration is made of, as they stand within its transaction.
type facts struct {
	*agreement.Agreements
	configs   []legacy.Config
	contracts []legacy.Contract
	billed    map[billing.Pair][]civil.Range
	unstated  int
	today     civil.Date
	basis     Basis
	words     func(key string, values map[string]any) string
}

// becoming is what all becomes: plans with the pairs that subscribe to them, and what is to be said.
type becoming struct {
	taken []contract.Taken
	Outcome
}

// planKey is which plan a pair subscribes to: that of its config, at a rate of VAT.
type planKey struct {
	config id.ID
	rate   money.VATRate
}

// become turns configs into plans, and the days of contracts that no bill is for into subscriptions.
func (f facts) become() becoming {
	out := becoming{}
	of := map[id.ID]legacy.Config{}
	for _, c := range f.configs {
		of[c.ID] = c
	}
	at := map[planKey]int{}
	said := map[string]bool{}
	say := func(to *[]Lack, e *fault.Error, kind Kind, object id.ID) {
		if key := e.Key + string(object); !said[key] {
			said[key] = true
			*to = append(*to, Lack{e, kind, object})
		}
	}
	holdings := legacy.Holdings(f.contracts)
	slices.SortStableFunc(holdings, func(a, b legacy.Holding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), naming.Compare(a.ConsumerName, b.ConsumerName), naming.Compare(a.ProducerName, b.ProducerName))
	})
	for _, h := range holdings {
		config := of[h.ConfigID]
		left := f.left(h)
		if len(left) == 0 {
			out.Finished++
			continue
		}
		f.check(config, func(e *fault.Error) { say(&out.Blocks, e, OfConfig, config.ID) })
		issuer, ok := f.parties(h.Pair(), func(block bool, e *fault.Error, kind Kind, object id.ID) {
			to := &out.Blocks
			if !block {
				to = &out.Warnings
			}
			say(to, e, kind, object)
		})
		if !ok {
			continue
		}
		key := planKey{config: config.ID}
		if issuer.VATRegime.Charges() {
			key.rate = issuer.VATRegime.DefaultRate(f.Op.DSO.Country())
			if f.basis == "" {
				say(&out.Blocks, ErrBasis.With("name", issuer.Name), OfRequest, "")
			}
		}
		n, ok := at[key]
		if !ok {
			n = len(out.taken)
			at[key] = n
			plan := f.plan(config, key.rate, out.taken)
			out.taken, out.Plans = append(out.taken, contract.Taken{Plan: plan}), append(out.Plans, Plan{Plan: plan, ConfigID: config.ID})
			f.anniversary(config, func(e *fault.Error) { say(&out.Warnings, e, OfConfig, config.ID) })
		}
		for _, days := range left {
			out.taken[n].Pairs = append(out.taken[n].Pairs, contract.TakenPair{Pair: h.Pair(), Days: days})
			out.Plans[n].Subscriptions++
			out.Count++
			out.Subscriptions = append(out.Subscriptions, Subscription{h.Pair(), h.ProducerName, h.ConsumerName, out.taken[n].Plan.Name, days, f.billedBefore(h.Pair(), days.From)})
		}
	}
	if f.unstated > 0 {
		say(&out.Warnings, WarnUnstated.With("count", f.unstated), OfBills, "")
	}
	slices.SortStableFunc(out.Subscriptions, func(a, b Subscription) int {
		return cmp.Or(naming.Compare(a.ConsumerName, b.ConsumerName), naming.Compare(a.ProducerName, b.ProducerName), cmp.Compare(a.Days.From, b.Days.From))
	})
	out.Subscriptions = out.Subscriptions[:min(len(out.Subscriptions), mostListed)]
	return out
}

// left are the days of a contract on which both sites take part and that no bill is for.
func (f facts) left(h legacy.Holding) []civil.Range {
	days := h.Days.Intersect(f.Sites[h.ProducerID].Activation).Intersect(f.Sites[h.ConsumerID].Activation)
	if days.IsEmpty() {
		return nil
	}
	return period.Subtract(days, f.billed[h.Pair()])
}

func (f facts) billedBefore(pair billing.Pair, day civil.Date) (last *civil.Date) {
	for _, r := range f.billed[pair] {
		if r.To <= day && (last == nil || r.Last() > *last) {
			day := r.Last()
			last = &day
		}
	}
	return last
}

// check says why a config cannot become a plan.
func (f facts) check(c legacy.Config, say func(*fault.Error)) {
	start := c.Start.String()
	if periodOf(c.Period) == "" {
		say(ErrPeriod.With("startDate", start).With("period", c.Period))
	}
	if c.Deadline > maxTermDays {
		say(ErrTerm.With("startDate", start).With("max", maxTermDays))
	}
	if c.SellingPrice == 0 && c.SubscriptionPrice == 0 {
		say(ErrFree.With("startDate", start))
	}
}

// parties finds who is to issue the invoices of a pair, and says what issuer and client lack.
func (f facts) parties(pair billing.Pair, say func(block bool, e *fault.Error, kind Kind, object id.ID)) (issuer billing.BillingEntity, ok bool) {
	issuer, ok = f.Issuers[f.IssuerOf[pair.ProducerID]]
	switch {
	case !ok:
		say(true, billing.ErrIssuerMissing.With("name", f.Sites[pair.ProducerID].Name), OfSite, pair.ProducerID)
	case len(issuer.Missing()) > 0:
		say(true, billing.ErrIssuerIncomplete.With("name", issuer.Name).With("fields", issuer.Missing()), OfIssuer, issuer.ID)
	case issuer.MayIssue() != nil:
		say(false, issuer.MayIssue(), OfIssuer, issuer.ID)
	}
	client, found := f.Clients[f.ClientOf[pair.ConsumerID]]
	switch {
	case !found:
		say(true, billing.ErrClientMissing.With("name", f.Sites[pair.ConsumerID].Name), OfSite, pair.ConsumerID)
	case len(client.Missing()) > 0:
		say(false, billing.ErrClientIncomplete.With("name", client.Name).With("fields", client.Missing()), OfClient, client.ID)
	}
	return issuer, ok
}

// anniversary says where the periods of a config begin in other months than those of plans, which are
// counted from the anniversary of the operation: the first invoices are then of a part of a period.
func (f facts) anniversary(c legacy.Config, say func(*fault.Error)) {
	off := int(civil.MonthOf(c.Anniversary)) - int(civil.MonthOf(f.Op.AnniversaryDate))
	_, _, day := f.Op.AnniversaryDate.YearMonthDay()
	if c.Period > 0 && off%c.Period != 0 || day != 1 {
		say(WarnAnniversary.With("startDate", c.Start.String()).With("period", c.Period))
	}
}

// plan is what a config becomes at a rate of VAT; 0 = its issuers charge none.
func (f facts) plan(c legacy.Config, rate money.VATRate, others []contract.Taken) billing.Plan {
	price := func(p money.MicroEuro) money.MicroEuro {
		if f.basis == IncludingVAT {
			return net(p, rate)
		}
		return p
	}
	p := billing.Plan{ID: id.New(), OperationID: f.Op.ID, Period: periodOf(c.Period), Method: c.Method, TermDays: c.Deadline, Version: 1}
	for _, charge := range []billing.Charge{
		{Code: "KWH", Name: f.words("legacy.energy", nil), Type: billing.PerUnit, Usage: billing.UsageEnergy, Option: billing.AtAnyHour, Price: price(c.SellingPrice)},
		{Code: "ABO", Name: f.words("legacy.subscription", nil), Type: billing.Fixed, Option: billing.AtAnyHour, Price: price(c.SubscriptionPrice)},
	} {
		if charge.Price > 0 {
			p.Charges = append(p.Charges, charge)
		}
	}
	p.Name = f.name(c, others)
	p.Description = f.words("legacy.planOrigin", map[string]any{"day": c.Start.String()})
	return p
}

// name is what a plan is called: by its price, counted where others are called so.
func (f facts) name(c legacy.Config, others []contract.Taken) string {
	called := map[string]bool{}
	for _, p := range f.Plans {
		called[p.Name] = true
	}
	for _, one := range others {
		called[one.Plan.Name] = true
	}
	plain := f.words("legacy.plan", map[string]any{"price": strings.ReplaceAll(c.SellingPrice.String(), ".", ",")})
	name := plain
	for n := 2; called[name]; n++ {
		name = fmt.Sprintf("%s (%d)", plain, n)
	}
	return name
}
