package metering

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// DateRanges says which days have data.
type DateRanges struct {
	Tag           string
	Unchanged     bool
	Zone          civil.Zone
	Uploaded      []civil.Range
	NonDefinitive []civil.Range // those of Uploaded whose data is not definitive
	// LatestComplete is the last month in which all consumers have complete, definitive
	// shared energy for all of its days; nil = none.
	LatestComplete *civil.Month
}

// OperationDateRanges is which days of an operation have data.
// Errors: forbidden, notFound.
func (s *Service) OperationDateRanges(ctx context.Context, p policy.Principal, operationID id.ID, known string) (DateRanges, error) {
	if err := s.guard.Operation(ctx, p, permRead, operationID); err != nil {
		return DateRanges{}, err
	}
	q, unchanged, err := s.rangesTag(ctx, p, operationID, known, "")
	if err != nil || unchanged {
		return DateRanges{Tag: q.tag, Unchanged: unchanged}, err
	}
	sums, err := s.rollups.Sums(ctx, operationID, SumQuery{Natures: q.natures})
	if err != nil {
		return DateRanges{}, err
	}
	months := make([]curveMonth, len(sums))
	for i, m := range sums {
		months[i] = curveMonth{m.Month, m.Nature, m.Side, m.Step, m.Days, nil}
	}
	out := q.ranges(months, civil.Range{From: civil.Min, To: civil.Forever})
	out.LatestComplete = latestComplete(months, q.finality)
	return out, nil
}

// ParticipantDateRanges is which days of a site have data, within its activation.
// Errors: forbidden, notFound.
func (s *Service) ParticipantDateRanges(ctx context.Context, p policy.Principal, participantID id.ID, known string) (DateRanges, error) {
	operationID, err := s.guard.Participant(ctx, p, permRead, participantID)
	if err != nil {
		return DateRanges{}, err
	}
	q, unchanged, err := s.rangesTag(ctx, p, operationID, known, participantID)
	if err != nil || unchanged {
		return DateRanges{Tag: q.tag, Unchanged: unchanged}, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return DateRanges{}, err
	}
	site, err := siteOf(sites, participantID)
	if err != nil { // no days of activation yet
		return DateRanges{Tag: q.tag, Zone: q.op.Operator.Zone()}, nil //nolint:nilerr // it exists, the guard found it
	}
	within := visible(p, site)
	all, err := s.curves.MonthsWithData(ctx, operationID, within)
	if err != nil {
		return DateRanges{}, err
	}
	rows, err := s.curves.OfSites(ctx, operationID, []string{site.DsoID}, q.natures, all, false)
	if err != nil {
		return DateRanges{}, err
	}
	var months []curveMonth
	for _, r := range rows {
		if r.Origin == DSO && site.plays(r.Side) {
			months = append(months, curveMonth{r.Month, r.Nature, r.Side, r.Step, r.Days, nil})
		}
	}
	out := q.ranges(months, within)
	out.LatestComplete = latestComplete(months, q.finality)
	return out, nil
}

// rangesTag is ask for a question without a range: all months count.
func (s *Service) rangesTag(ctx context.Context, p policy.Principal, operationID id.ID, known string, participantID id.ID) (question, bool, error) {
	all, err := s.curves.MonthsWithData(ctx, operationID, civil.Range{From: civil.Min, To: civil.Forever})
	if err != nil {
		return question{}, false, err
	}
	op, read, err := s.perimeter.State(ctx, operationID, all)
	if err != nil {
		return question{}, false, err
	}
	q := question{s: s, p: p, op: op, today: op.Operator.Zone().DateOf(s.now()), finality: finalityOf(op, s.now())}
	for _, n := range Natures() {
		if op.ACI || !n.External() {
			q.natures = append(q.natures, n)
		}
	}
	if len(all) > 0 {
		q.days = civil.Range{From: all[0].First(), To: all[len(all)-1].Next().First()}
	}
	q.tag = q.tagOf(read, []any{"ranges", participantID})
	return q, known != "" && matches(known, q.tag), nil
}

// ranges joins the days with data, and those of them that are not definitive.
func (q question) ranges(months []curveMonth, within civil.Range) DateRanges {
	out := DateRanges{Tag: q.tag, Zone: q.op.Operator.Zone()}
	for _, m := range months {
		first, days := m.days.in(m.month, within)
		for i, day := range days {
			if !day.State.Has(HasData) {
				continue
			}
			date := first + civil.Date(i)
			one := civil.Range{From: date, To: date + 1}
			out.Uploaded = append(out.Uploaded, one)
			if !q.finality.final(date, day.State) {
				out.NonDefinitive = append(out.NonDefinitive, one)
			}
		}
	}
	out.Uploaded, out.NonDefinitive = civil.Merge(out.Uploaded), civil.Merge(out.NonDefinitive)
	return out
}

// latestComplete is the last month whose shared energy is there whole.
func latestComplete(months []curveMonth, f finality) (latest *civil.Month) {
	for m := range wholeMonths(months, f, sumKey{Autoconso, Consumer}) {
		if latest == nil || m > *latest {
			latest = &m
		}
	}
	return latest
}

// wholeMonths are those whose every day is complete and definitive.
func wholeMonths(months []curveMonth, f finality, k sumKey) map[civil.Month]bool {
	out := map[civil.Month]bool{}
	for _, m := range months {
		if (sumKey{m.nature, m.side}) != k {
			continue
		}
		whole := true
		for i, day := range m.days {
			whole = whole && day.State.Has(Complete|HasData) && f.final(m.month.First()+civil.Date(i), day.State)
		}
		if whole {
			out[m.month] = true
		}
	}
	return out
}
