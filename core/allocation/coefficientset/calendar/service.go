// Package calendar says which months need coefficients, until when, what there is of them, and what
// changed since they were made.
package calendar

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/timeline"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Guard        policy.Guard
	Now          func() time.Time
	Coefficients coefficientset.CoefficientSets
	Energies     allocation.Energies
	Participants allocation.Participants
	Timeline     *timeline.Service
	DeadlineDay  int // of the next month
}

// Service is the use cases of looking at coefficients.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Get is one set. Errors: forbidden, notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, operationID, setID id.ID) (coefficientset.CoefficientSet, error) {
	if err := s.Guard.Operation(ctx, p, coefficientset.ReadPermission, operationID); err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	set, err := s.Coefficients.ByID(ctx, operationID, setID, true)
	if err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	if set.Outdated, err = s.Outdated(ctx, set); err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	return s.Describe(ctx, set)
}

// Due lists the months of some operations, of the last twelve and this one,
// whose coefficients the operator has not been sent although the deadline is past or near.
// Operations come in the order asked for, each once, their months newest first; those that
// send no coefficients have none. Errors: forbidden, notFound.
func (s *Service) Due(ctx context.Context, p policy.Principal, operationIDs []id.ID) ([]Due, error) {
	for _, operationID := range operationIDs {
		if err := s.Guard.Operation(ctx, p, coefficientset.ReadPermission, operationID); err != nil {
			return nil, err
		}
	}
	var out []Due
	for i, operationID := range operationIDs {
		if slices.Contains(operationIDs[:i], operationID) {
			continue
		}
		of, err := s.coefficientsDueOf(ctx, operationID)
		if err != nil {
			return nil, err
		}
		out = append(out, of...)
	}
	return out, nil
}

func (s *Service) coefficientsDueOf(ctx context.Context, operationID id.ID) ([]Due, error) {
	o, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil || o.Require(operation.FeatureCoefficients) != nil {
		return nil, err
	}
	sites, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	today := o.Zone().DateOf(s.Now())
	var needed []civil.Month
	for m := civil.MonthOf(today); m > civil.MonthOf(today)-dueMonths; m-- {
		if coefficientsNeeded(line, sites, m) {
			needed = append(needed, m)
		}
	}
	if len(needed) == 0 {
		return nil, nil
	}
	sets, err := s.Coefficients.Current(ctx, operationID, needed, false)
	if err != nil {
		return nil, err
	}
	var out []Due
	of := coefficientset.ByMonth(sets)
	for _, m := range needed {
		month := s.coefficientMonth(line, sites, m, today, of)
		if month.due(of[m].Sent() == nil) {
			out = append(out, Due{operationID, m, month.Deadline, month.DaysLeft, month.Late, len(of[m]) > 0})
		}
	}
	return out, nil
}

// MonthStates says how the coefficients of some months stand, in their order, without their
// values and without what changed since they were made; none where the operation sends none.
// Errors: forbidden, notFound.
func (s *Service) MonthStates(ctx context.Context, p policy.Principal, operationID id.ID, months []civil.Month) ([]Month, error) {
	if err := s.Guard.Operation(ctx, p, coefficientset.ReadPermission, operationID); err != nil {
		return nil, err
	}
	o, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil || o.Require(operation.FeatureCoefficients) != nil || len(months) == 0 {
		return nil, err
	}
	sites, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	sets, err := s.Coefficients.Current(ctx, operationID, months, false)
	if err != nil {
		return nil, err
	}
	of, today := coefficientset.ByMonth(sets), o.Zone().DateOf(s.Now())
	out := make([]Month, len(months))
	for i, m := range months {
		out[i] = s.coefficientMonth(line, sites, m, today, of)
	}
	return out, nil
}

// Months lists the months of a range that have begun, newest first, with the
// coefficients of each. Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) Months(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) ([]Month, error) {
	if err := s.Guard.Operation(ctx, p, coefficientset.ReadPermission, operationID); err != nil {
		return nil, err
	}
	if err := coefficientset.CheckDays(days); err != nil {
		return nil, err
	}
	o, line, err := s.Timeline.Sender(ctx, operationID)
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
	shown := slices.IndexFunc(append(sets, coefficientset.CoefficientSet{}), func(set coefficientset.CoefficientSet) bool { return set.Month < civil.MonthOf(days.From) })
	if err := s.markOutdated(ctx, operationID, line, sets[:shown]); err != nil {
		return nil, err
	}
	of := coefficientset.ByMonth(sets)
	out := make([]Month, len(months))
	sites, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	for i, m := range months {
		out[i] = s.coefficientMonth(line, sites, m, today, of)
	}
	return out, s.tellAll(ctx, operationID, sets)
}

func (s *Service) coefficientMonth(line allocation.Timeline, sites []participant.Participant, m civil.Month, today civil.Date, of map[civil.Month]coefficientset.OfMonth) Month {
	out := Month{Month: m, Deadline: deadline(m, s.DeadlineDay), Current: of[m].Last(), Sent: of[m].Sent()}
	out.Needed = coefficientsNeeded(line, sites, m)
	out.DaysLeft = int(out.Deadline - today)
	out.Late = out.Needed && today > out.Deadline && out.Sent == nil
	if out.Sent == out.Current {
		out.Sent = nil
	}
	for _, set := range []*coefficientset.CoefficientSet{out.Current, out.Sent} {
		if set != nil {
			set.Previous = cmp.Or(of[m-1].Sent(), of[m-1].Last())
		}
	}
	return out
}

// Unsent reports whether the coefficients of a month are needed and not with the operator.
func (s *Service) Unsent(ctx context.Context, operationID id.ID, m civil.Month) (bool, error) {
	_, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil {
		return false, err
	}
	sites, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil || !coefficientsNeeded(line, sites, m) {
		return false, err
	}
	sets, err := s.Coefficients.Current(ctx, operationID, []civil.Month{m}, false)
	return err == nil && coefficientset.OfMonth(sets).Sent() == nil, err
}

// Deadline is the last day to send the coefficients of a month.
func (s *Service) Deadline(m civil.Month) civil.Date { return deadline(m, s.DeadlineDay) }

// Describe fills what people read of a set: names, and the set of the month before.
func (s *Service) Describe(ctx context.Context, set coefficientset.CoefficientSet) (coefficientset.CoefficientSet, error) {
	before, err := s.Coefficients.Current(ctx, set.OperationID, []civil.Month{set.Month - 1}, true)
	if err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	set.Previous = cmp.Or(coefficientset.OfMonth(before).Sent(), coefficientset.OfMonth(before).Last())
	one := []coefficientset.CoefficientSet{set}
	err = s.tellAll(ctx, set.OperationID, one)
	return one[0], err
}

// tellAll fills the names of authors and sites.
func (s *Service) tellAll(ctx context.Context, operationID id.ID, sets []coefficientset.CoefficientSet) error {
	if len(sets) == 0 {
		return nil
	}
	var people []allocation.Config
	for _, set := range sets {
		people = append(people, allocation.Config{AuthorID: set.AuthorID})
		for _, e := range set.History {
			people = append(people, allocation.Config{AuthorID: e.AuthorID})
		}
	}
	if err := s.Timeline.NameAuthors(ctx, people); err != nil {
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
func (s *Service) siteNames(ctx context.Context, operationID id.ID) (map[string]coefficientset.SiteName, error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	names, since := map[string]coefficientset.SiteName{}, map[string]civil.Date{}
	for _, p := range all {
		from := civil.Date(0)
		if p.Activation != nil {
			from = p.Activation.From
		}
		if _, ok := names[p.DsoID]; !ok || from >= since[p.DsoID] {
			names[p.DsoID], since[p.DsoID] = coefficientset.SiteName{ID: p.ID, Name: p.Name}, from
		}
	}
	return names, err
}

// Outdated is what changed since a set was made, while that matters.
func (s *Service) Outdated(ctx context.Context, set coefficientset.CoefficientSet) ([]coefficientset.Input, error) {
	if !set.Open() {
		return nil, nil
	}
	_, line, err := s.Timeline.Of(ctx, set.OperationID)
	if err != nil {
		return nil, err
	}
	one := []coefficientset.CoefficientSet{set}
	err = s.markOutdated(ctx, set.OperationID, line, one)
	return one[0].Outdated, err
}

// markOutdated tells of each set what changed since it was made. The curves of a month
// are read only where one of its sets is open.
func (s *Service) markOutdated(ctx context.Context, operationID id.ID, line allocation.Timeline, sets []coefficientset.CoefficientSet) error {
	all, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return err
	}
	curves := map[civil.Month][]byte{}
	for i := range sets {
		set := &sets[i]
		if !set.Open() {
			continue
		}
		now := coefficientset.Inputs{Key: coefficientset.HashKeys(line.Spans(set.Month.Range())), Sites: coefficientset.HashSites(all, set.Month)}
		if set.Inputs.Curves != nil {
			if curves[set.Month] == nil {
				energies, err := s.Energies.MonthEnergies(ctx, operationID, set.Month)
				if err != nil {
					return err
				}
				curves[set.Month] = coefficientset.HashCurves(energies)
			}
			now.Curves = curves[set.Month]
		}
		set.Outdated = set.Inputs.Changed(now)
	}
	return nil
}
