package billing

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// session computes invoices of one operation in one go.
type session struct {
	*Service
	op operation.Operation
	*measures
}

func (s *Service) newSession(op operation.Operation) *session {
	return &session{Service: s, op: op, measures: newMeasures()}
}

// bill computes what is pending of a batch and stores invoices, failures and item
// states together.
func (s *session) bill(ctx context.Context, runID id.ID, batch int) error {
	items, err := s.Runs.Pending(ctx, s.op.ID, runID, batch)
	if err != nil || len(items) == 0 {
		return err
	}
	pairs := pairsOf(items)
	if err := s.lockPairs(ctx, s.op.ID, pairs); err != nil {
		return err
	}
	b, err := s.tallyOf(ctx, s.op, pairs)
	if err != nil {
		return err
	}
	found, upTo := map[itemKey]due{}, civil.Min
	for _, i := range items {
		upTo = max(upTo, i.Days.Last())
	}
	for _, d := range b.dues(upTo) {
		found[itemKey{d.PartyPair, d.Period, d.Method}] = d
	}
	f, err := s.facts(ctx, b, found)
	if err != nil {
		return err
	}
	now := s.Now()
	invoices := make([]Invoice, 0, len(items))
	for n := range items {
		i := &items[n]
		d, ok := found[itemKey{PartyPair{i.IssuerID, i.ClientID}, i.Period, i.Method}]
		inv, refused := Invoice{}, ErrNothingDue
		if ok {
			inv, refused = f.compute(d)
		}
		if refused != nil {
			i.Status, i.Failure, i.Error = RunFailure, refused, Text(refused)
			continue
		}
		inv.ID, inv.RunID, inv.CreatedAt = id.New(), runID, now
		i.Status, i.InvoiceID, i.Amount, i.NotCharged = RunSuccess, inv.ID, inv.Amount, inv.Status == NotCharged
		invoices = append(invoices, inv)
	}
	if err := s.Invoices.Replace(ctx, s.op.ID, pairs, invoices); err != nil {
		return err
	}
	return s.Runs.Finish(ctx, s.op.ID, runID, batch, items)
}

type itemKey struct {
	PartyPair
	period civil.Range
	method PaymentMethod
}

func pairsOf(items []RunItem) []PartyPair {
	seen := map[PartyPair]bool{}
	var out []PartyPair
	for _, i := range items {
		p := PartyPair{i.IssuerID, i.ClientID}
		if !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}
