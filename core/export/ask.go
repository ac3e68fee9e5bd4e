package export

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/participant"
)

// Column is something of a site that stands beside each of its values, in the words of the contract.
type Column string

// The columns, in the order in which they stand in a file.
const (
	Name       Column = "NAME"
	DsoID      Column = "DSO_ID"
	ExternalID Column = "EXTERNAL_ID"
	Side       Column = "ENERGY_TYPE"
	EntityType Column = "ENTITY_TYPE"
	Segment    Column = "SEGMENT"
	Identity   Column = "IDENTITY"
	SIRET      Column = "SIRET"
	Email      Column = "EMAIL"
	Phone      Column = "PHONE"
	Address    Column = "ADDRESS"
	PostCode   Column = "POST_CODE"
	City       Column = "CITY"
	Entry      Column = "ENTRY_DATE"
	Exit       Column = "EXIT_DATE"
	Tags       Column = "TAGS"
)

// Columns are all of them, in their order.
var Columns = []Column{Name, DsoID, ExternalID, Side, EntityType, Segment, Identity, SIRET, Email, Phone, Address, PostCode, City, Entry, Exit, Tags}

// Format is the form of a file.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// Ask is what a file is to hold.
type Ask struct {
	Columns    []Column           `json:"columns"`
	Natures    []string           `json:"natures,omitempty"` // none = sites only, a line each
	Days       civil.Range        `json:"days"`
	Resolution drawing.Resolution `json:"resolution"`
	Format     Format             `json:"format"`
	SiteIDs    []id.ID            `json:"siteIds,omitempty"` // none = all that who asks may see
}

// check refuses what no file is made of, and puts columns and natures in their order.
// Errors: export.column, export.personalColumn, nature.unknown, field.required, range.reversed, range.tooLong, export.sites.
func (a *Ask) check() error {
	for _, c := range a.Columns {
		if !slices.Contains(Columns, c) {
			return ErrColumn.With("value", string(c)).At("columns")
		}
	}
	a.Columns = slices.DeleteFunc(slices.Clone(Columns), func(c Column) bool { return !slices.Contains(a.Columns, c) })
	if len(a.Columns) == 0 {
		return ErrNoColumn.At("columns")
	}
	for _, one := range a.Natures {
		if _, err := metering.ParseNature(one); err != nil {
			return metering.ErrNature.With("value", one).At("natures")
		}
	}
	if !slices.Contains([]drawing.Resolution{drawing.Raw, drawing.Hour, drawing.Daily, drawing.Monthly}, a.Resolution) {
		return fault.FieldRequired.At("resolution")
	}
	if a.Format != CSV && a.Format != XLSX {
		return fault.FieldRequired.At("format")
	}
	if len(a.SiteIDs) > MostNamed {
		return ErrSites.With("max", MostNamed).At("participantIds")
	}
	slices.Sort(a.SiteIDs)
	a.SiteIDs = slices.Compact(a.SiteIDs)
	return metering.CheckDays(a.Days)
}

// natures are those of the ask, each once, in the order of all.
func (a Ask) natures() (out []metering.Nature) {
	for _, n := range metering.Natures() {
		if slices.Contains(a.Natures, n.String()) {
			out = append(out, n)
		}
	}
	return out
}

// chosen are the sites of an ask among those that are seen.
func (a Ask) chosen(seen []participant.Participant) ([]participant.Participant, error) {
	if len(a.SiteIDs) == 0 {
		return seen, nil
	}
	var out []participant.Participant
	for _, one := range seen {
		if slices.Contains(a.SiteIDs, one.ID) {
			out = append(out, one)
		}
	}
	if len(out) < len(a.SiteIDs) {
		for _, one := range a.SiteIDs {
			if !slices.ContainsFunc(out, func(p participant.Participant) bool { return p.ID == one }) {
				return nil, ErrSiteUnknown.With("id", string(one)).At("participantIds")
			}
		}
	}
	return out, nil
}

// steps is how many values a nature has in some days at most.
func steps(days civil.Range, r drawing.Resolution) int {
	switch r {
	case drawing.Monthly:
		return len(civil.MonthsOf(days))
	case drawing.Daily:
		return days.Days()
	case drawing.Hour:
		return 25 * days.Days()
	}
	return 100 * days.Days() // quarter-hours of the longest day
}

// lines is how long a file of some sites becomes at most: a site has no line outside its days.
func (a Ask) lines(sites []participant.Participant) (n int) {
	if len(a.Natures) == 0 {
		return len(sites)
	}
	for _, one := range sites {
		if one.Activation != nil {
			if days := a.Days.Intersect(*one.Activation); !days.IsEmpty() {
				n += steps(days, a.Resolution)
			}
		}
	}
	return n
}

// checkSize refuses a file that would be too long. Errors: export.tooLarge, export.tooManySites, export.nothing.
func (a Ask) checkSize(sites []participant.Participant) error {
	most := MostLines
	if a.Format == XLSX {
		most = MostSheetRows
	}
	switch n := a.lines(sites); {
	case n == 0:
		return ErrNothing
	case n > most:
		return ErrTooLarge.With("lines", n).With("max", most)
	case len(a.Natures) > 0 && len(sites) > MostSites:
		return ErrTooManySites.With("max", MostSites)
	}
	return nil
}
