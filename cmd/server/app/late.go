package app

import (
	"cmp"
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/pairing"
	"github.com/openpmo/pmo/core/participant"
)

// Contexts know each other one way only. Where a lower one is told of or asks
// something that a higher one knows, it does so through one of these, which finds
// the higher service when it is called.

// lateMetering gives participant and allocation what metering does.
type lateMetering struct{ *App }

// Rebuild sums the months again whose perimeter changed (participant.Rollups).
func (l lateMetering) Rebuild(ctx context.Context, operationID id.ID, days civil.Range) error {
	return l.Services.Metering.Rollup.Rebuild(ctx, operationID, days)
}

// KeyChanged finds again who had what from whom (key.Curves).
func (l lateMetering) KeyChanged(ctx context.Context, operationID id.ID, from civil.Date) error {
	return l.Services.Metering.Rollup.KeyChanged(ctx, operationID, from)
}

// MonthsSince lists months with curves (key.Curves).
func (l lateMetering) MonthsSince(ctx context.Context, operationID id.ID, from civil.Date) ([]civil.Month, error) {
	return l.Services.Metering.Rollup.MonthsSince(ctx, operationID, from)
}

// LatestDays of operations (operation.DataDates).
func (l lateMetering) LatestDays(ctx context.Context, operationIDs []id.ID) (map[id.ID]civil.Date, error) {
	return l.Services.Metering.Billable.LatestDay(ctx, operationIDs)
}

// LatestDaysOfSites is that of participants (operation.LatestData).
func (l lateMetering) LatestDaysOfSites(ctx context.Context, participantIDs []id.ID) (map[id.ID]civil.Date, error) {
	return l.Services.Metering.Billable.LatestDays(ctx, participantIDs)
}

// lateJobs enqueues what metering starts (ingest.Queue).
type lateJobs struct{ *App }

func (l lateJobs) CurveImport(ctx context.Context, importID id.ID) error {
	return l.wiring.curveImports().CurveImport(ctx, importID)
}

// lateBilling tells metering what is invoiced (rollup.Invoices), and participant who
// is billed (participant.Billing) and until when (participant.Invoices); it hears who
// leaves (participant.Leavings).
type lateBilling struct{ *App }

// BilledAs finds the entities of participants.
func (l lateBilling) BilledAs(ctx context.Context, operationID id.ID, participantIDs []id.ID) (map[id.ID]participant.BilledAs, error) {
	return l.Services.Billing.Entities.BilledAs(ctx, operationID, participantIDs)
}

// ParticipantLeaves tells of the last day of a site (participant.Leavings).
func (l lateBilling) ParticipantLeaves(ctx context.Context, operationID, participantID id.ID, lastDay civil.Date) error {
	return l.Services.Billing.Invoices.ParticipantLeaves(ctx, operationID, participantID, lastDay)
}

// LastInvoiced is the last invoiced day of a range (participant.Invoices).
func (l lateBilling) LastInvoiced(ctx context.Context, operationID id.ID, days civil.Range) (*civil.Date, error) {
	return l.Services.Billing.Invoices.LastInvoiced(ctx, operationID, days)
}

// Touching is the published invoices that bill days of sites (participant.Invoices).
func (l lateBilling) Touching(ctx context.Context, operationID id.ID, asked []participant.SiteDays) ([]participant.Touch, error) {
	return l.Services.Billing.Invoices.Touching(ctx, operationID, asked)
}

// Invoiced reports whether a month is billed (rollup.Invoices, key.Invoices).
func (l lateBilling) Invoiced(ctx context.Context, operationID id.ID, month civil.Month) (bool, error) {
	return l.Services.Billing.Invoices.Invoiced(ctx, operationID, month)
}

// NotCharged reports whether a month was billed without anything to pay (rollup.Invoices).
func (l lateBilling) NotCharged(ctx context.Context, operationID id.ID, month civil.Month) (bool, error) {
	return l.Services.Billing.Invoices.NotCharged(ctx, operationID, month)
}

// sharingKeys gives metering the keys of allocation as things that share
// (pairing.Keys).
type sharingKeys struct{ *App }

func (k sharingKeys) KeysIn(ctx context.Context, operationID id.ID, q pairing.KeyQuery) ([]pairing.KeySpan, error) {
	keys := k.Services.Allocation.CoefficientSet.KeysIn
	if q.Applied {
		keys = k.Services.Allocation.CoefficientSet.AppliedIn
	}
	spans, err := keys(ctx, operationID, q.Days)
	if err != nil {
		return nil, err
	}
	var out []pairing.KeySpan
	for _, s := range spans {
		s.Step, s.Key.Algorithm = q.Step, cmp.Or(q.Algorithm, s.Key.Algorithm)
		shares, err := s.For(q.Consumers, q.Producers)
		if err != nil {
			return nil, err
		}
		if !shares.ByProducer() {
			out = append(out, pairing.KeySpan{Days: s.Days, Allocator: shares})
			continue
		}
		for day := s.Days.From; day < s.Days.To; day++ {
			one := s
			one.Days = civil.Range{From: day, To: day + 1}
			if shares, err = one.For(q.Consumers, q.Producers); err != nil {
				return nil, err
			}
			out = append(out, pairing.KeySpan{Days: one.Days, Allocator: shares})
		}
	}
	return out, nil
}
