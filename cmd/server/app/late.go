package app

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/policy"
)

// Contexts know each other one way only. What a lower one must tell a higher one is an event
// (events.go); what it asks of one is answered by a store, where that is a question to the
// database. What is left needs the arithmetic of a higher context, which in turn needs the
// lower one: these two find the higher service when they are called, and nothing else does.

// lateEnergies gives allocation the curves of a month as metering reads them: decoded, on one
// grid, with the days of each site (allocation.Energies). Metering itself needs the keys of
// allocation to sum the month.
type lateEnergies struct{ *App }

func (l lateEnergies) MonthEnergies(ctx context.Context, operationID id.ID, month civil.Month) (allocation.MonthEnergies, error) {
	e, err := l.Services.Metering.Billable.Energies(ctx, operationID, month)
	if err != nil {
		return allocation.MonthEnergies{}, err
	}
	out := allocation.MonthEnergies{Month: month, Algorithm: e.Algorithm, Start: e.Start, Step: e.Step, Starts: e.Starts,
		Consumers: keySites(e.Consumers), Producers: keySites(e.Producers), Gaps: keySites(e.Gaps), Without: keySites(e.Without),
		Consumption: e.Consumption, Production: e.Production, Missing: make([]bool, e.N)}
	at := 0
	for _, run := range e.Quality {
		for range run.Count {
			out.Missing[at] = run.Quality == loadcurve.Missing
			at++
		}
	}
	return out, nil
}

func keySites(sites []metering.Site) []allocation.Site {
	out := make([]allocation.Site, len(sites))
	for i, s := range sites {
		out[i] = allocation.Site{ID: s.ParticipantID, Name: s.Name, DsoID: s.DsoID, Period: s.Period}
	}
	return out
}

// lateExpectations keeps what allocation computes as curves of metering, under its locks, and
// reads the figures compared with them (replay.Expectations). The same circle.
type lateExpectations struct{ *App }

// Lock keeps the curves of a month as they are.
func (l lateExpectations) Lock(ctx context.Context, operationID id.ID, month civil.Month) error {
	return l.Services.Metering.Rollup.LockMonth(ctx, operationID, month)
}

// MonthsSince lists the months with curves.
func (l lateExpectations) MonthsSince(ctx context.Context, operationID id.ID, from civil.Date) ([]civil.Month, error) {
	return l.Services.Metering.Rollup.MonthsSince(ctx, operationID, from)
}

// Put compares or stores an expectation.
func (l lateExpectations) Put(ctx context.Context, operationID id.ID, x replay.Expectation, write bool) (sites, different int, err error) {
	return l.Services.Metering.Billable.PutExpectation(ctx, operationID, billable.Expectation{Month: x.Month, Step: x.Step,
		Consumers: meteringSites(x.Consumers), Producers: meteringSites(x.Producers), Shared: x.Shared, Given: x.Given, Production: x.Production,
		Missing: x.Missing}, write)
}

// Days reads what consumers received day by day.
func (l lateExpectations) Days(ctx context.Context, operationID id.ID, days civil.Range) ([]replay.SiteDays, error) {
	received, err := l.Services.Metering.Billable.Received(ctx, operationID, days)
	out := make([]replay.SiteDays, len(received))
	for i, r := range received {
		out[i].Site = keySites([]metering.Site{r.Site})[0]
		for _, d := range r.Days {
			out[i].Days = append(out[i].Days, replay.DayShares(d))
		}
	}
	return out, err
}

// Contradictions reads the days on which pairs are in doubt.
func (l lateExpectations) Contradictions(ctx context.Context, operationID id.ID, days civil.Range) ([]replay.Contradiction, error) {
	doubts, err := l.Services.Metering.Billable.Doubts(ctx, operationID, days)
	out := make([]replay.Contradiction, len(doubts))
	for i, d := range doubts {
		out[i] = replay.Contradiction{Site: keySites([]metering.Site{d.Site})[0], Day: d.Day, Steps: d.Steps, Energy: d.Energy}
	}
	return out, err
}

// At is what a site received at one step.
func (l lateExpectations) At(ctx context.Context, operationID id.ID, dsoID string, month civil.Month, width time.Duration, step int) (energy.MilliWh, bool, error) {
	return l.Services.Metering.Billable.ReceivedAt(ctx, operationID, dsoID, month, width, step)
}

// Flows reads the operator's figures between all sites.
func (l lateExpectations) Flows(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) (replay.Flows, error) {
	d, err := l.Services.Metering.Distribution.Distribution(ctx, p, distribution.DistributionInput{OperationID: operationID, Days: days, Top: maxLines})
	if err != nil {
		return replay.Flows{}, err
	}
	out := replay.Flows{Consumers: flowEnds(d.Consumers), Producers: flowEnds(d.Producers)}
	for _, f := range d.Flows {
		if !f.ConsumerID.IsZero() && !f.ProducerID.IsZero() {
			out.Cells = append(out.Cells, replay.FlowCell{ProducerID: f.ProducerID, ConsumerID: f.ConsumerID, Shared: f.Shared})
		}
	}
	return out, nil
}

// maxLines of a side are told apart in a matrix; what is beyond is one sum, left out.
const maxLines = 1000

func flowEnds(shares []distribution.Share) []replay.FlowEnd {
	var out []replay.FlowEnd
	for _, s := range shares {
		if s.ParticipantID.IsZero() {
			continue
		}
		end := replay.FlowEnd{Site: allocation.Site{ID: s.ParticipantID, Name: s.Name}}
		for nature, to := range map[metering.Nature]**energy.MilliWh{metering.Conso: &end.Consumption, metering.Prod: &end.Production,
			metering.Autoconso: &end.Shared, metering.Surplus: &end.Surplus} {
			if s.Knows(nature) {
				value := map[metering.Nature]energy.MilliWh{metering.Conso: s.Consumption, metering.Prod: s.Production,
					metering.Autoconso: s.Shared, metering.Surplus: s.Surplus}[nature]
				*to = &value
			}
		}
		out = append(out, end)
	}
	return out
}

func meteringSites(sites []allocation.Site) []metering.Site {
	out := make([]metering.Site, len(sites))
	for i, s := range sites {
		out[i] = metering.Site{ParticipantID: s.ID, Name: s.Name, DsoID: s.DsoID, Period: s.Period}
	}
	return out
}
