package readings

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/policy"
)

// PeriodReadings stores readings, one of each site, nature, side and period.
type PeriodReadings interface {
	// Write stores readings, no two of the same, and tells how many are new or changed.
	// An initial one leaves a corrective one of the same days as it is.
	Write(ctx context.Context, operationID, importID id.ID, receivedAt time.Time, readings []metering.PeriodReading) (changed int, err error)
	// Written is the latest import that replaced readings of another one and was not undone
	// since; none when there is none.
	Written(ctx context.Context, operationID, importID id.ID) (later id.ID, err error)
	// Restore takes away the readings of an import and brings back what they replaced.
	Restore(ctx context.Context, operationID, importID id.ID) error
	// List reads those that share a day with r, by first day, site, nature and side.
	List(ctx context.Context, operationID id.ID, r civil.Range) ([]metering.StoredReading, error)
}

// sees reports whether all days of a check may be seen.
func sees(p policy.Principal, sites []metering.Site, c metering.ReadingCheck) bool {
	return slices.ContainsFunc(sites, func(s metering.Site) bool { return s.DsoID == c.DsoID && metering.VisibleDays(p, s).Covers(c.Days) })
}

// spanOf is the days from the first to the last of readings and months.
func spanOf(readings []metering.PeriodReading, months []civil.Month) civil.Range {
	span := civil.Range{From: civil.Forever, To: civil.Min}
	add := func(r civil.Range) { span = civil.Range{From: min(span.From, r.From), To: max(span.To, r.To)} }
	for _, r := range readings {
		add(r.Days)
	}
	for _, m := range months {
		add(m.Range())
	}
	return span
}
