package metering

import (
	"cmp"
	"context"
	"math"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/policy"
)

// Resolution is the width of a step of an answer (decisions 9.6).
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
	Tag             string // ETag; when Unchanged nothing else is filled
	Unchanged       bool
	Zone            civil.Zone
	Days            civil.Range
	Start           time.Time
	Step            string // ISO 8601; P1D and P1M are civil
	SourceStep      string
	ProvisionalFrom *time.Time
	Series          []CurveSeries
	ACI             *CurveSeries // made and used on the spot; only with ACI
	Received        *CurveSeries // of a consumer seen from one producer: from all of them
	Compared        *Compared    // where asked for; nil where too few days can be compared
}

// CurveSeries is one curve of an answer, in mWh; Gap = no value.
type CurveSeries struct {
	Nature Nature
	Scope  Scope
	Origin Origin
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
	Scope         Scope    // none = Global; of a site see MetricsInput
	Natures       []Nature // none = all that there are
	ProducerID    id.ID    // of a consumer: only what came from this producer
	Days          civil.Range
	Resolution    Resolution
	Origin        Origin     // zero = DSO
	Quality       bool       // tell that of each value
	Compare       Comparison // also compare the totals with an earlier period, of origin DSO
	Known         string     // If-None-Match
}

// OperationCurve is the summed curves of an operation, from its rollups.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) OperationCurve(ctx context.Context, p policy.Principal, in CurveInput) (LoadCurve, error) {
	if err := s.guard.Operation(ctx, p, permRead, in.OperationID); err != nil {
		return LoadCurve{}, err
	}
	return s.operationCurve(ctx, p, in)
}

func (s *Service) operationCurve(ctx context.Context, p policy.Principal, in CurveInput) (LoadCurve, error) {
	q, unchanged, err := s.askBack(ctx, p, in.OperationID, in.Days, in.Compare.since(in.Days), in.Natures, in.Known, "curve", in.Scope, in.Resolution, in.Quality, in.Origin, in.Compare)
	if err != nil {
		return LoadCurve{}, err
	}
	d := drawing{question: q, resolution: in.Resolution.resolve(in.Days.Days()), scope: cmp.Or(in.Scope, ScopeGlobal), asked: in.Natures, within: in.Days, quality: in.Quality}
	if in.Origin == Expected {
		return d.expected(ctx, "", in.Known)
	}
	if unchanged {
		return LoadCurve{Tag: q.tag, Unchanged: true}, nil
	}
	var sums []SumMonth
	if months := civil.MonthsOf(in.Days); d.resolution == Raw || d.resolution == Hour || d.quality {
		sums, err = s.rollups.Sums(ctx, in.OperationID, SumQuery{Months: months, Natures: q.withACI(), Chunks: true})
	} else {
		sums, err = s.sums(ctx, q.known, in.OperationID, months, q.withACI())
	}
	d.add(sums)
	if err != nil {
		return LoadCurve{}, err
	}
	out, err := d.draw()
	if err != nil {
		return LoadCurve{}, err
	}
	return out, q.compared(ctx, &out, in.Compare)
}

func (d *drawing) add(sums []SumMonth) {
	for _, m := range sums {
		d.months = append(d.months, curveMonth{m.Month, m.Nature, m.Side, m.Step, m.Days, m.Chunk})
	}
}

// ParticipantCurve is the curves of one site, within its activation; participants see
// their own dates only. Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) ParticipantCurve(ctx context.Context, p policy.Principal, in CurveInput) (LoadCurve, error) {
	operationID, err := s.guard.Participant(ctx, p, permRead, in.ParticipantID)
	if err != nil {
		return LoadCurve{}, err
	}
	return s.participantCurve(ctx, p, operationID, in)
}

func (s *Service) participantCurve(ctx context.Context, p policy.Principal, operationID id.ID, in CurveInput) (LoadCurve, error) {
	q, unchanged, err := s.askBack(ctx, p, operationID, in.Days, in.Compare.since(in.Days), in.Natures, in.Known, "curve", in.ParticipantID, in.Scope, in.ProducerID, in.Resolution, in.Quality, in.Origin, in.Compare)
	if err != nil {
		return LoadCurve{}, err
	}
	view, err := q.site(ctx, in.ParticipantID, siteQuestion{in.Scope, in.Natures, in.ProducerID})
	if err != nil {
		return LoadCurve{}, err
	}
	compared := view
	d := drawing{question: view.question, resolution: in.Resolution.resolve(in.Days.Days()), scope: view.scope, asked: in.Natures,
		within: view.within, quality: in.Quality}
	if in.Origin == Expected {
		return d.expected(ctx, in.ParticipantID, in.Known)
	}
	if unchanged {
		return LoadCurve{Tag: q.tag, Unchanged: true}, nil
	}
	months := civil.MonthsOf(view.within)
	if d.months, err = view.months(ctx, months, view.natures); err != nil {
		return LoadCurve{}, err
	}
	onSpot, err := view.onSpot(ctx, months)
	if err != nil {
		return LoadCurve{}, err
	}
	d.months = append(d.months, onSpot...)
	if view.seenFromOne() && has(view.natures, Autoconso) {
		view.producerID = ""
		all, err := view.months(ctx, months, []Nature{Autoconso})
		if err != nil {
			return LoadCurve{}, err
		}
		d.received = sidesOf(all, view.scope)
	}
	out, err := d.draw()
	if err != nil {
		return LoadCurve{}, err
	}
	return out, compared.compared(ctx, p, &out, in.Compare)
}
