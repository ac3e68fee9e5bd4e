package allocation

import (
	"cmp"
	"context"
	"slices"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// DefaultDeadlineDay is the day of the next month by which coefficients are sent, where
// no setting says otherwise (domain 3.2; the operator's own rule is not public).
const DefaultDeadlineDay = 5

// CoefficientMonths lists the months of a range that have begun, newest first, with the
// coefficients of each. Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) CoefficientMonths(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) ([]CoefficientMonth, error) {
	if err := s.Guard.Operation(ctx, p, readCoefficients, operationID); err != nil {
		return nil, err
	}
	if err := checkDays(days); err != nil {
		return nil, err
	}
	o, line, err := s.sender(ctx, operationID)
	if err != nil {
		return nil, err
	}
	today := o.Zone().DateOf(s.Now())
	var months []civil.Month
	for m := civil.MonthOf(days.Last()); m >= civil.MonthOf(days.From); m-- {
		if m.First() <= today {
			months = append(months, m)
		}
	}
	// The month before the first too, for the difference.
	sets, err := s.Coefficients.Current(ctx, operationID, append(slices.Clone(months), civil.MonthOf(days.From)-1), true)
	if err != nil {
		return nil, err
	}
	shown := slices.IndexFunc(append(sets, CoefficientSet{}), func(set CoefficientSet) bool { return set.Month < civil.MonthOf(days.From) })
	if err := s.markOutdated(ctx, operationID, line, sets[:shown]); err != nil {
		return nil, err
	}
	of := byMonth(sets)
	out := make([]CoefficientMonth, len(months))
	sites, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	for i, m := range months {
		out[i] = s.coefficientMonth(line, sites, m, today, of)
	}
	return out, s.tellAll(ctx, operationID, sets)
}

// checkDays refuses ranges no question may have (decisions 3.1). Errors:
// range.reversed, range.tooLong.
func checkDays(r civil.Range) error {
	if r.IsEmpty() {
		return civil.ErrReversed.With("from", r.From.String()).With("to", r.Last().String()).At("dateFrom")
	}
	if err := r.AtMost(maxMonths); err != nil {
		return civil.ErrTooLong.With("months", maxMonths).At("dateTo")
	}
	return nil
}

// maxMonths is the longest range a question may have (specification section 5).
const maxMonths = 12

func (s *Service) coefficientMonth(line Timeline, sites []participant.Participant, m civil.Month, today civil.Date, of map[civil.Month]coefficientsOf) CoefficientMonth {
	out := CoefficientMonth{Month: m, Deadline: deadline(m, s.DeadlineDay), Current: of[m].last(), Sent: of[m].sent()}
	out.Needed = coefficientsNeeded(line, sites, m)
	out.DaysLeft = int(out.Deadline - today)
	out.Late = out.Needed && today > out.Deadline && out.Sent == nil
	if out.Sent == out.Current {
		out.Sent = nil
	}
	for _, set := range []*CoefficientSet{out.Current, out.Sent} {
		if set != nil {
			set.Previous = cmp.Or(of[m-1].sent(), of[m-1].last())
		}
	}
	return out
}

// tell fills what people read of a set: names, and the set of the month before.
func (s *Service) tell(ctx context.Context, set CoefficientSet) (CoefficientSet, error) {
	before, err := s.Coefficients.Current(ctx, set.OperationID, []civil.Month{set.Month - 1}, true)
	if err != nil {
		return CoefficientSet{}, err
	}
	set.Previous = cmp.Or(coefficientsOf(before).sent(), coefficientsOf(before).last())
	one := []CoefficientSet{set}
	err = s.tellAll(ctx, set.OperationID, one)
	return one[0], err
}

// tellAll fills the names of authors and sites.
func (s *Service) tellAll(ctx context.Context, operationID id.ID, sets []CoefficientSet) error {
	if len(sets) == 0 {
		return nil
	}
	var people []Config
	for _, set := range sets {
		people = append(people, Config{AuthorID: set.AuthorID})
		for _, e := range set.History {
			people = append(people, Config{AuthorID: e.AuthorID})
		}
	}
	if err := s.name(ctx, people); err != nil {
		return err
	}
	sites, err := s.siteNames(ctx, operationID)
	if err != nil {
		return err
	}
	for i := range sets {
		sets[i].Names, sets[i].Author, people = sites, people[0].Author, people[1:]
		for j := range sets[i].History {
			sets[i].History[j].Author, people = people[0].Author, people[1:]
		}
	}
	return nil
}

// siteNames says whose number each is: of two occupants the later.
func (s *Service) siteNames(ctx context.Context, operationID id.ID) (map[string]SiteName, error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	names, since := map[string]SiteName{}, map[string]civil.Date{}
	for _, p := range all {
		from := civil.Date(0)
		if p.Activation != nil {
			from = p.Activation.From
		}
		if _, ok := names[p.DsoID]; !ok || from >= since[p.DsoID] {
			names[p.DsoID], since[p.DsoID] = SiteName{p.ID, p.Name}, from
		}
	}
	return names, err
}

// withSets gives spans of simple_dynamic the coefficients of their months, cut at the
// ends of months. A month without any is shared by default.
func (s *Service) withSets(ctx context.Context, o operation.Operation, spans []Span) ([]Span, error) {
	if !slices.ContainsFunc(spans, func(span Span) bool { return span.Key.Type == SimpleDynamic }) {
		return spans, nil
	}
	sites, err := s.sitesByID(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	var out []Span
	for _, span := range spans {
		if span.Key.Type != SimpleDynamic {
			out = append(out, span)
			continue
		}
		for m := civil.MonthOf(span.Days.From); m <= civil.MonthOf(span.Days.Last()); m++ {
			piece := Span{Days: span.Days.Intersect(m.Range()), Key: span.Key, Sites: sites}
			if piece.Sets, err = s.imported(ctx, o.ID, m); err != nil {
				return nil, err
			}
			out = append(out, piece)
		}
	}
	return out, nil
}

// sitesByID are those that take part on some day.
func (s *Service) sitesByID(ctx context.Context, operationID id.ID) (map[id.ID]Site, error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	sites := map[id.ID]Site{}
	for _, p := range all {
		if p.Activation != nil {
			sites[p.ID] = Site{ID: p.ID, Name: p.Name, DsoID: p.DsoID, Period: *p.Activation}
		}
	}
	return sites, err
}

// AppliedIn is what an operator that shares itself shared by on some days: the
// coefficients that it has of a month, else the keys in force as KeysIn has them. It is
// for other contexts, after their own permission check. Error: operation.notFound.
func (s *Service) AppliedIn(ctx context.Context, operationID id.ID, days civil.Range) ([]Span, error) {
	o, line, err := s.timeline(ctx, operationID)
	if err != nil {
		return nil, err
	}
	spans, err := s.withSets(ctx, o, line.Spans(days))
	if err != nil || o.DSO.Capabilities().AllocatesHere {
		return spans, err
	}
	sets, err := s.Coefficients.Current(ctx, operationID, monthsOf(days), false)
	if err != nil {
		return nil, err
	}
	sent := map[civil.Month]CoefficientSet{}
	for m, of := range byMonth(sets) {
		if set := of.sent(); set != nil {
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
	var out []Span
	for _, span := range spans {
		for m := civil.MonthOf(span.Days.From); m <= civil.MonthOf(span.Days.Last()); m++ {
			piece := span
			piece.Days = span.Days.Intersect(m.Range())
			if set, ok := sent[m]; ok {
				piece.Key.Type, piece.Sets, piece.Sites = SimpleDynamic, set.Sets(), sites
			}
			out = append(out, piece)
		}
	}
	return out, nil
}

// monthsOf are those that some days touch.
func monthsOf(days civil.Range) (months []civil.Month) {
	for m := civil.MonthOf(days.From); m <= civil.MonthOf(days.Last()); m++ {
		months = append(months, m)
	}
	return months
}

func (s *Service) imported(ctx context.Context, operationID id.ID, m civil.Month) ([]coefficient.Set, error) {
	sets, err := s.Coefficients.Current(ctx, operationID, []civil.Month{m}, true)
	if err != nil || len(sets) == 0 {
		return nil, err
	}
	return sets[0].Sets(), nil
}
