// Package readings answers what meters said beside the curves: readings of whole periods, and the
// volumes by register of a monthly file.
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

// Deps are what the service works with.
type Deps struct {
	Curves    metering.Curves
	Guard     policy.Guard
	Perimeter metering.Perimeter
	Readings  PeriodReadings
	Registers Registers
}

// Service holds the use cases of meter readings and registers.
type Service struct {
	curves    metering.Curves
	guard     policy.Guard
	perimeter metering.Perimeter
	readings  PeriodReadings
	registers Registers
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{curves: d.Curves, guard: d.Guard, perimeter: d.Perimeter, readings: d.Readings, registers: d.Registers}
}

// ReadingChecks lists the readings that share a day with the range, each beside the
// curves of today; a participant sees those of its own site and days.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) ReadingChecks(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) ([]metering.ReadingCheck, error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, operationID); err != nil {
		return nil, err
	}
	if err := metering.CheckDays(days); err != nil {
		return nil, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	checks, err := s.CheckedReadings(ctx, operationID, sites, days)
	if p.Role == policy.RoleParticipant {
		checks = slices.DeleteFunc(checks, func(c metering.ReadingCheck) bool { return !sees(p, sites, c) })
	}
	return checks, err
}

// CheckedReadings reads and compares without asking who wants to know.
func (s *Service) CheckedReadings(ctx context.Context, operationID id.ID, sites []metering.Site, days civil.Range) ([]metering.ReadingCheck, error) {
	if s.readings == nil {
		return nil, nil
	}
	stored, err := s.readings.List(ctx, operationID, days)
	if err != nil || len(stored) == 0 {
		return nil, err
	}
	curves, err := s.CurveDaysOf(ctx, operationID, stored)
	if err != nil {
		return nil, err
	}
	checks := make([]metering.ReadingCheck, len(stored))
	for i, r := range stored {
		checks[i] = curves.Check(r)
		for _, site := range sites {
			if site.DsoID == r.DsoID && site.Plays(r.Side) && site.Period.Contains(r.Days.From) {
				checks[i].ParticipantID, checks[i].Name = site.ParticipantID, site.Name
			}
		}
	}
	return checks, nil
}

// CurveDaysOf reads the days of the curves that readings are about.
func (s *Service) CurveDaysOf(ctx context.Context, operationID id.ID, readings []metering.StoredReading) (metering.CurveDays, error) {
	var numbers []string
	var months []civil.Month
	for _, r := range readings {
		numbers = append(numbers, r.DsoID)
		months = append(months, civil.MonthsOf(r.Days)...)
	}
	slices.Sort(numbers)
	slices.Sort(months)
	rows, err := s.curves.OfSites(ctx, operationID, slices.Compact(numbers), []metering.Nature{metering.Conso, metering.Autoconso, metering.Surplus, metering.Prod}, slices.Compact(months), false)
	out := metering.CurveDays{}
	out.Add(rows)
	return out, err
}

// OperationRegisters is what the monthly files said of the periods that begin on days
// of the range; a participant reads the lines of its own sites.
// Errors: forbidden, notFound, range.reversed, range.tooLong.
func (s *Service) OperationRegisters(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) (RegisterReading, error) {
	if err := s.guard.Operation(ctx, p, metering.PermRead, operationID); err != nil {
		return RegisterReading{}, err
	}
	if err := metering.CheckDays(days); err != nil {
		return RegisterReading{}, err
	}
	found, err := s.registers.List(ctx, operationID, days)
	if err != nil {
		return RegisterReading{}, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return RegisterReading{}, err
	}
	reading := RegisterReading{found, metering.ByNumber(sites)}
	if p.Role == policy.RoleParticipant {
		hidden := func(dsoID string, days civil.Range) bool {
			return !metering.VisibleDays(p, reading.Holder(dsoID, days)).Covers(days)
		}
		reading.Volumes = slices.DeleteFunc(reading.Volumes, func(v metering.RegisterVolume) bool { return hidden(v.DsoID, v.Days) })
		reading.Costs = slices.DeleteFunc(reading.Costs, func(c metering.NetworkCost) bool { return hidden(c.DsoID, c.Days) })
	}
	return reading, nil
}

// RegistersOf sums the lines of each participant on the days of r.
func (s *Service) RegistersOf(ctx context.Context, operationID id.ID, r civil.Range) (map[id.ID]SiteRegisters, error) {
	from := civil.MonthOf(r.From).First() // a line that reaches into r begins in its first month at the earliest
	found, err := s.registers.List(ctx, operationID, civil.Range{From: from, To: r.To})
	if err != nil {
		return nil, err
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	if err != nil {
		return nil, err
	}
	lines := map[string][]metering.RegisterVolume{}
	for _, line := range found.Volumes {
		lines[line.DsoID] = append(lines[line.DsoID], line)
	}
	costs := map[string][]metering.NetworkCost{}
	for _, cost := range found.Costs {
		costs[cost.DsoID] = append(costs[cost.DsoID], cost)
	}
	out := make(map[id.ID]SiteRegisters, len(sites))
	for _, site := range sites {
		if own := site.Period.Intersect(r); !own.IsEmpty() {
			sum := sumRegisters(lines[site.DsoID], own)
			sum.addCosts(costs[site.DsoID], own)
			out[site.ParticipantID] = sum
		}
	}
	return out, nil
}

// Keeps reports whether readings are kept at all.
func (s *Service) Keeps() bool { return s.readings != nil }

// Known lists the readings that are stored of the days of some.
func (s *Service) Known(ctx context.Context, operationID id.ID, like []metering.PeriodReading) ([]metering.StoredReading, error) {
	if s.readings == nil || len(like) == 0 {
		return nil, nil
	}
	return s.readings.List(ctx, operationID, spanOf(like, nil))
}

// Keep stores the readings of an import and compares all that are known of their days, and
// of some months, with the curves.
func (s *Service) Keep(ctx context.Context, operationID, importID id.ID, at time.Time, readings []metering.PeriodReading, months []civil.Month) ([]metering.ReadingCheck, error) {
	days := spanOf(readings, months)
	if s.readings == nil || days.IsEmpty() {
		return nil, nil
	}
	if len(readings) > 0 {
		if _, err := s.readings.Write(ctx, operationID, importID, at, readings); err != nil {
			return nil, err
		}
	}
	return s.CheckedReadings(ctx, operationID, nil, days)
}

// Compare compares readings that are not stored with the curves.
func (s *Service) Compare(ctx context.Context, operationID id.ID, readings []metering.PeriodReading) ([]metering.ReadingCheck, error) {
	if s.readings == nil || len(readings) == 0 {
		return nil, nil
	}
	stored := make([]metering.StoredReading, len(readings))
	for i, r := range readings {
		stored[i].PeriodReading = r
	}
	curves, err := s.CurveDaysOf(ctx, operationID, stored)
	checks := make([]metering.ReadingCheck, len(stored))
	for i, r := range stored {
		checks[i] = curves.Check(r)
	}
	return checks, err
}

// Lines are those of monthly files of some months.
func (s *Service) Lines(ctx context.Context, operationID id.ID, months []civil.Month) (all metering.RegisterMonths, err error) {
	for _, m := range months {
		of, err := s.registers.List(ctx, operationID, m.Range())
		if err != nil {
			return all, err
		}
		all.Volumes = append(all.Volumes, of.Volumes...)
		all.Costs = append(all.Costs, of.Costs...)
	}
	return all, nil
}

// ReplaceLines puts the lines of an import in the place of what the months had.
func (s *Service) ReplaceLines(ctx context.Context, operationID, importID id.ID, months []civil.Month, lines metering.RegisterMonths) error {
	return s.registers.Replace(ctx, operationID, importID, months, lines)
}

// RegistersBefore are those that each number had in its latest month before one.
func (s *Service) RegistersBefore(ctx context.Context, operationID id.ID, month civil.Month) (map[string][]metering.Register, error) {
	return s.registers.Before(ctx, operationID, month)
}

// Written tells the months that an import stored lines of, and the latest import that
// replaced some of its lines or readings and was not undone since; none when there is none.
func (s *Service) Written(ctx context.Context, operationID, importID id.ID) (months []civil.Month, later id.ID, err error) {
	if s.registers != nil {
		if months, later, err = s.registers.Written(ctx, operationID, importID); err != nil {
			return nil, "", err
		}
	}
	if s.readings != nil && later.IsZero() {
		later, err = s.readings.Written(ctx, operationID, importID)
	}
	return months, later, err
}

// Restore takes away the lines and readings of an import and brings back what they replaced.
func (s *Service) Restore(ctx context.Context, operationID, importID id.ID) error {
	if s.registers != nil {
		if err := s.registers.Restore(ctx, operationID, importID); err != nil {
			return err
		}
	}
	if s.readings == nil {
		return nil
	}
	return s.readings.Restore(ctx, operationID, importID)
}
