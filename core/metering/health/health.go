package health

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/naming"
)

// DataProblemKind is what is wrong with the data of a site. The words are the
// contract's.
type DataProblemKind string

// The kinds, the worst first.
const (
	DataMissing            DataProblemKind = "MISSING"
	DataLateProvisional    DataProblemKind = "LATE_PROVISIONAL"
	DataImbalance          DataProblemKind = "IMBALANCE"
	DataTotalMismatch      DataProblemKind = "TOTAL_MISMATCH"
	DataSuspect            DataProblemKind = "SUSPECT"
	DataAboveContractPower DataProblemKind = "ABOVE_CONTRACT_POWER"
	DataDrift              DataProblemKind = "DRIFT"
	DataEstimated          DataProblemKind = "ESTIMATED"
)

var worstFirst = []DataProblemKind{DataMissing, DataLateProvisional, DataImbalance, DataTotalMismatch, DataSuspect,
	DataAboveContractPower, DataDrift, DataEstimated}

func (k DataProblemKind) rank() int { return slices.Index(worstFirst, k) }

// DataProblem is one kind of problem of one curve.
type DataProblem struct {
	Kind   DataProblemKind
	Nature metering.Nature      // 0 = of no single curve
	Rule   metering.FindingKind // of an imbalance
	Ranges []civil.Range
	Days   int
	Steps  int            // concerned; 0 = not counted
	Energy energy.MilliWh // of an imbalance, mismatch or drift
}

// SiteHealth is a site with its problems, the worst first.
type SiteHealth struct {
	ParticipantID id.ID
	Name          string
	DsoID         string
	Problems      []DataProblem
}

// DataHealth is the sites of an operation that have a problem, the worst first.
type DataHealth struct {
	Revision     metering.Revision
	Unchanged    bool
	Days         civil.Range
	Sites        []SiteHealth
	HealthySites int
	Problems     []DataProblem // of the operation as a whole
	Awaited      AwaitedFiles
}

// AwaitedFiles is what would bring the days that are missing.
type AwaitedFiles struct {
	Format string        // of the operator's files (dso.Capabilities)
	Months []civil.Month // with days that are missing, ascending
}

// awaitedMonths are those with days that a site misses, ascending.
func awaitedMonths(sites []SiteHealth) (months []civil.Month) {
	for _, s := range sites {
		for _, p := range s.Problems {
			if p.Kind != DataMissing {
				continue
			}
			for _, r := range p.Ranges {
				months = append(months, civil.MonthsOf(r)...)
			}
		}
	}
	slices.Sort(months)
	return slices.Compact(months)
}

// problemKey joins the days of one problem.
type problemKey struct {
	kind   DataProblemKind
	nature metering.Nature
	rule   metering.FindingKind
}

// problems collects days.
type problems map[problemKey]*DataProblem

// day notes a problem of a day.
func (p problems) day(k problemKey, d civil.Date, steps int, e energy.MilliWh) {
	p.on(k, civil.Range{From: d, To: d + 1}, steps, e)
}

func (p problems) on(k problemKey, r civil.Range, steps int, e energy.MilliWh) {
	one := p[k]
	if one == nil {
		one = &DataProblem{Kind: k.kind, Nature: k.nature, Rule: k.rule}
		p[k] = one
	}
	one.Ranges = append(one.Ranges, r)
	one.Steps += steps
	one.Energy += e
}

// list puts the worst first and joins days that follow each other.
func (p problems) list() []DataProblem {
	out := make([]DataProblem, 0, len(p))
	for _, one := range p {
		one.Ranges = civil.Merge(one.Ranges)
		for _, r := range one.Ranges {
			one.Days += r.Days()
		}
		out = append(out, *one)
	}
	slices.SortFunc(out, func(a, b DataProblem) int {
		return cmp.Or(cmp.Compare(a.Kind.rank(), b.Kind.rank()), cmp.Compare(b.Days, a.Days), cmp.Compare(a.Nature, b.Nature), cmp.Compare(a.Rule, b.Rule))
	})
	return out
}

// compareHealth puts the worst site first: by its worst problem, then by the days it has.
func compareHealth(a, b SiteHealth) int {
	x, y := a.Problems[0], b.Problems[0]
	return cmp.Or(cmp.Compare(x.Kind.rank(), y.Kind.rank()), cmp.Compare(y.Days, x.Days), naming.Compare(a.Name, b.Name), cmp.Compare(a.DsoID, b.DsoID))
}
