package export

import (
	"bytes"
	"context"
	"iter"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/table"
)

// sheet is a file while it is made.
type sheet struct {
	e        Export
	sites    []participant.Participant
	words    Words
	curve    func(ctx context.Context, p policy.Principal, in drawing.CurveInput) (drawing.LoadCurve, error)
	advanced func(done int)
	lines    int
}

func (s *sheet) word(key string, params map[string]any) string {
	return s.words(s.e.Language, "enums", key, params)
}

func (s *sheet) header() []string {
	var out []string
	for _, c := range s.e.Ask.Columns {
		out = append(out, s.word("ExportColumn."+string(c), nil))
	}
	if natures := s.e.Ask.natures(); len(natures) > 0 {
		out = append(out, s.word("CurveColumn.start", nil), s.word("CurveColumn.end", nil))
		for _, n := range natures {
			name := map[string]any{"nature": s.word("Nature."+n.String(), nil)}
			out = append(out, s.word("CurveColumn.energy", name), s.word("CurveColumn.quality", name))
		}
	}
	return out
}

// rows are the lines: those of a site follow each other, in the order of names.
func (s *sheet) rows(ctx context.Context) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for n, one := range s.sites {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			of, err := s.of(ctx, one)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, row := range of {
				if s.lines++; !yield(row, nil) {
					return
				}
			}
			s.advanced(n + 1)
		}
	}
}

// of is the lines of one site: one, or one a step of its days.
func (s *sheet) of(ctx context.Context, one participant.Participant) ([][]any, error) {
	var personal []any
	for _, c := range s.e.Ask.Columns {
		personal = append(personal, s.cell(one, c))
	}
	natures := s.e.Ask.natures()
	if len(natures) == 0 {
		return [][]any{personal}, nil
	}
	days := s.e.Ask.Days
	if one.Activation != nil {
		days = days.Intersect(*one.Activation)
	}
	if one.Activation == nil || days.IsEmpty() {
		return nil, nil
	}
	curve, err := s.curve(ctx, s.e.principal(), drawing.CurveInput{ParticipantID: one.ID, Natures: natures, Days: days, Resolution: s.e.Ask.Resolution,
		Origin: metering.DSO, Quality: true})
	if err != nil {
		return nil, err
	}
	series := map[metering.Nature]drawing.CurveSeries{}
	for _, found := range curve.Series {
		series[found.Nature] = found
	}
	bounds, zone := curve.Bounds(), curve.Zone.Location()
	var rows [][]any
	for at := range len(bounds) - 1 {
		row := append(append([]any{}, personal...), bounds[at].In(zone).Format(time.RFC3339), bounds[at+1].In(zone).Format(time.RFC3339))
		for _, n := range natures {
			row = append(row, s.value(series[n], at)...)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// value is an energy with its quality; a site that has no such curve has neither.
func (s *sheet) value(c drawing.CurveSeries, at int) []any {
	if at >= len(c.Values) {
		return []any{nil, nil}
	}
	quality := any(nil)
	if at < c.Qualities.Len() {
		quality = s.word("PointQuality."+qualities[c.Qualities.At(at)], nil)
	}
	if c.Values[at] == drawing.Gap {
		return []any{nil, quality}
	}
	return []any{energy.MilliWh(c.Values[at]), quality}
}

// qualities are the names of the contract.
var qualities = map[loadcurve.Quality]string{loadcurve.Missing: "missing", loadcurve.Suspect: "suspect", loadcurve.Estimated: "estimated",
	loadcurve.Provisional: "provisional", loadcurve.Definitive: "definitive"}

func (s *sheet) cell(p participant.Participant, c Column) any {
	switch c {
	case Name:
		return p.Name
	case DsoID:
		return p.DsoID
	case ExternalID:
		return p.ExternalID
	case Side:
		return s.word("EnergyType."+string(p.EnergyType), nil)
	case EntityType:
		if p.EntityType == "" {
			return nil
		}
		return s.word("EntityType."+string(p.EntityType), nil)
	case Segment:
		if p.Segment == "" {
			return nil
		}
		return s.word("Segment."+string(p.Segment), nil)
	case Identity:
		return p.Identity
	case SIRET:
		return p.SIRET
	case Email:
		return p.Email
	case Phone:
		return p.Phone
	case Address:
		return p.Address
	case PostCode:
		return p.PostCode
	case City:
		return p.City
	case Entry:
		if entry := p.Entry(); entry != nil {
			return entry.String()
		}
	case Exit:
		if exit := p.Exit(); exit != nil {
			return exit.String()
		}
	case Tags:
		return strings.Join(p.Tags, ", ")
	}
	return nil
}

// write makes the file, whole.
func (s *sheet) write(ctx context.Context, workbook Workbook, subject string) ([]byte, error) {
	var file bytes.Buffer
	if s.e.Ask.Format == CSV {
		err := table.WriteCSV(&file, s.header(), s.rows(ctx))
		return file.Bytes(), err
	}
	cells, err := table.Cells(s.rows(ctx))
	if err == nil {
		err = workbook(&file, subject, s.header(), cells)
	}
	return file.Bytes(), err
}

// fileName is what a file is called where it is saved.
func (s *sheet) fileName(externalID string, exportID id.ID) string {
	name := s.word("ExportColumn.fileName", map[string]any{"subject": externalID})
	name = strings.NewReplacer("%{from}", s.e.Ask.Days.From.String(), "%{to}", s.e.Ask.Days.Last().String()).Replace(name)
	return name + "." + string(s.e.Ask.Format)
}
