package billing

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/policy"
)

// CheckRun says who a run would bill and what it would stumble on, without doing it.
// It proposes the end of the last complete definitive month; when there is none, the
// end of the month before.
func (s *Service) CheckRun(ctx context.Context, p policy.Principal, scope Scope, in RunInput) (Check, error) {
	op, err := s.enter(ctx, p, "run:read", scope)
	if err != nil {
		return Check{}, err
	}
	c := Check{Proposed: civil.MonthOf(s.today(op)).First() - 1, Clients: []CheckItem{}}
	if last, ok, err := s.Measurements.LastDefinitive(ctx, op.ID); err != nil {
		return Check{}, err
	} else if ok {
		c.Proposed, c.LastDefinitive = last, &last
	}
	if c.BillUpTo, err = s.billUpTo(op, in); err != nil {
		return Check{}, err
	}
	b, err := s.book(ctx, op)
	if err != nil {
		return Check{}, err
	}
	seller, err := s.sellerOf(ctx, op.ID, scope)
	if err != nil {
		return Check{}, err
	}
	everybody := *b
	b.ofProducer(scope.ParticipantID)
	session := s.newSession(op)
	if _, err := session.reconsider(ctx, b); err != nil {
		return Check{}, err
	}
	dues, found := b.dues(c.BillUpTo), map[itemKey]due{}
	if c.Unpriced, err = session.unpriced(ctx, &everybody, dues, c.BillUpTo, seller); err != nil {
		return Check{}, err
	}
	c.Subscriptions = b.running(c.BillUpTo)
	for _, d := range dues {
		found[itemKey{d.PartyPair, d.Period, d.Method}] = d
	}
	f, err := session.facts(ctx, b, found)
	if err != nil {
		return Check{}, err
	}
	pairs := map[PartyPair]bool{}
	for _, d := range dues {
		pairs[d.PartyPair] = true
		if d.Statement {
			continue
		}
		item := c.itemOf(d.PartyPair)
		item.IssuerName, item.ClientName = b.issuers[d.IssuerID].Name, b.clients[d.ClientID].Name
		item.Periods = append(item.Periods, d.days())
		for _, problem := range f.problems(d) {
			item.add(problem)
		}
	}
	drafts, err := s.Invoices.DraftPairs(ctx, op.ID)
	for pair, n := range drafts {
		if pairs[pair] || scope.ParticipantID.IsZero() {
			c.OverwrittenDrafts += n
		}
	}
	return c, err
}

// itemOf is the entry of a pair; dues come pair by pair.
func (c *Check) itemOf(pair PartyPair) *CheckItem {
	if n := len(c.Clients); n == 0 || c.Clients[n-1].IssuerID != pair.IssuerID || c.Clients[n-1].ClientID != pair.ClientID {
		c.Clients = append(c.Clients, CheckItem{IssuerID: pair.IssuerID, ClientID: pair.ClientID})
	}
	return &c.Clients[len(c.Clients)-1]
}

// add keeps a problem once: two periods may stumble on the same.
func (i *CheckItem) add(problem *fault.Error) {
	for _, known := range i.Problems {
		if known.Error() == problem.Error() {
			return
		}
	}
	i.Problems = append(i.Problems, problem)
}
