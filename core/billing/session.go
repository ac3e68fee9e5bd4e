package billing

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// session computes invoices of one operation in one go. It asks metering once for
// each stretch of days, whatever the number of pairs.
type session struct {
	*Service
	op          operation.Operation
	energy      map[civil.Range]evidence
	collectable map[id.ID]map[id.ID]bool
}

func (s *Service) newSession(op operation.Operation) *session {
	return &session{Service: s, op: op, energy: map[civil.Range]evidence{}, collectable: map[id.ID]map[id.ID]bool{}}
}

// bill computes what is pending of a batch and stores invoices, failures and item
// states together.
func (s *session) bill(ctx context.Context, runID id.ID, batch int) error {
	items, err := s.Runs.Pending(ctx, s.op.ID, runID, batch)
	if err != nil || len(items) == 0 {
		return err
	}
	pairs := pairsOf(items)
	if err := s.Locks.Operation(ctx, s.op.ID, false); err != nil {
		return err
	}
	if err := s.Locks.Pairs(ctx, s.op.ID, pairs); err != nil {
		return err
	}
	b, err := s.book(ctx, s.op)
	if err != nil {
		return err
	}
	b.only(pairs)
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
	var invoices []Invoice
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
	return s.Runs.Finish(ctx, s.op.ID, runID, items)
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

// facts gathers what the dues are computed from.
func (s *session) facts(ctx context.Context, b *book, dues map[itemKey]due) (facts, error) {
	f := facts{book: b, energy: s.energy, collectable: s.collectable}
	for _, site := range b.sites {
		if site.Produces {
			f.producers = append(f.producers, site.ID)
		}
	}
	slices.Sort(f.producers)
	for _, d := range dues {
		for _, p := range d.Parts {
			if err := s.measure(ctx, b, p.Span); err != nil {
				return f, err
			}
		}
		if _, known := s.collectable[d.IssuerID]; !known && d.Method == Debit && s.Mandates != nil {
			clients, err := s.Mandates.Collectable(ctx, s.op.ID, d.IssuerID)
			if err != nil {
				return f, err
			}
			s.collectable[d.IssuerID] = clients
		}
	}
	return f, nil
}

// measure asks metering about some days, once.
func (s *session) measure(ctx context.Context, b *book, days civil.Range) error {
	if _, known := s.energy[days]; known {
		return nil
	}
	var sites []id.ID
	for _, site := range b.sites {
		if site.Activation.Overlaps(days) {
			sites = append(sites, site.ID)
		}
	}
	slices.Sort(sites)
	var e evidence
	var err error
	if e.shared, err = s.Measurements.PairEnergy(ctx, s.op.ID, days); err != nil {
		return err
	}
	e.received = make(map[id.ID]energy.MilliWh, len(sites))
	for pair, amount := range e.shared {
		e.received[pair.ConsumerID] += amount
	}
	if e.missing, err = s.Measurements.Readiness(ctx, s.op.ID, sites, days); err != nil {
		return err
	}
	if e.fingerprint, err = s.Measurements.Fingerprint(ctx, s.op.ID, sites, days); err != nil {
		return err
	}
	if s.Volumes != nil {
		if e.volumes, err = s.Volumes.Volumes(ctx, s.op.ID, days); err != nil {
			return err
		}
	}
	s.energy[days] = e
	return nil
}

// problems says what a run would stumble on for one due, beside the data.
func (f facts) problems(d due) []*fault.Error {
	var out []*fault.Error
	if _, refused := f.compute(d); refused != nil {
		out = append(out, refused)
	}
	if d.Statement {
		return out
	}
	issuer, client := f.issuers[d.IssuerID], f.clients[d.ClientID]
	if fields := issuer.Missing(); len(fields) > 0 {
		out = append(out, ErrIssuerIncomplete.With("name", issuer.Name).With("fields", fields))
	}
	if fields := client.Missing(); len(fields) > 0 {
		out = append(out, ErrClientIncomplete.With("name", client.Name).With("fields", fields))
	}
	return out
}
