package finance

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "finance:read"
	update policy.Permission = "finance:update"
)

// Bounds of one answer.
const (
	MaxMonths = 12
	MostSales = 400_000 // lines of invoices, summed
)

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Stores     Stores
	Energies   Energies
	Suppliers  Suppliers
	Agreements Agreements
	Operations Operations
	Sites      Sites
}

// Service is the use cases of the finances of an operation.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// enter asks for a right to an operation, and whether it has finances at all. Errors: forbidden, notFound,
// featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID, feature operation.Feature) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err == nil {
		err = op.Require(feature)
	}
	return op, err
}

// readable refuses days that one answer does not cover.
func readable(days civil.Range) error {
	if days.IsEmpty() {
		return civil.ErrReversed.With("from", days.From.String()).With("to", days.Last().String()).At("dateFrom")
	}
	if err := days.AtMost(MaxMonths); err != nil {
		return fault.From(err).At("dateTo")
	}
	return nil
}

// Expenses is what consumers spent on some days: shared energy as it was invoiced, and what their
// suppliers delivered as far as its price is known; with assume by the regulated tariff where nobody has
// told a contract. An invoice counts in the month in which its period ends. Errors: forbidden, notFound,
// featureNotAvailable, range.reversed, range.tooLong, list.tooLong.
func (s *Service) Expenses(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range, assume bool) (Statement, error) {
	op, err := s.enter(ctx, p, read, operationID, operation.FeatureExpense)
	if err == nil {
		err = readable(days)
	}
	if err != nil {
		return Statement{}, err
	}
	b, err := s.book(ctx, op, Expense, days)
	if err != nil {
		return Statement{}, err
	}
	if b.supplied, err = s.supplied(ctx, p, b, assume); err != nil {
		return Statement{}, err
	}
	st, err := b.statement()
	st.Assumed = assume
	return st, err
}

// Incomes is what producers earned on some days: what was invoiced and collected, and their surplus as
// far as its price is known. Errors: those of Expenses.
func (s *Service) Incomes(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) (Statement, error) {
	op, err := s.enter(ctx, p, read, operationID, operation.FeatureIncome)
	if err == nil {
		err = readable(days)
	}
	if err != nil {
		return Statement{}, err
	}
	b, err := s.book(ctx, op, Income, days)
	if err != nil {
		return Statement{}, err
	}
	if b.prices, err = s.pricesOf(ctx, op.ID); err != nil {
		return Statement{}, err
	}
	return b.statement()
}

// book reads what both statements are made of.
func (s *Service) book(ctx context.Context, op operation.Operation, kind Kind, days civil.Range) (b book, err error) {
	b = book{kind: kind, days: days}
	if b.sites, err = s.Sites.OfOperation(ctx, op.ID); err != nil {
		return b, err
	}
	if b.energies, err = s.Energies.SiteMonths(ctx, op.ID, days); err != nil {
		return b, err
	}
	if b.lacking, err = s.Energies.Readiness(ctx, op.ID, nil, days); err != nil {
		return b, err
	}
	if b.sales, err = s.sales(ctx, op, days); err != nil {
		return b, err
	}
	b.assigned, err = s.Stores.Affectations.On(ctx, op.ID, days, MostAffectation)
	return b, err
}

// sales are what was invoiced, by either engine. Error: list.tooLong.
func (s *Service) sales(ctx context.Context, op operation.Operation, days civil.Range) ([]Sale, error) {
	found, err := s.Stores.Sales.Issued(ctx, op.ID, days, MostSales+1)
	if err == nil && len(found) > MostSales {
		err = fault.ListTooLong.With("max", MostSales).At("dateTo")
	}
	return found, err
}

func (s *Service) supplied(ctx context.Context, p policy.Principal, b book, assume bool) (map[id.ID]economy.Supplied, error) {
	type siteMonth struct {
		site  id.ID
		month civil.Month
	}
	rest := map[siteMonth]energy.MilliWh{}
	measured := map[id.ID]bool{}
	for _, e := range b.energies {
		if e.Side != metering.Consumer {
			continue
		}
		measured[e.ParticipantID] = true
		if v, known := e.Rest(); known {
			rest[siteMonth{e.ParticipantID, e.Month}] = v
		}
	}
	var sites []participant.Participant
	for _, site := range b.sites {
		if measured[site.ID] {
			sites = append(sites, site)
		}
	}
	return s.Suppliers.Supplied(ctx, p, economy.Suppliers{Sites: sites, Days: b.days, Assume: assume, Rest: func(site id.ID, m civil.Month) (energy.MilliWh, bool) {
		v, known := rest[siteMonth{site, m}]
		return v, known
	}})
}

func (s *Service) pricesOf(ctx context.Context, operationID id.ID) (prices, error) {
	found, err := s.Stores.Prices.Of(ctx, operationID, MostPrices)
	out := prices{}
	for _, one := range found {
		out[one.ProducerID] = append(out[one.ProducerID], one)
	}
	return out, err
}

// Monitoring is an operation over time: what was, and three years ahead.
type Monitoring struct {
	Days       civil.Range
	Expenses   []Month // of consumers; without what suppliers delivered
	Incomes    []Month
	Headings   []HeadingSum
	Reference  *civil.Range // the measured months that are repeated; nil = nothing was measured yet
	Projection []Projected  // from this month on
	Subscribed int          // subscriptions that the projection goes by; the old engine has none
}

// Monitoring is what consumers spent and producers earned, month by month, and what the next three years
// would bring. Errors: those of Expenses.
func (s *Service) Monitoring(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) (Monitoring, error) {
	op, err := s.enter(ctx, p, read, operationID, operation.FeatureMonitoring)
	if err == nil {
		err = readable(days)
	}
	if err != nil {
		return Monitoring{}, err
	}
	b, err := s.book(ctx, op, Income, days)
	if err != nil {
		return Monitoring{}, err
	}
	if b.prices, err = s.pricesOf(ctx, op.ID); err != nil {
		return Monitoring{}, err
	}
	out := Monitoring{Days: days, Headings: headings(b.assigned, "")}
	earned, err := b.statement()
	if err != nil {
		return out, err
	}
	b.kind = Expense
	spent, err := b.statement()
	if err != nil {
		return out, err
	}
	out.Incomes, out.Expenses = earned.Months, spent.Months
	return out, s.project(ctx, op, b, &out)
}

// project adds the months to come, where a month was measured.
func (s *Service) project(ctx context.Context, op operation.Operation, b book, out *Monitoring) error {
	agreed, err := s.Agreements.Load(ctx, op, agreement.Extent{})
	if err != nil {
		return err
	}
	this := civil.MonthOf(op.Zone().DateOf(s.Now()))
	known, err := s.Energies.SiteMonths(ctx, op.ID, civil.Range{From: this.Add(-2 * referenceMonths).First(), To: this.First()})
	if err != nil {
		return err
	}
	out.Subscribed = len(agreed.Subscriptions)
	o := outlook{agreed: agreed, active: map[id.ID]civil.Range{}, prices: b.prices, of: map[civil.Month]reference{}}
	for _, site := range b.sites {
		if site.Activation != nil {
			o.active[site.ID] = *site.Activation
		}
	}
	for _, e := range known {
		if e.Side == metering.Consumer && e.Shared != metering.Absent {
			o.last = max(o.last, e.Month)
		}
	}
	if o.last == 0 {
		return nil
	}
	from := o.last.Add(1 - referenceMonths)
	for _, e := range known {
		if e.Month < from || e.Month > o.last {
			continue
		}
		if o.of[e.Month].sites == nil {
			pairs, err := s.Energies.PairEnergy(ctx, op.ID, e.Month.Range())
			if err != nil {
				return err
			}
			o.of[e.Month] = reference{pairs: pairs, sites: map[billable.Billed]billable.SiteMonth{}}
		}
		o.of[e.Month].sites[e.Billed] = e
	}
	for from < o.last && o.of[from].sites == nil {
		from++
	}
	out.Reference = &civil.Range{From: from.First(), To: o.last.Next().First()}
	for n := range ProjectedMonths {
		one, err := o.month(this.Add(n))
		if err != nil {
			return err
		}
		out.Projection = append(out.Projection, one)
	}
	return nil
}

// The kinds of things in the audit trail.
const (
	affectationKind = "affectation"
	priceKind       = "surplusPrice"
)

// Affectations are the amounts assigned on some days, the last first. Errors: forbidden, notFound,
// featureNotAvailable, range.reversed, range.tooLong.
func (s *Service) Affectations(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) ([]Affectation, error) {
	op, err := s.enter(ctx, p, read, operationID, operation.FeatureMonitoring)
	if err == nil {
		err = readable(days)
	}
	if err != nil {
		return nil, err
	}
	return s.Stores.Affectations.On(ctx, op.ID, days, MostAffectation)
}

// bearer finds the site that an amount or a price is of, and refuses one that cannot bear it.
func (s *Service) bearer(ctx context.Context, operationID, participantID id.ID, fits func(participant.Participant) *fault.Error) (string, error) {
	sites, err := s.Sites.OfOperation(ctx, operationID)
	if err != nil {
		return "", err
	}
	n := slices.IndexFunc(sites, func(site participant.Participant) bool { return site.ID == participantID })
	if n < 0 {
		return "", policy.ErrNotFound.At("participantId")
	}
	if refused := fits(sites[n]); refused != nil {
		return "", ErrInvalid.Of(refused.At("participantId"))
	}
	return sites[n].Name, nil
}

// Affectation is an assigned amount. Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) Affectation(ctx context.Context, p policy.Principal, operationID, affectationID id.ID) (Affectation, error) {
	op, err := s.enter(ctx, p, read, operationID, operation.FeatureMonitoring)
	if err != nil {
		return Affectation{}, err
	}
	return s.Stores.Affectations.ByID(ctx, op.ID, affectationID)
}

// check says what is wrong with an amount, and gives the name of its site.
func (s *Service) check(ctx context.Context, a Affectation) (name string, err error) {
	if err := a.Check(); err != nil {
		return "", err
	}
	if a.ParticipantID.IsZero() {
		return "", nil
	}
	return s.bearer(ctx, a.OperationID, a.ParticipantID, func(site participant.Participant) *fault.Error {
		if a.Kind == Expense && !site.Consumes() || a.Kind == Income && !site.Produces() {
			return ErrSide.With("name", site.Name)
		}
		return nil
	})
}

// Assign assigns an amount. Errors: forbidden, notFound, featureNotAvailable, finance.invalid with those of
// the fields, finance.tooMany.
func (s *Service) Assign(ctx context.Context, p policy.Principal, a Affectation) (Affectation, error) {
	op, err := s.enter(ctx, p, update, a.OperationID, operation.FeatureMonitoring)
	if err != nil {
		return a, err
	}
	a = a.trimmed()
	if a.ParticipantName, err = s.check(ctx, a); err != nil {
		return a, err
	}
	a.ID, a.Version, a.CreatedBy, a.CreatedAt = id.New(), 1, p.UserID, s.Now().UTC()
	a.UpdatedAt = a.CreatedAt
	return a, s.Tx.InTx(ctx, p.Change(update, op.ID, affectationKind, a.ID), func(ctx context.Context) error {
		count, err := s.Stores.Affectations.Count(ctx, op.ID)
		if err == nil && count >= MostAffectation {
			err = ErrTooMany.With("max", MostAffectation)
		}
		if err != nil {
			return err
		}
		return s.Stores.Affectations.Add(ctx, a)
	})
}

// held finds an assigned amount as it was seen; over is its version, 0 = any.
func (s *Service) held(ctx context.Context, operationID, affectationID id.ID, over int) (Affectation, error) {
	a, err := s.Stores.Affectations.ByID(ctx, operationID, affectationID)
	if err == nil && over != 0 && over != a.Version {
		err = fault.ObjectChanged
	}
	return a, err
}

// Reassign changes an assigned amount. Errors: those of Assign, object.changed.
func (s *Service) Reassign(ctx context.Context, p policy.Principal, operationID, affectationID id.ID, over int, change func(Affectation) Affectation) (a Affectation, err error) {
	op, err := s.enter(ctx, p, update, operationID, operation.FeatureMonitoring)
	if err != nil {
		return a, err
	}
	return a, s.Tx.InTx(ctx, p.Change(update, op.ID, affectationKind, affectationID), func(ctx context.Context) error {
		was, err := s.held(ctx, op.ID, affectationID, over)
		if err != nil {
			return err
		}
		a = change(was).trimmed()
		if a.ParticipantName, err = s.check(ctx, a); err != nil {
			return err
		}
		a.Version, a.UpdatedAt = was.Version+1, s.Now().UTC()
		ok, err := s.Stores.Affectations.Save(ctx, a)
		if err == nil && !ok {
			err = fault.ObjectChanged
		}
		return err
	})
}

// Unassign takes an assigned amount away. Errors: forbidden, notFound, featureNotAvailable, object.changed.
func (s *Service) Unassign(ctx context.Context, p policy.Principal, operationID, affectationID id.ID, over int) error {
	op, err := s.enter(ctx, p, update, operationID, operation.FeatureMonitoring)
	if err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(update, op.ID, affectationKind, affectationID), func(ctx context.Context) error {
		was, err := s.held(ctx, op.ID, affectationID, over)
		if err != nil {
			return err
		}
		ok, err := s.Stores.Affectations.Remove(ctx, was)
		if err == nil && !ok {
			err = fault.ObjectChanged
		}
		return err
	})
}

// SurplusPrices are what producers get for their surplus, by producer, the newest first. Errors:
// forbidden, notFound, featureNotAvailable.
func (s *Service) SurplusPrices(ctx context.Context, p policy.Principal, operationID id.ID) ([]SurplusPrice, error) {
	op, err := s.enter(ctx, p, read, operationID, operation.FeatureIncome)
	if err != nil {
		return nil, err
	}
	return s.Stores.Prices.Of(ctx, op.ID, MostPrices)
}

// TellSurplusPrice tells what a producer gets for its surplus from a month on, until the next price.
// Errors: forbidden, notFound, featureNotAvailable, finance.invalid with those of the fields,
// finance.priceTaken, finance.tooManyPrices.
func (s *Service) TellSurplusPrice(ctx context.Context, p policy.Principal, one SurplusPrice) (SurplusPrice, error) {
	op, err := s.enter(ctx, p, update, one.OperationID, operation.FeatureIncome)
	if err != nil {
		return one, err
	}
	if err := one.Check(); err != nil {
		return one, err
	}
	one.ProducerName, err = s.bearer(ctx, op.ID, one.ProducerID, func(site participant.Participant) *fault.Error {
		if !site.Produces() {
			return ErrProducerOnly.With("name", site.Name)
		}
		return nil
	})
	if err != nil {
		return one, err
	}
	one.ID, one.CreatedBy, one.CreatedAt = id.New(), p.UserID, s.Now().UTC()
	return one, s.Tx.InTx(ctx, p.Change(update, op.ID, priceKind, one.ID), func(ctx context.Context) error {
		all, err := s.Stores.Prices.Of(ctx, op.ID, MostPrices)
		if err == nil && len(all) >= MostPrices {
			err = ErrTooManyPrices.With("max", MostPrices)
		}
		if err != nil {
			return err
		}
		return s.Stores.Prices.Add(ctx, one)
	})
}

// RemoveSurplusPrice takes a price away, as if it had never been told. Errors: forbidden, notFound,
// featureNotAvailable.
func (s *Service) RemoveSurplusPrice(ctx context.Context, p policy.Principal, operationID, priceID id.ID) error {
	op, err := s.enter(ctx, p, update, operationID, operation.FeatureIncome)
	if err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(update, op.ID, priceKind, priceID), func(ctx context.Context) error {
		there, err := s.Stores.Prices.Remove(ctx, op.ID, priceID)
		if err == nil && !there {
			err = policy.ErrNotFound
		}
		return err
	})
}
