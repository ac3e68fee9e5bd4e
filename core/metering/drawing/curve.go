package drawing

import (
	"context"
	"math"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/view"
	"github.com/openpmo/pmo/core/policy"
)

// Resolution is the width of a step of an answer (specification section 7).
type Resolution string

// The resolutions. Auto is raw up to 8 days, hour up to 64, else day.
const (
	Auto    Resolution = "auto"
	Raw     Resolution = "raw"
	Hour    Resolution = "hour"
	Daily   Resolution = "day"
	Monthly Resolution = "month"
)

// resolve chooses for auto.
func (r Resolution) resolve(days int) Resolution {
	switch {
	case r != Auto && r != "":
		return r
	case days <= 8:
		return Raw
	case days <= 64:
		return Hour
	}
	return Daily
}

// Gap stands for a missing value in CurveSeries.Values.
const Gap = math.MinInt64

// LoadCurve is an answer: some curves on one grid.
type LoadCurve struct {
	Revision        metering.Revision // when Unchanged nothing else is filled
	Unchanged       bool
	Zone            civil.Zone
	Days            civil.Range
	Start           time.Time
	Step            string // ISO 8601; P1D and P1M are civil
	SourceStep      string
	ProvisionalFrom *time.Time
	Series          []CurveSeries
	ACI             *CurveSeries        // made and used on the spot; only with ACI
	Received        *CurveSeries        // of a consumer seen from one producer: from all of them
	Compared        *dashboard.Compared // where asked for; nil where too few days can be compared
	Totals          *dashboard.Metrics  // of the operator's figures; nil where the operator offers metrics
}

// CurveSeries is one curve of an answer, in mWh; Gap = no value.
type CurveSeries struct {
	Nature metering.Nature
	Scope  metering.Scope
	Origin metering.Origin
	Values []int64
	// Energy is all that is known in the days asked for, as Metrics count it: also of steps
	// that are gaps in Values because one of several sites lacks them. Nil = nothing is.
	Energy *energy.MilliWh
	// Qualities of the values in their order, the lowest of all that a value sums;
	// nil where they were not asked for.
	Qualities loadcurve.Runs
}

// CurveInput asks for curves.
type CurveInput struct {
	OperationID   id.ID // or
	ParticipantID id.ID
	Scope         metering.Scope    // none = Global; of a site see MetricsInput
	Natures       []metering.Nature // none = all that there are
	ProducerID    id.ID             // of a consumer: only what came from this producer
	Days          civil.Range
	Resolution    Resolution
	Origin        metering.Origin      // zero = DSO
	Quality       bool                 // tell that of each value
	Compare       dashboard.Comparison // also compare the totals with an earlier period, of origin DSO
	Known         []metering.Revision  // If-None-Match
}

// Bounds are the instants at which the steps of a curve begin, and its end.
func (c LoadCurve) Bounds() []time.Time {
	var out []time.Time
	switch c.Step {
	case "P1D":
		for d := c.Days.From; d <= c.Days.To; d++ {
			out = append(out, c.Zone.Start(d))
		}
	case "P1M":
		for _, m := range civil.MonthsOf(c.Days) {
			out = append(out, c.Zone.Start(max(m.First(), c.Days.From)))
		}
		out = append(out, c.Zone.Start(c.Days.To))
	default:
		end := c.Zone.Start(c.Days.To)
		for at := c.Start; !at.After(end); at = at.Add(stepOfISO(c.Step)) {
			out = append(out, at)
		}
	}
	return out
}

// CurveExport is curves to be written to a file, with the quality of each value. Only
// the operator's figures are exported (domain 6.6).
type CurveExport struct {
	LoadCurve
	// Subject names whose curves these are: the operation's external id, or the number
	// of the site.
	Subject string
}

// stepOfISO reads what ISOStep wrote.
func stepOfISO(iso string) time.Duration {
	for _, s := range []int32{300, 600, 900, 1800} {
		if ISOStep(s) == iso {
			return metering.Seconds(s)
		}
	}
	return metering.Hour
}

// comparedOperation adds to the curves of an operation what they are compared with: the totals of
// operators that offer no metrics come with curves (domain 7).
func comparedOperation(ctx context.Context, q view.Question, out *LoadCurve, with dashboard.Comparison) error {
	if with == "" {
		return nil
	}
	sums, err := q.Monthly.Sums(ctx, q.Known, q.Op.ID, dashboard.ComparedMonths(q.Days, metering.AllDays), q.Natures)
	if err != nil {
		return err
	}
	out.Compared = dashboard.TallyOf(q, sums, metering.ScopeGlobal).Compared(with)
	return nil
}

// comparedSite is the same of a site. Seen from one producer, what was received is what came
// from there; complement and rates count all producers.
func comparedSite(ctx context.Context, v view.SiteView, p policy.Principal, out *LoadCurve, with dashboard.Comparison) error {
	if with == "" {
		return nil
	}
	from := v.ProducerID
	v.ProducerID = ""
	of := func() (*dashboard.Compared, error) {
		span := metering.VisibleDays(p, v.Site)
		months, err := v.Months(ctx, dashboard.ComparedMonths(v.Days, span), v.Natures)
		return dashboard.Tally{Question: v.Question, Scope: v.Scope, Within: span, Months: months}.Compared(with), err
	}
	var err error
	if out.Compared, err = of(); err != nil || from.IsZero() || !v.Scope.Covers(metering.Consumer) {
		return err
	}
	v.ProducerID = from
	came, err := of()
	out.Compared.SeenFrom(came)
	return err
}
