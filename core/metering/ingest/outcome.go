package ingest

import (
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest/intake"
)

// ImportResult is what an import understood, and what it changed or would change.
type ImportResult struct {
	DryRun       bool
	Points       int64
	Sites        []intake.ImportSite
	ChangedSites int // sites with a changed curve
	ChangedDays  int // civil days, each counted once however many sites changed on it
	Unchanged    bool
	Registers    int // lines of a monthly file
	Readings     int // of whole periods, beside curves
	// ReadingsChanged of them are new, or differ from what is stored.
	ReadingsChanged int
	ReadingSites    []ReadingSite // whose readings they are, by number
	// Suspected are the months that must be confirmed, or were: the first ones, maxFaults
	// at most, and how many there are.
	Suspected      []intake.Suspicion
	SuspectedCount int
	Warnings       []*fault.Error                // the first ones, maxFaults at most
	WarningCount   int                           // all there are
	Files          []curvefile.FileUnderstanding // how each file was read
}

// Months are those that the curves are of, ascending.
func (r ImportResult) Months() []civil.Month {
	seen := map[civil.Month]bool{}
	for _, site := range r.Sites {
		seen[site.Month] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// changedOf are the sites whose curves or readings it changed; one may stand there twice.
func (r ImportResult) changedOf() []id.ID {
	var sites []id.ID
	for _, one := range r.Sites {
		if one.ChangedDays > 0 {
			sites = append(sites, one.ParticipantID)
		}
	}
	for _, one := range r.ReadingSites {
		if one.Changed > 0 {
			sites = append(sites, one.ParticipantID)
		}
	}
	return sites
}

// ReadingSite counts the readings of one site in an import.
type ReadingSite struct {
	ParticipantID id.ID
	Name          string
	DsoID         string
	Readings      int
	Changed       int // new, or other than what is stored
}

// outcome is what steps of an import found and changed.
type outcome struct {
	sites        []intake.ImportSite
	changedSites []string // numbers, one for each changed curve
	changedDays  int
	months       []civil.Month // with changed curves
	linesChanged bool          // lines of a monthly file differ from what is stored
	readings     int
	readingSites []ReadingSite
	suspicions   intake.Suspicions
	sums         intake.Remarks // of the months that are summed, and of readings
	said         intake.Remarks // of the curves
}

// changed is the outcome of what a month changes.
func changed(c intake.Change) outcome {
	out := outcome{sites: c.Sites, changedDays: len(c.ChangedDays()), suspicions: intake.Suspicions{}.With(c.Suspicions), said: intake.Told(c.Warnings...)}
	for _, row := range c.Rows {
		out.changedSites = append(out.changedSites, row.DsoID)
	}
	if len(c.Rows) > 0 {
		out.months = []civil.Month{c.Month}
	}
	return out
}

// and is both, what p says after what o says.
func (o outcome) and(p outcome) outcome {
	return outcome{
		sites:        append(o.sites, p.sites...),
		changedSites: append(o.changedSites, p.changedSites...),
		changedDays:  o.changedDays + p.changedDays,
		months:       append(o.months, p.months...),
		linesChanged: o.linesChanged || p.linesChanged,
		readings:     o.readings + p.readings,
		readingSites: append(o.readingSites, p.readingSites...),
		suspicions:   o.suspicions.And(p.suspicions),
		sums:         o.sums.And(p.sums),
		said:         o.said.And(p.said),
	}
}

// result tells it of an import.
func (o outcome) result(f frame, in arrived) ImportResult {
	sites := slices.Clone(o.changedSites)
	slices.Sort(sites)
	r := ImportResult{DryRun: f.dryRun, Points: in.Points, Sites: o.sites, ChangedSites: len(slices.Compact(sites)), ChangedDays: o.changedDays,
		Registers: len(in.lines), Readings: o.readings, ReadingSites: o.readingSites, Suspected: o.suspicions.First, SuspectedCount: o.suspicions.Count, Files: in.files}
	for _, site := range o.readingSites {
		r.ReadingsChanged += site.Changed
	}
	r.Unchanged = r.ChangedSites == 0 && r.ReadingsChanged == 0 && !o.linesChanged
	warnings := o.sums.And(in.Remarks).And(o.said)
	r.Warnings, r.WarningCount = warnings.First, warnings.Count
	return r
}

// readingSites says whose readings come, and how many of them are not stored yet, by number.
func readingSites(come []metering.PeriodReading, stored []metering.StoredReading, holders map[string][]metering.Site) []ReadingSite {
	known := make(map[metering.PeriodReading]metering.PeriodReading, len(stored))
	for _, s := range stored {
		known[s.Place()] = s.PeriodReading
	}
	of := map[string]ReadingSite{}
	for _, r := range come {
		site, met := of[r.DsoID]
		if !met {
			site = ReadingSite{DsoID: r.DsoID}
			for _, s := range holders[r.DsoID] {
				if site.Name == "" || s.Period.Contains(r.Days.From) {
					site.ParticipantID, site.Name = s.ParticipantID, s.Name
				}
			}
		}
		site.Readings++
		if before, ok := known[r.Place()]; !ok || before.ReplacedBy(r) {
			site.Changed++
		}
		of[r.DsoID] = site
	}
	var out []ReadingSite
	for _, number := range slices.Sorted(maps.Keys(of)) {
		out = append(out, of[number])
	}
	return out
}
