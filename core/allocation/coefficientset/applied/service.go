// Package applied says by what energy is shared on some days: keys, and the coefficients that were
// made or sent for their months.
package applied

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/timeline"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// Deps are what the service works with.
type Deps struct {
	Coefficients coefficientset.CoefficientSets
	Participants allocation.Participants
	Timeline     *timeline.Service
}

// Service answers by what energy was shared.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// KeysIn is the keys in force on some days, in their order, without a hole. It is for
// other contexts, after their own permission check. Error: operation.notFound.
func (s *Service) KeysIn(ctx context.Context, operationID id.ID, days civil.Range) ([]allocation.Span, error) {
	o, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil {
		return nil, err
	}
	return s.WithSets(ctx, o, line.Spans(days))
}

// WithSets gives spans of simple_dynamic the coefficients of their months, cut at the
// ends of months. A month without any is shared by default.
func (s *Service) WithSets(ctx context.Context, o operation.Operation, spans []allocation.Span) ([]allocation.Span, error) {
	if !slices.ContainsFunc(spans, func(span allocation.Span) bool { return span.Key.Type == allocation.SimpleDynamic }) {
		return spans, nil
	}
	sites, err := s.sitesByID(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	var out []allocation.Span
	for _, span := range spans {
		if span.Key.Type != allocation.SimpleDynamic {
			out = append(out, span)
			continue
		}
		for m := civil.MonthOf(span.Days.From); m <= civil.MonthOf(span.Days.Last()); m++ {
			piece := allocation.Span{Days: span.Days.Intersect(m.Range()), Key: span.Key, Sites: sites}
			if piece.Sets, err = s.imported(ctx, o.ID, m); err != nil {
				return nil, err
			}
			out = append(out, piece)
		}
	}
	return out, nil
}

// sitesByID are those that take part on some day.
func (s *Service) sitesByID(ctx context.Context, operationID id.ID) (map[id.ID]allocation.Site, error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	sites := map[id.ID]allocation.Site{}
	for _, p := range all {
		if p.Activation != nil {
			sites[p.ID] = allocation.Site{ID: p.ID, Name: p.Name, DsoID: p.DsoID, Period: *p.Activation}
		}
	}
	return sites, err
}

// AppliedIn is what an operator that shares itself shared by on some days: the
// coefficients that it has of a month, else the keys in force as KeysIn has them. It is
// for other contexts, after their own permission check. Error: operation.notFound.
func (s *Service) AppliedIn(ctx context.Context, operationID id.ID, days civil.Range) ([]allocation.Span, error) {
	o, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil {
		return nil, err
	}
	spans, err := s.WithSets(ctx, o, line.Spans(days))
	if err != nil || o.DSO.Capabilities().AllocatesHere {
		return spans, err
	}
	sets, err := s.Coefficients.Current(ctx, operationID, coefficientset.MonthsOf(days), false)
	if err != nil {
		return nil, err
	}
	sent := map[civil.Month]coefficientset.CoefficientSet{}
	for m, of := range coefficientset.ByMonth(sets) {
		if set := of.Sent(); set != nil {
			if sent[m], err = s.Coefficients.ByID(ctx, operationID, set.ID, true); err != nil {
				return nil, err
			}
		}
	}
	if len(sent) == 0 {
		return spans, nil
	}
	sites, err := s.sitesByID(ctx, operationID)
	if err != nil {
		return nil, err
	}
	var out []allocation.Span
	for _, span := range spans {
		for m := civil.MonthOf(span.Days.From); m <= civil.MonthOf(span.Days.Last()); m++ {
			piece := span
			piece.Days = span.Days.Intersect(m.Range())
			if set, ok := sent[m]; ok {
				piece.Key.Type, piece.Sets, piece.Sites = allocation.SimpleDynamic, set.Sets(), sites
			}
			out = append(out, piece)
		}
	}
	return out, nil
}

func (s *Service) imported(ctx context.Context, operationID id.ID, m civil.Month) ([]coefficient.Set, error) {
	sets, err := s.Coefficients.Current(ctx, operationID, []civil.Month{m}, true)
	if err != nil || len(sets) == 0 {
		return nil, err
	}
	return sets[0].Sets(), nil
}
