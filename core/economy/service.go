package economy

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read      policy.Permission = "economy:read"
	update    policy.Permission = "economy:update"
	readTRV   policy.Permission = "trvPrice:read"
	createTRV policy.Permission = "admin:create"
	updateTRV policy.Permission = "admin:update"
)

// MostConfigs is of how many sites contracts are read together, MostTRV how many prices of the
// regulated tariff are kept.
const (
	MostConfigs = 100
	MostTRV     = 2000
)

// Deps are what the service works with.
type Deps struct {
	Guard policy.Guard
	Tx    tx.Runner
	Now   func() time.Time
	Stores
	Operations Operations
	Sites      Sites
	Curves     Curves
	Received   Received
	Agreements Agreements
	Keys       Simulations
}

// Service is the use cases of the bill check.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// enter asks for a right to a site, whether its operation has a bill check at all, and that the site
// receives energy. Errors: forbidden, notFound, featureNotAvailable, economy.consumerOnly.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, participantID id.ID) (op operation.Operation, site participant.Participant, err error) {
	operationID, err := s.Guard.Participant(ctx, p, perm, participantID)
	if err != nil {
		return op, site, err
	}
	if op, err = s.Operations.ByID(ctx, operationID); err != nil {
		return op, site, err
	}
	if err := op.Require(operation.FeatureBillCheck); err != nil {
		return op, site, err
	}
	found, err := s.Sites.ByIDs(ctx, []id.ID{participantID})
	switch {
	case err != nil:
		return op, site, err
	case len(found) == 0:
		return op, site, policy.ErrNotFound
	case !found[0].Consumes():
		return op, site, ErrConsumerOnly
	}
	return op, found[0], nil
}

// untold is the version of a contract that nobody has told.
const untold = 1

// config is what was told of a site, or what the site says by itself.
func config(site participant.Participant, told []PriceConfig) PriceConfig {
	for _, c := range told {
		if c.ParticipantID == site.ID {
			return c
		}
	}
	return PriceConfig{OperationID: site.OperationID, ParticipantID: site.ID, Supply: Supply{ConsumerType: site.ConsumerType()}, Version: untold}
}

// PriceConfig is the contract of supply of a site. Errors: forbidden, notFound, featureNotAvailable,
// economy.consumerOnly.
func (s *Service) PriceConfig(ctx context.Context, p policy.Principal, participantID id.ID) (PriceConfig, error) {
	_, site, err := s.enter(ctx, p, read, participantID)
	if err != nil {
		return PriceConfig{}, err
	}
	told, err := s.Configs.Of(ctx, []id.ID{participantID})
	return config(site, told), err
}

// PriceConfigs are those of some sites, in the order asked for; sites of which nobody has told one are
// left out. Errors: forbidden, notFound, featureNotAvailable, list.tooLong.
func (s *Service) PriceConfigs(ctx context.Context, p policy.Principal, participantIDs []id.ID) ([]PriceConfig, error) {
	if err := s.Guard.Global(ctx, p, read); err != nil {
		return nil, err
	}
	if len(participantIDs) > MostConfigs {
		return nil, fault.ListTooLong.With("max", MostConfigs).At("participantsIds")
	}
	operations := map[id.ID]bool{}
	for _, one := range participantIDs {
		of, err := s.Guard.Participant(ctx, p, read, one)
		if err != nil {
			return nil, err
		}
		operations[of] = true
	}
	for of := range operations {
		op, err := s.Operations.ByID(ctx, of)
		if err == nil {
			err = op.Require(operation.FeatureBillCheck)
		}
		if err != nil {
			return nil, err
		}
	}
	told, err := s.Configs.Of(ctx, participantIDs)
	slices.SortFunc(told, func(a, b PriceConfig) int {
		return slices.Index(participantIDs, a.ParticipantID) - slices.Index(participantIDs, b.ParticipantID)
	})
	return told, err
}

// PutPriceConfig changes the contract of supply of a site; over is the version that was seen, 0 = any.
// Errors: forbidden, notFound, featureNotAvailable, economy.consumerOnly, economy.invalid with those of
// the fields, object.changed.
func (s *Service) PutPriceConfig(ctx context.Context, p policy.Principal, participantID id.ID, over int, changed func(Supply) Supply) (c PriceConfig, err error) {
	op, site, err := s.enter(ctx, p, update, participantID)
	if err != nil {
		return c, err
	}
	change := p.Change(update, op.ID, "participant", participantID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		told, err := s.Configs.Of(ctx, []id.ID{participantID})
		if err != nil {
			return err
		}
		c = config(site, told)
		if over != 0 && over != c.Version {
			return fault.ObjectChanged
		}
		c.Supply = changed(c.Supply)
		if err := c.Check(); err != nil {
			return err
		}
		seen := c.Version
		c.Version, c.UpdatedAt = seen+1, s.Now().UTC()
		ok, err := s.Configs.Put(ctx, c, seen)
		if err == nil && !ok {
			err = fault.ObjectChanged
		}
		return err
	})
	return c, err
}

// EstimateInput asks for a bill check.
type EstimateInput struct {
	ParticipantID id.ID
	Days          civil.Range
	Supply
}

// Estimate is what the energy of a site cost on some days, and what it would have cost without the
// operation. Days of which something is not known are left out and told. Errors: forbidden, notFound,
// featureNotAvailable, economy.consumerOnly, range.reversed, range.tooLong, economy.invalid with those of
// the fields.
func (s *Service) Estimate(ctx context.Context, p policy.Principal, in EstimateInput) (Estimate, error) {
	op, site, err := s.enter(ctx, p, read, in.ParticipantID)
	if err != nil {
		return Estimate{}, err
	}
	if err := in.Check(); err != nil {
		return Estimate{}, err
	}
	curve, err := s.Curves.ParticipantCurve(ctx, p, drawing.CurveInput{ParticipantID: in.ParticipantID, Scope: metering.ScopeOf(metering.Consumer),
		Natures: []metering.Nature{metering.Conso, metering.Autoconso}, Days: in.Days, Resolution: drawing.Raw})
	if err != nil {
		return Estimate{}, err
	}
	e := Estimate{Supply: in.Supply, Days: in.Days, Provisional: curve.ProvisionalFrom != nil}
	steps, why := stepsOf(curve, in.Days, site.Activation)
	prices, err := s.prices(ctx, site, &e, why)
	if err != nil {
		return e, err
	}
	charges, fixed, err := s.local(ctx, op, &e, why, site.ID)
	if err != nil {
		return e, err
	}
	steps = slices.DeleteFunc(steps, func(st Step) bool { return why[st.Day] != "" })
	e.Gaps, e.Counted = gapsOf(in.Days, why), in.Days.Days()-len(why)
	return e, e.compare(steps, prices, charges, fixed)
}

// readKey is the right to see what keys do.
const readKey policy.Permission = "key:read"

// Simulate tries another key, and says what it brings each consumer in money where the caller may know of
// money. Errors: those of trying it.
func (s *Service) Simulate(ctx context.Context, p policy.Principal, in analysis.SimulateInput) (Simulated, error) {
	if err := s.Guard.Operation(ctx, p, readKey, in.OperationID); err != nil {
		return Simulated{}, err
	}
	op, err := s.Operations.ByID(ctx, in.OperationID)
	if err != nil {
		return Simulated{}, err
	}
	if s.Guard.Operation(ctx, p, read, op.ID) != nil || op.Require(operation.FeatureBillCheck) != nil {
		plain, err := s.Keys.Simulate(ctx, p, in)
		return Simulated{Simulation: plain}, err
	}
	g, err := s.gains(ctx, op)
	if err != nil {
		return Simulated{}, err
	}
	in.Watch = g.watch
	tried, err := s.Keys.Simulate(ctx, p, in)
	if err != nil {
		return Simulated{}, err
	}
	of, err := g.result(tried.Participants)
	return Simulated{tried, of}, err
}

// gains are the prices of all consumers of an operation, before a step was seen.
func (s *Service) gains(ctx context.Context, op operation.Operation) (gains, error) {
	g := gains{zone: op.Zone(), sites: map[id.ID]participant.Participant{}, supply: map[id.ID]Supply{}, agreed: map[id.ID]agreed{}, sums: map[id.ID]*big.Int{}, why: map[id.ID]Reason{}}
	all, err := s.Sites.OfOperation(ctx, op.ID)
	if err != nil {
		return g, err
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{})
	if err != nil {
		return g, err
	}
	var consumers []id.ID
	for _, site := range all {
		if site.Consumes() {
			consumers, g.sites[site.ID] = append(consumers, site.ID), site
		}
	}
	told, err := s.Configs.Of(ctx, consumers)
	if err != nil {
		return g, err
	}
	for _, c := range told {
		g.supply[c.ParticipantID] = c.Supply
		g.agreed[c.ParticipantID] = agreedOf(b, c.ParticipantID, c.ConsumerType)
	}
	g.all, err = s.Tariffs.All(ctx, MostTRV)
	return g, err
}

// BillInput asks what a supplier should bill; Billed is what it did, nil = not told.
type BillInput struct {
	ParticipantID id.ID
	Days          civil.Range
	Billed        *energy.MilliWh
}

// SupplierBill is what the supplier of a site should bill of some days, beside what it billed: whether the
// local energy was deducted. Errors: forbidden, notFound, featureNotAvailable, economy.consumerOnly,
// economy.billed, range.reversed, range.tooLong.
func (s *Service) SupplierBill(ctx context.Context, p policy.Principal, in BillInput) (SupplierBill, error) {
	_, site, err := s.enter(ctx, p, read, in.ParticipantID)
	if err != nil {
		return SupplierBill{}, err
	}
	if in.Billed != nil && (*in.Billed < 0 || *in.Billed > MostBilled) {
		return SupplierBill{}, ErrBilled.With("max", int(MostBilled/energy.KilowattHour)).At("billedMilliWh")
	}
	told, err := s.Configs.Of(ctx, []id.ID{site.ID})
	if err != nil {
		return SupplierBill{}, err
	}
	curve, err := s.Curves.ParticipantCurve(ctx, p, drawing.CurveInput{ParticipantID: site.ID, Scope: metering.ScopeOf(metering.Consumer),
		Natures: []metering.Nature{metering.Conso, metering.Autoconso}, Days: in.Days, Resolution: drawing.Raw})
	if err != nil {
		return SupplierBill{}, err
	}
	steps, why := stepsOf(curve, in.Days, site.Activation)
	b := SupplierBill{Days: in.Days, Gaps: gapsOf(in.Days, why), Provisional: curve.ProvisionalFrom != nil, Registers: config(site, told).registers(), Billed: in.Billed}
	if !b.Whole() {
		return b, nil
	}
	for _, st := range steps {
		b.Used += st.Shared + st.Supplier
		b.Shared += st.Shared
	}
	b.judge()
	return b, nil
}

// prices are those of each day that is not left out yet; a day without a tariff is.
func (s *Service) prices(ctx context.Context, site participant.Participant, e *Estimate, why map[civil.Date]Reason) (map[civil.Date]Prices, error) {
	out := make(map[civil.Date]Prices, e.Days.Days())
	var all Tariff
	if e.OnTRV {
		var err error
		if all, err = s.Tariffs.All(ctx, MostTRV); err != nil {
			return nil, err
		}
	}
	for d := e.Days.From; d < e.Days.To; d++ {
		if why[d] != "" {
			continue
		}
		price, from, lacks, refused := e.priceOn(all, site, d)
		switch {
		case refused != nil:
			return nil, ErrInvalid.Of(refused.At("isOnTRV"))
		case lacks != "":
			why[d] = lacks
			continue
		}
		out[d] = price
		if e.OnTRV && !slices.Contains(e.Grids, from) {
			e.Grids = append(e.Grids, from)
		}
	}
	return out, nil
}

// local is what the local energy of the days that are not left out was charged; a day of which some has
// no price is left out.
func (s *Service) local(ctx context.Context, op operation.Operation, e *Estimate, why map[civil.Date]Reason, consumer id.ID) (charges []Charge, fixed money.Cents, err error) {
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{})
	if err != nil {
		return nil, 0, err
	}
	a := agreedOf(b, consumer, e.ConsumerType)
	daily, err := s.Received.DailyEnergy(ctx, op.ID, a.pairs(e.Days), e.Days)
	if err != nil {
		return nil, 0, err
	}
	var counted []civil.Range
	for d := e.Days.From; d < e.Days.To; d++ {
		if why[d] != "" {
			continue
		}
		received, known := receivedOn(daily, int(d-e.Days.From))
		if !known {
			why[d] = NoData
			continue
		}
		of, priced := a.on(d, received)
		if !priced {
			why[d] = NoPrice
			continue
		}
		charges = append(charges, of...)
		counted = append(counted, civil.Range{From: d, To: d + 1})
	}
	fixed, err = a.fixed(civil.Merge(counted))
	return charges, fixed, err
}

// ValueInput asks what local energy comes to: of one consumer, or of all.
type ValueInput struct {
	OperationID   id.ID
	ParticipantID id.ID // or
	Days          civil.Range
}

// wholeValue is the right to learn of the money of an operation as a whole.
const wholeValue policy.Permission = "finance:read"

// valuedAtOnce is of how many consumers days are read together.
const valuedAtOnce = 50

// LocalValue is what local energy of some days comes to by the subscriptions: of one consumer with all taxes
// for an individual, of all without VAT. Errors: forbidden, notFound, featureNotAvailable,
// economy.consumerOnly, range.reversed, range.tooLong.
func (s *Service) LocalValue(ctx context.Context, p policy.Principal, in ValueInput) (Value, error) {
	op, sites, err := s.valued(ctx, p, in)
	if err != nil {
		return Value{}, err
	}
	if in.Days.IsEmpty() {
		return Value{}, civil.ErrReversed.With("from", in.Days.From.String()).With("to", in.Days.Last().String()).At("dateFrom")
	}
	if err := in.Days.AtMost(maxMonths); err != nil {
		return Value{}, fault.From(err).At("dateTo")
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{})
	if err != nil {
		return Value{}, err
	}
	t := tally{Value: Value{Days: in.Days}, sum: new(big.Int), why: map[Reason]int{}}
	// Days that are not over are not missing.
	past := in.Days.Intersect(civil.Range{From: civil.Min, To: op.Zone().DateOf(s.Now())})
	for part := range slices.Chunk(sites, valuedAtOnce) {
		var pairs []metering.Pair
		of := make([]agreed, len(part))
		for n, site := range part {
			kind := party.Professional // all together: without VAT
			if !in.ParticipantID.IsZero() {
				kind = site.ConsumerType()
			}
			of[n] = agreedOf(b, site.ID, kind)
			t.Taxed = of[n].taxed
			pairs = append(pairs, of[n].pairs(in.Days)...)
		}
		daily, err := s.Received.DailyEnergy(ctx, op.ID, pairs, in.Days)
		if err != nil {
			return Value{}, err
		}
		for n, site := range part {
			own := map[metering.Pair][]energy.MilliWh{}
			for pair, days := range daily {
				if pair.ConsumerID == site.ID {
					own[pair] = days
				}
			}
			seen := metering.VisibleDays(p, metering.Site{ParticipantID: site.ID, Period: activeDays(site)})
			if err := t.add(of[n], own, past.Intersect(seen)); err != nil {
				return Value{}, err
			}
		}
	}
	return t.value()
}

// maxMonths is the longest range of one answer.
const maxMonths = 12

func activeDays(site participant.Participant) civil.Range {
	if site.Activation == nil {
		return civil.Range{}
	}
	return *site.Activation
}

// valued asks for the right to a value, and finds whose it is.
func (s *Service) valued(ctx context.Context, p policy.Principal, in ValueInput) (op operation.Operation, sites []participant.Participant, err error) {
	if !in.ParticipantID.IsZero() {
		op, site, err := s.enter(ctx, p, read, in.ParticipantID)
		return op, []participant.Participant{site}, err
	}
	if err := s.Guard.Operation(ctx, p, wholeValue, in.OperationID); err != nil {
		return op, nil, err
	}
	if op, err = s.Operations.ByID(ctx, in.OperationID); err != nil {
		return op, nil, err
	}
	if err := op.Require(operation.FeatureBillCheck); err != nil {
		return op, nil, err
	}
	all, err := s.Sites.OfOperation(ctx, op.ID)
	for _, site := range all {
		if site.Consumes() && activeDays(site).Overlaps(in.Days) {
			sites = append(sites, site)
		}
	}
	return op, sites, err
}

// Supplied prices them by the contracts of supply. A price that depends on the hour takes whole known
// days. It is for other contexts, after their own permission check.
func (s *Service) Supplied(ctx context.Context, p policy.Principal, q Suppliers) (map[id.ID]Supplied, error) {
	ids := make([]id.ID, len(q.Sites))
	for n, site := range q.Sites {
		ids[n] = site.ID
	}
	told, err := s.Configs.Of(ctx, ids)
	if err != nil {
		return nil, err
	}
	all, err := s.Tariffs.All(ctx, MostTRV)
	if err != nil {
		return nil, err
	}
	of := make(map[id.ID]Supply, len(told))
	for _, c := range told {
		of[c.ParticipantID] = c.Supply
	}
	out, hourly := make(map[id.ID]Supplied, len(q.Sites)), 0
	for _, site := range q.Sites {
		one := Supplied{Basis: ByContract, Months: map[civil.Month]Cost{}}
		supply, known := of[site.ID]
		if !known && q.Assume {
			one.Basis, known = ByRegulation, true
			supply = Supply{ConsumerType: site.ConsumerType(), ContractType: Base, OnTRV: true}
		}
		var refused error
		switch {
		case !known || supply.Check() != nil:
			one.Basis = ""
			one.without(q, NoContract)
		case supply.ContractType == Base:
			refused = one.even(q, supply, all, site)
		case hourly >= MostHourly:
			one.without(q, TooManyRead)
		default:
			hourly++
			refused = s.byHour(ctx, p, q, one, supply, all, site)
		}
		if refused != nil {
			return nil, refused
		}
		out[site.ID] = one
	}
	return out, nil
}

// byHour prices months step by step.
func (s *Service) byHour(ctx context.Context, p policy.Principal, q Suppliers, one Supplied, supply Supply, all Tariff, site participant.Participant) error {
	sums := map[civil.Month]*big.Int{}
	for _, m := range civil.MonthsOf(q.Days) {
		one.Months[m] = Cost{Why: NoData}
	}
	for from := q.Days.From; from < q.Days.To; {
		days := civil.Range{From: from, To: min(q.Days.To, civil.MonthOf(from).Add(hourlyMonths).First())}
		from = days.To
		curve, err := s.Curves.ParticipantCurve(ctx, p, drawing.CurveInput{ParticipantID: site.ID, Scope: metering.ScopeOf(metering.Consumer),
			Natures: []metering.Nature{metering.Conso, metering.Autoconso}, Days: days, Resolution: drawing.Raw})
		if err != nil {
			return err
		}
		steps, lacks := stepsOf(curve, days, site.Activation)
		for _, st := range steps {
			m := civil.MonthOf(st.Day)
			cost := one.Months[m]
			if lacks[st.Day] != "" || cost.Why == NoTariff {
				continue
			}
			price, _, why, refused := supply.priceOn(all, site, st.Day)
			if why != "" || refused != nil {
				one.Months[m] = Cost{Why: NoTariff}
				continue
			}
			if sums[m] == nil {
				sums[m], cost = new(big.Int), Cost{}
			}
			peak, offPeak := supply.slotsOf(st.Day)
			atPeak := st.Supplier * energy.MilliWh(supply.peakMinutes(st.From, st.Minutes)) / energy.MilliWh(st.Minutes)
			high := price.Of(peak)
			low := price.Of(offPeak)
			sums[m].Add(sums[m], parts(atPeak, high, 0))
			sums[m].Add(sums[m], parts(st.Supplier-atPeak, low, 0))
			cost.Energy += st.Supplier
			one.Months[m] = cost
		}
	}
	for m, sum := range sums {
		cost := one.Months[m]
		if cost.Why != "" {
			continue
		}
		amount, err := cents(sum)
		if err != nil {
			return err
		}
		cost.Amount = amount
		one.Months[m] = cost
	}
	return nil
}

// LastGrids are the grids of the regulated tariff that are in force today, of individuals first.
// Error: forbidden.
func (s *Service) LastGrids(ctx context.Context, p policy.Principal) ([]Grid, error) {
	if err := s.Guard.Global(ctx, p, readTRV); err != nil {
		return nil, err
	}
	all, err := s.Tariffs.All(ctx, MostTRV)
	var out []Grid
	for _, c := range []party.ConsumerType{party.Individual, party.Professional} {
		if g, ok := all.On(c, civil.Paris.DateOf(s.Now())); ok {
			out = append(out, g)
		}
	}
	return out, err
}

// CreateTRVPrice stores a price of the regulated tariff. Errors: forbidden, economy.trvInvalid with
// those of the fields, economy.trvTaken, economy.trvTooMany.
func (s *Service) CreateTRVPrice(ctx context.Context, p policy.Principal, t TRVPrice) (TRVPrice, error) {
	if err := s.Guard.Global(ctx, p, createTRV); err != nil {
		return t, err
	}
	if err := t.Check(); err != nil {
		return t, err
	}
	t.ID, t.Source, t.Version, t.CreatedAt = id.New(), strings.TrimSpace(t.Source), 1, s.Now().UTC()
	return t, s.Tx.InTx(ctx, p.Change(createTRV, "", trvKind, t.ID), func(ctx context.Context) error {
		all, err := s.Tariffs.All(ctx, MostTRV)
		if err == nil && len(all) >= MostTRV {
			err = ErrTRVTooMany.With("max", MostTRV)
		}
		if err != nil {
			return err
		}
		return s.Tariffs.Add(ctx, t)
	})
}

// trvKind names prices of the regulated tariff in the audit trail.
const trvKind = "trvPrice"

// UpdateTRVPrice replaces what a price says; its consumers, contract, day and power stay or change with
// it. Errors: forbidden, notFound, object.changed, those of CreateTRVPrice.
func (s *Service) UpdateTRVPrice(ctx context.Context, p policy.Principal, priceID id.ID, over int, changed func(TRVPrice) TRVPrice) (t TRVPrice, err error) {
	if err := s.Guard.Global(ctx, p, updateTRV); err != nil {
		return t, err
	}
	return t, s.Tx.InTx(ctx, p.Change(updateTRV, "", trvKind, priceID), func(ctx context.Context) error {
		was, err := s.trvPrice(ctx, priceID, over)
		if err != nil {
			return err
		}
		t = changed(was)
		t.ID, t.Version, t.CreatedAt, t.Source = was.ID, was.Version+1, was.CreatedAt, strings.TrimSpace(t.Source)
		if err := t.Check(); err != nil {
			return err
		}
		ok, err := s.Tariffs.Save(ctx, t)
		if err == nil && !ok {
			err = fault.ObjectChanged
		}
		return err
	})
}

// trvPrice finds a price; over is the version that was seen, 0 = any.
func (s *Service) trvPrice(ctx context.Context, priceID id.ID, over int) (TRVPrice, error) {
	all, err := s.Tariffs.All(ctx, MostTRV)
	if err != nil {
		return TRVPrice{}, err
	}
	n := slices.IndexFunc(all, func(t TRVPrice) bool { return t.ID == priceID })
	if n < 0 {
		return TRVPrice{}, policy.ErrNotFound
	}
	if over != 0 && all[n].Version != over {
		return TRVPrice{}, fault.ObjectChanged
	}
	return all[n], nil
}
