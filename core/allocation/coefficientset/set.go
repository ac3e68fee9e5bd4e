// Package coefficientset is what the coefficients of a month are: a set of files with its history,
// what it was made of, and how it is made of curves and keys.
package coefficientset

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// What may be done with coefficients.
const (
	ReadPermission   policy.Permission = "coefficient:read"
	CreatePermission policy.Permission = "coefficient:create"
	UpdatePermission policy.Permission = "coefficient:update"
)

// CoefficientMode is how the operator takes coefficients (domain 3.1).
type CoefficientMode string

// The modes: dynamique simple is one file on the common pot, full dynamique one for
// each producer.
const (
	SimpleCoefficients CoefficientMode = "SIMPLE"
	FullCoefficients   CoefficientMode = "FULL"
)

// CoefficientStatus is where the coefficients of a month are with the operator.
type CoefficientStatus string

// The states, in the order of their life.
const (
	CoefficientsPrepared     CoefficientStatus = "PREPARED"
	CoefficientsSent         CoefficientStatus = "SENT"
	CoefficientsAcknowledged CoefficientStatus = "ACKNOWLEDGED"
	CoefficientsRefused      CoefficientStatus = "REFUSED"
	CoefficientsApplied      CoefficientStatus = "APPLIED"
	CoefficientsSuperseded   CoefficientStatus = "SUPERSEDED" // a later set of the month took its place
)

// coefficientSteps says what may follow a state, the usual first. An operator may apply
// without a word.
var coefficientSteps = map[CoefficientStatus][]CoefficientStatus{
	CoefficientsPrepared:     {CoefficientsSent},
	CoefficientsSent:         {CoefficientsAcknowledged, CoefficientsRefused, CoefficientsApplied},
	CoefficientsAcknowledged: {CoefficientsApplied, CoefficientsRefused},
	CoefficientsRefused:      {CoefficientsSent},
}

// CoefficientSet is the coefficients of one month. It is made once and never changes;
// what becomes of it is added to History.
type CoefficientSet struct {
	OperationID    id.ID
	ID             id.ID
	Month          civil.Month
	Mode           CoefficientMode
	Setting        coefficient.Setting
	ConfigVersions []int          // of the key, in the order of their days; none for imported ones
	Inputs         Inputs         // what it was made of
	Loss           energy.MilliWh // allocated energy less what these coefficients give
	Imported       bool           // made elsewhere
	Files          []CoefficientFile
	History        []CoefficientEvent // in the order they came
	// Superseded: a later set took its place. One that the operator has only makes room
	// for a later one that the operator has.
	Superseded bool
	AuthorID   id.ID
	Author     string // name, filled by the use cases
	CreatedAt  time.Time
	// Outdated is what changed since it was made, while that matters: until the operator
	// has shared by it. Filled by the use cases.
	Outdated []Input
	// Previous is the set of the month before, for the difference: that the operator has,
	// else the last one. Filled by the use cases.
	Previous *CoefficientSet
	// Names are those of the sites, by number; filled by the use cases.
	Names map[string]SiteName
}

// SiteName says whose number it is.
type SiteName struct {
	ID   id.ID
	Name string
}

// CoefficientFile is one file of a set.
type CoefficientFile struct {
	coefficient.Set
	Name   string
	SHA256 string // hex, of the file as it is written
}

// CoefficientEvent is a state that a set came to.
type CoefficientEvent struct {
	Status   CoefficientStatus
	Day      civil.Date // when it happened, as the organizer says
	At       time.Time  // when it was recorded
	AuthorID id.ID
	Author   string
	Note     string
}

// Status is where the set is.
func (s CoefficientSet) Status() CoefficientStatus {
	switch {
	case s.Superseded:
		return CoefficientsSuperseded
	case len(s.History) == 0:
		return CoefficientsPrepared
	}
	return s.History[len(s.History)-1].Status
}

// Sent reports whether the operator has it.
func (s CoefficientSet) Sent() bool {
	n := len(s.History)
	return slices.ContainsFunc(s.History, func(e CoefficientEvent) bool { return e.Status == CoefficientsSent }) &&
		s.History[n-1].Status != CoefficientsRefused
}

// Open reports whether it matters that its inputs changed: until the operator has shared by
// it, or another took its place.
func (s CoefficientSet) Open() bool {
	return s.Status() != CoefficientsApplied && s.Status() != CoefficientsSuperseded
}

// OfMonth are the sets of one month, as Current reads them.
type OfMonth []CoefficientSet

// Last is the one that was made last; nil = none.
func (of OfMonth) Last() *CoefficientSet {
	if len(of) == 0 {
		return nil
	}
	return &of[0]
}

// Sent is the one that the operator has; nil = none.
func (of OfMonth) Sent() *CoefficientSet {
	if i := slices.IndexFunc(of, CoefficientSet.Sent); i >= 0 {
		return &of[i]
	}
	return nil
}

// ByMonth puts those of a month together; they follow each other.
func ByMonth(sets []CoefficientSet) map[civil.Month]OfMonth {
	out := map[civil.Month]OfMonth{}
	for len(sets) > 0 {
		n := 1
		for n < len(sets) && sets[n].Month == sets[0].Month {
			n++
		}
		out[sets[0].Month], sets = sets[:n:n], sets[n:]
	}
	return out
}

// Sets are the contents of the files.
func (s CoefficientSet) Sets() []coefficient.Set {
	sets := make([]coefficient.Set, len(s.Files))
	for i, f := range s.Files {
		sets[i] = f.Set
	}
	return sets
}

// NextSteps are the states that may be recorded of it, the usual one first.
func (s CoefficientSet) NextSteps() []CoefficientStatus { return coefficientSteps[s.Status()] }

// Held reports whether the operator has it, and no later one: making the month again would
// replace what was sent.
func (s CoefficientSet) Held() bool { return s.Sent() && !s.Superseded }

// Next refuses a state that cannot follow. Error: coefficients.state.
func (s CoefficientSet) Next(to CoefficientStatus) error {
	if !slices.Contains(s.NextSteps(), to) {
		return allocation.ErrCoefficientState.With("status", string(s.Status())).With("wanted", string(to))
	}
	return nil
}

// Differences sets the means of the month beside those of the month before, file by
// file: those of this month in their order, then those that are gone. ok is false
// without a month before, and where one of the two pools all production and the other
// has a file for each producer: their percentages are not of the same thing.
func (s CoefficientSet) Differences() (rows []CoefficientDifference, ok bool) {
	if s.Previous == nil || s.Mode != s.Previous.Mode {
		return nil, false
	}
	type column struct{ producer, site string }
	at := map[column]int{}
	put := func(set coefficient.Set, to func(*CoefficientDifference) **int64) {
		for _, m := range set.Means() {
			c := column{set.Producer, m.Site}
			i, known := at[c]
			if !known {
				i = len(rows)
				at[c] = i
				rows = append(rows, CoefficientDifference{Producer: c.producer, Site: c.site})
			}
			mean := m.Mean
			*to(&rows[i]) = &mean
		}
	}
	for _, f := range s.Files {
		put(f.Set, func(d *CoefficientDifference) **int64 { return &d.Mean })
	}
	for _, f := range s.Previous.Files {
		put(f.Set, func(d *CoefficientDifference) **int64 { return &d.Before })
	}
	return rows, true
}

// CoefficientDifference is the mean coefficient of a site in a month and in the month
// before, for all production together or for one producer (full dynamique). nil = the
// site has no column there, or the producer no file.
type CoefficientDifference struct {
	Producer     string // its number; "" = all production together
	Site         string // its number
	Mean, Before *int64 // in ten-thousandths of a percent
}
