package metering

import (
	"context"
	"math"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
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
	Start           time.Time
	Step            string // ISO 8601; P1D and P1M are civil
	SourceStep      string
	ProvisionalFrom *time.Time
	Series          []CurveSeries
}

// CurveSeries is one curve of an answer, in mWh; Gap = no value.
type CurveSeries struct {
	Nature Nature
	Scope  Scope
	Values []int64
}

// CurveInput asks for curves.
type CurveInput struct {
	OperationID   id.ID // or
	ParticipantID id.ID
	Scope         Scope
	Natures       []Nature // none = all that there are
	ProducerID    id.ID    // of a consumer: only what came from this producer
	Days          civil.Range
	Resolution    Resolution
	Known         string // If-None-Match
}

// OperationCurve is the summed curves of an operation, from its rollups.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) OperationCurve(ctx context.Context, p policy.Principal, in CurveInput) (LoadCurve, error) {
	if err := s.guard.Operation(ctx, p, permRead, in.OperationID); err != nil {
		return LoadCurve{}, err
	}
	q, unchanged, err := s.ask(ctx, p, in.OperationID, in.Days, in.Natures, in.Known, "curve", in.Resolution)
	if err != nil || unchanged {
		return LoadCurve{Tag: q.tag, Unchanged: unchanged}, err
	}
	resolution := in.Resolution.resolve(in.Days.Days())
	sums, err := s.rollups.Sums(ctx, in.OperationID, SumQuery{Months: civil.MonthsOf(in.Days), Natures: q.natures,
		Chunks: resolution == Raw || resolution == Hour})
	if err != nil {
		return LoadCurve{}, err
	}
	d := drawing{question: q, resolution: resolution, scope: ScopeGlobal, asked: in.Natures, within: in.Days}
	for _, m := range sums {
		d.months = append(d.months, curveMonth{m.Month, m.Nature, m.Side, m.Step, m.Days, m.Chunk})
	}
	return d.draw()
}

// ParticipantCurve is the curves of one site, within its activation; participants see
// their own dates only. Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) ParticipantCurve(ctx context.Context, p policy.Principal, in CurveInput) (LoadCurve, error) {
	operationID, err := s.guard.Participant(ctx, p, permRead, in.ParticipantID)
	if err != nil {
		return LoadCurve{}, err
	}
	q, unchanged, err := s.ask(ctx, p, operationID, in.Days, in.Natures, in.Known, "curve", in.ParticipantID, in.Scope, in.ProducerID, in.Resolution)
	if err != nil {
		return LoadCurve{}, err
	}
	view, err := q.site(ctx, in.ParticipantID, in.Scope, in.ProducerID)
	if err != nil || unchanged {
		return LoadCurve{Tag: q.tag, Unchanged: unchanged}, err
	}
	months, err := view.months(ctx, civil.MonthsOf(view.within), q.natures)
	if err != nil {
		return LoadCurve{}, err
	}
	d := drawing{question: q, resolution: in.Resolution.resolve(in.Days.Days()), scope: ScopeOf(view.side), asked: in.Natures,
		within: view.within, months: months}
	return d.draw()
}
