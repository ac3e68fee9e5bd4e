// Package readings answers what meters said beside the curves: readings of whole periods, and the
// volumes by register of a monthly file.
package readings

import (
	"context"
	"slices"

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
	out := make(map[id.ID]SiteRegisters, len(sites))
	for _, site := range sites {
		if own := site.Period.Intersect(r); !own.IsEmpty() {
			out[site.ParticipantID] = sumRegisters(lines[site.DsoID], own)
		}
	}
	return out, nil
}
