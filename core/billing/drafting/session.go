package drafting

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/period"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/operation"
)

// Sources is where the facts of drafts come from. Volumes and Mandates may be nil: what needs
// them is then refused.
type Sources struct {
	Agreements   agreement.Loader
	Measurements billing.Measurements
	Volumes      billing.Volumes
	Mandates     billing.Mandates
	Drafts       billing.Drafts
}

// Session computes drafts of an operation with measures of its own.
func (s Sources) Session(op operation.Operation) *Session { return s.SessionWith(op, NewMeasures()) }

// SessionWith computes with measures that others have asked for too.
func (s Sources) SessionWith(op operation.Operation, m *Measures) *Session {
	return &Session{Sources: s, Op: op, Measures: m}
}

// Session computes invoices of one operation in one go.
type Session struct {
	Sources
	Op operation.Operation
	*Measures
}

// Facts gathers what the dues are computed from.
func (s *Session) Facts(ctx context.Context, b *agreement.Agreements, dues []agreement.Due) (facts, error) {
	s.Measures.mu.Lock()
	defer s.Measures.mu.Unlock()
	f := facts{Agreements: b}
	for _, site := range b.Sites {
		if site.Produces {
			f.producers = append(f.producers, site.ID)
		}
	}
	slices.Sort(f.producers)
	for _, d := range dues {
		if d.Excess {
			continue // it is refused, whatever was measured
		}
		for _, p := range d.Parts {
			if err := s.measure(ctx, p.Span); err != nil {
				return f, err
			}
			for _, q := range b.Stretches(p) {
				if err := s.measure(ctx, q.Span); err != nil {
					return f, err
				}
			}
		}
		if _, known := s.collectable[d.IssuerID]; !known && d.Method == billing.Debit && s.Mandates != nil {
			clients, err := s.Mandates.Collectable(ctx, s.Op.ID, d.IssuerID)
			if err != nil {
				return f, err
			}
			s.collectable[d.IssuerID] = clients
		}
	}
	if err := s.measureSlots(ctx, b, dues); err != nil {
		return f, err
	}
	f.energy, f.collectable = maps.Clone(s.energy), maps.Clone(s.collectable)
	f.slots = s.slots()
	return f, nil
}

// slots is what is known of prices at some hours.
func (s *Session) slots() slots {
	out := slots{hours: s.hours, at: make(map[civil.Range]map[metering.AtHours]energy.MilliWh, len(s.at))}
	for days, of := range s.at {
		out.at[days] = maps.Clone(of)
	}
	return out
}

// measureSlots asks for the energy at peak hours of the pairs that are priced so, once for each stretch of days.
func (s *Session) measureSlots(ctx context.Context, b *agreement.Agreements, dues []agreement.Due) error {
	asked := map[civil.Range][]metering.AtHours{}
	for _, d := range dues {
		for _, p := range d.Parts {
			if d.Excess || !p.Plan.BySlot() {
				continue
			}
			if s.hours == nil {
				var err error
				if s.hours, err = s.Agreements.Sites.PeakHours(ctx, s.Op.ID); err != nil {
					return err
				}
			}
			peak, known := (slots{hours: s.hours}).peak(p)
			one := metering.AtHours{Pair: p.Pair, Hours: peak}
			spans := []civil.Range{p.Span}
			for _, q := range b.Stretches(p) {
				spans = append(spans, q.Span)
			}
			for _, span := range spans {
				if _, measured := s.at[span][one]; known && !measured && !slices.Contains(asked[span], one) {
					asked[span] = append(asked[span], one)
				}
			}
		}
	}
	for days, list := range asked {
		found, err := s.Measurements.EnergyAt(ctx, s.Op.ID, list, days)
		if err != nil {
			return err
		}
		if s.at[days] == nil {
			s.at[days] = map[metering.AtHours]energy.MilliWh{}
		}
		for _, one := range list {
			s.at[days][one] = found[one]
		}
	}
	return nil
}

// Delivered computes what dues would be billed by the data that there are. What of it is for good is
// found day by day, where days lack: it is the energy of the others.
func (s *Session) Delivered(ctx context.Context, b *agreement.Agreements, dues []agreement.Due) ([]Delivered, error) {
	f, err := s.Facts(ctx, b, dues)
	if err != nil {
		return nil, err
	}
	lacking := map[civil.Range][]billing.Pair{} // pairs of which days lack, by their days
	for _, d := range dues {
		for _, p := range d.Parts {
			if days, _ := f.lacking(p); len(days) > 0 {
				lacking[p.Span] = append(lacking[p.Span], p.Pair)
			}
		}
	}
	daily := map[civil.Range]map[billing.Pair][]energy.MilliWh{}
	for span, pairs := range lacking {
		if daily[span], err = s.Measurements.DailyEnergy(ctx, s.Op.ID, pairs, span); err != nil {
			return nil, err
		}
	}
	out := make([]Delivered, len(dues))
	for n, d := range dues {
		out[n] = f.delivered(d, daily)
	}
	return out, nil
}

// Try computes what dues would be billed by the data that there are, whatever was agreed on.
// Those of which one party is not known yet are computed without VAT.
func (s *Session) Try(ctx context.Context, b *agreement.Agreements, dues []agreement.Due) ([]Tried, error) {
	f, err := s.Facts(ctx, b, dues)
	if err != nil {
		return nil, err
	}
	out := make([]Tried, len(dues))
	for n, d := range dues {
		out[n] = f.try(d)
	}
	return out, nil
}

// Again computes issued invoices, with their spans, anew. Each has an entry.
func (s *Session) Again(ctx context.Context, b *agreement.Agreements, issued []billing.Invoice) (map[id.ID]Again, error) {
	dues := make([]agreement.Due, len(issued))
	var measured []agreement.Due
	for n, inv := range issued {
		if dues[n] = b.Again(inv); len(dues[n].Parts) > 0 {
			measured = append(measured, dues[n])
		}
	}
	f, err := s.Facts(ctx, b, measured)
	if err != nil {
		return nil, err
	}
	out := make(map[id.ID]Again, len(issued))
	for n, inv := range issued {
		out[inv.ID] = f.again(inv, dues[n])
	}
	return out, nil
}

// measure asks metering about some days, once, for all sites.
func (s *Session) measure(ctx context.Context, days civil.Range) error {
	if _, known := s.energy[days]; known {
		return nil
	}
	err := s.measureEnergy(ctx, days)
	if err != nil {
		return err
	}
	e := s.amounts[days]
	if e.missing, err = s.Measurements.Readiness(ctx, s.Op.ID, nil, days); err != nil {
		return err
	}
	if e.doubted, err = s.Measurements.PairsInDoubt(ctx, s.Op.ID, days); err != nil {
		return err
	}
	if e.fingerprint, err = s.Measurements.Fingerprint(ctx, s.Op.ID, nil, days); err != nil {
		return err
	}
	s.energy[days] = e
	return nil
}

// measureEnergy asks metering for the energy of some days, once, and nothing of how good it is.
func (s *Session) measureEnergy(ctx context.Context, days civil.Range) error {
	if _, known := s.amounts[days]; known {
		return nil
	}
	var e evidence
	var err error
	if e.shared, err = s.Measurements.PairEnergy(ctx, s.Op.ID, days); err != nil {
		return err
	}
	e.received = make(map[id.ID]energy.MilliWh, len(e.shared))
	for pair, amount := range e.shared {
		e.received[pair.ConsumerID] += amount
	}
	if s.Volumes != nil && s.Op.DSO.Capabilities().BillingUsages {
		if e.volumes, e.broken, e.costs, err = s.Volumes.Volumes(ctx, s.Op.ID, days); err != nil {
			return err
		}
	}
	s.amounts[days] = e
	return nil
}

// Unpriced finds the energy without a subscription in the periods that dues bill; in the
// month of the day where nothing is due. seller = nil looks at all producers.
// A subscription that prices months only covers what its pair shares: that is a price too.
func (s *Session) Unpriced(ctx context.Context, b *agreement.Agreements, dues []agreement.Due, upTo civil.Date, seller *billing.Seller) (billing.Unpriced, error) {
	s.Measures.mu.Lock()
	defer s.Measures.mu.Unlock()
	days := billedPeriods(dues, upTo)
	found, err := s.unpricedOn(ctx, b, days, seller)
	if err != nil || len(found) == 0 {
		return billing.Unpriced{}, err
	}
	// Some of it: now with the sites and subscriptions of those who have no client.
	whole, err := s.Agreements.Load(ctx, s.Op, agreement.Extent{Printed: true})
	if err != nil {
		return billing.Unpriced{}, err
	}
	if found, err = s.unpricedOn(ctx, whole, days, seller); err != nil {
		return billing.Unpriced{}, err
	}
	out := billing.Unpriced{Number: len(found), ByProducer: map[id.ID]billing.UnpricedSum{}}
	for _, u := range found {
		out.Energy += u.Energy
		sum := out.ByProducer[u.ProducerID]
		out.ByProducer[u.ProducerID] = billing.UnpricedSum{Energy: sum.Energy + u.Energy, Number: sum.Number + 1}
		if u.Asked() {
			out.AskedEnergy, out.Asked = out.AskedEnergy+u.Energy, out.Asked+1
		}
	}
	slices.SortFunc(found, func(a, b billing.UnpricedPair) int {
		if c := cmp.Or(cmp.Compare(a.Rank(), b.Rank()), cmp.Compare(b.Energy, a.Energy)); c != 0 {
			return c // nearly always, and names take longer
		}
		return cmp.Or(naming.Compare(a.ConsumerName, b.ConsumerName), cmp.Compare(a.ConsumerID, b.ConsumerID), cmp.Compare(a.ProducerID, b.ProducerID))
	})
	out.Pairs = found[:min(len(found), billing.MaxUnpriced)]
	return out, nil
}

func (s *Session) unpricedOn(ctx context.Context, b *agreement.Agreements, days civil.Range, seller *billing.Seller) ([]billing.UnpricedPair, error) {
	if days.IsEmpty() {
		return nil, nil
	}
	if err := s.measureEnergy(ctx, days); err != nil {
		return nil, err
	}
	of := b.ByConsumer()
	var found []billing.UnpricedPair
	for pair, received := range s.amounts[days].shared {
		if received <= 0 || seller != nil && !slices.Contains(seller.Producers, pair.ProducerID) {
			continue
		}
		if parties, tied := b.Parties(pair); tied && b.SamePerson(parties) {
			continue // nobody owes himself
		}
		bare := period.Subtract(days, covered(b, pair, of[pair.ConsumerID]))
		u := billing.UnpricedPair{Pair: pair, ConsumerName: b.Sites[pair.ConsumerID].Name, ProducerName: b.Sites[pair.ProducerID].Name}
		for _, r := range bare {
			amount := received
			if r != days {
				if err := s.measureEnergy(ctx, r); err != nil {
					return nil, err
				}
				amount = s.amounts[r].shared[pair]
			}
			if amount <= 0 {
				continue
			}
			if u.Energy == 0 {
				u.Days = r
			}
			u.Energy, u.Days.To = u.Energy+amount, r.To
		}
		if u.Energy > 0 {
			u.Reason = unpricedBecause(b, pair, of[pair.ConsumerID], u.Days)
			found = append(found, u)
		}
	}
	return found, nil
}

// ReopenCorrected finds what was not charged and would come out otherwise today, since the
// energy of its days was corrected or the parties became one legal person or two. Its
// days are due again in b. What was charged is on an issued invoice, which never
// changes. It returns what is to be taken back.
func (s *Session) ReopenCorrected(ctx context.Context, b *agreement.Agreements) ([]id.ID, error) {
	settled, err := s.Drafts.NotCharged(ctx, s.Op.ID)
	if err != nil || len(settled) == 0 {
		return nil, err
	}
	s.Measures.mu.Lock()
	defer s.Measures.mu.Unlock()
	at := make(map[id.ID]int, len(b.Subscriptions))
	for n, sub := range b.Subscriptions {
		at[sub.ID] = n
	}
	var back []id.ID
	for _, inv := range settled {
		d, same := b.Rebuild(inv)
		switch {
		case same:
			for _, p := range d.Parts {
				for _, q := range append(b.Stretches(p), p) {
					if err := s.measureEnergy(ctx, q.Span); err != nil {
						return nil, err
					}
				}
			}
			if err := s.measureSlots(ctx, b, []agreement.Due{d}); err != nil {
				return nil, err
			}
			if now, refused := (facts{Agreements: b, energy: s.amounts, slots: s.slots()}).amounts(d); !inv.SameOutcome(now, refused) {
				back = append(back, inv.ID)
				releaseDays(b, inv, at)
			}
		case endsEarlier(b, inv):
			back = append(back, inv.ID)
			releaseDays(b, inv, at)
		}
	}
	return back, nil
}
