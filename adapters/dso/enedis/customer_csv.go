package enedis

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// FormatCustomerCSV is the name in the contract.
const FormatCustomerCSV = "ENEDIS_CUSTOMER_CSV"

// CustomerColumns are those of the first line that are needed. Dates repeat what was
// asked for.
var CustomerColumns = []string{"Identifiant PRM", "Type de donnees", "Grandeur physique", "Grandeur metier", "Unite", "Pas en minutes"}

// CustomerCSV reads the load curve of the customer portal as text (domain 3.3 b): two
// lines about the file, then a time with an offset, the end of the step, and mean power.
// "Pas en minutes" may be empty: the step is then told by the distances of the times, and
// asked where they grow for a while.
type CustomerCSV struct{}

var _ files.Format = CustomerCSV{}

// Recognise finds the columns in the first line.
func (CustomerCSV) Recognise(head []byte) (found int, missing []string) {
	return files.Columns(head, CustomerColumns)
}

// Read reads a file. Errors: UnknownFile for other data than a load curve,
// MissingColumns, import.empty, import.rejected with items by line.
func (CustomerCSV) Read(ctx context.Context, in files.Input) (curvefile.Dataset, error) {
	r := customerText{lines: text.NewLines(in.Reader), columns: columns.New(1), name: in.Name, zone: in.Zone, hints: in.Hints}
	if err := r.about(); err != nil {
		return curvefile.Dataset{}, err
	}
	if err := r.header(); err != nil {
		return curvefile.Dataset{}, err
	}
	if err := r.values(ctx); err != nil {
		return curvefile.Dataset{}, err
	}
	r.lastLine()
	if err := r.place(); err != nil {
		return curvefile.Dataset{}, err
	}
	r.endsEarly()
	if r.asked != nil && r.asked.Open() {
		return curvefile.Dataset{FileName: in.Name, Format: FormatCustomerCSV, History: true, Understood: r.asked}, nil
	}
	set, err := r.columns.Dataset(in.Name, FormatCustomerCSV, []columns.Head{r.head})
	set.History, set.Understood = true, r.asked
	return set, err
}

// activeQuantities are the words for what a load curve is of; reactive energy is none.
var activeQuantities = map[string]bool{"energie active": true, "puissance active": true, "puissance": true, "pa": true, "ea": true}

// customerText is a file on its way in.
type customerText struct {
	lines   *text.Lines
	columns *columns.Columns
	name    string
	head    columns.Head
	step    int32 // seconds; 0 = not said
	timeAt  int
	valueAt int
	width   int
	points  []customerPoint
	zone    civil.Zone
	hints   curvefile.FileHints
	asked   *curvefile.FileUnderstanding // where the step changes, maybe, or the last line is cut
	until   civil.Date                   // that the file announces; 0 = none
	last    columns.LastLine
}

// customerPoint is a line whose step may not be known yet.
type customerPoint struct {
	end      int64
	row      int32
	value    int64
	decimals int
	gap      bool
}

// about reads the two lines about the file.
func (r *customerText) about() error {
	first, err := r.lines.Head()
	if err != nil {
		return err
	}
	header := text.ParseHeader(first)
	second, err := r.lines.Next()
	if err != nil {
		return err
	}
	row := r.lines.Row
	fields := bytes.Split(second, []byte{text.Separator})
	field := func(column string) string {
		if i := header.Index(text.Fold([]byte(column))); i >= 0 && i < len(fields) {
			return strings.Trim(strings.TrimSpace(string(fields[i])), `"`)
		}
		return ""
	}
	if kind := text.Fold([]byte(field("Type de donnees"))); kind != "" && kind != "courbe de charge" {
		return files.ErrUnknown.With("fileName", r.name)
	}
	var sites text.Collection
	prm, err := sites.PRM([]byte(field("Identifiant PRM")))
	if err != nil {
		r.columns.Refuse(fault.From(err), "Identifiant PRM", field("Identifiant PRM"), row)
	}
	r.columns.Warnings = append(r.columns.Warnings, sites.Warnings(&text.Table{})...)
	quantity := text.Fold([]byte(field("Grandeur physique")))
	if quantity != "" && !activeQuantities[quantity] {
		r.columns.Refuse(text.ErrWord.With("allowed", "Energie active, Puissance active, PA"), "Grandeur physique", field("Grandeur physique"), row)
	}
	if wall, err := columns.ParseWall(field("Date de fin") + " 00:00"); err == nil {
		r.until = wall.Day
	}
	nature := portalWord(r.columns, field("Grandeur metier"), "Grandeur metier", row, portalNatures)
	unit := portalWord(r.columns, field("Unite"), "Unite", row, portalUnits)
	r.head = columns.Head{DsoID: prm, Nature: nature, Unit: unit, Labels: curvefile.LabelsEnd}
	if minutes := field("Pas en minutes"); minutes != "" {
		n, err := strconv.ParseInt(minutes, 10, 32)
		if err != nil || !goodStep(n*60) {
			r.columns.Refuse(metering.ErrStep.With("seconds", n*60), "Pas en minutes", minutes, row)
		}
		r.step = int32(n * 60)
	}
	return nil
}

// header reads the names of the two columns.
func (r *customerText) header() error {
	line, err := r.lines.Next()
	if err != nil {
		return err
	}
	needed := []string{"Horodate", "Valeur"}
	header := text.ParseHeader(line)
	if missing := header.Missing(needed); len(missing) > 0 {
		return files.ErrMissingColumns.With("columns", missing).With("fileName", r.name)
	}
	r.timeAt, r.valueAt, r.width = header.Index("horodate"), header.Index("valeur"), len(header)
	return nil
}

// checkedLines is how often a reader looks at its context.
const checkedLines = 1 << 14

// values reads all lines below.
func (r *customerText) values(ctx context.Context) error {
	for {
		line, err := r.lines.Next()
		if line == nil || err != nil {
			return err
		}
		if r.lines.Row%checkedLines == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(bytes.TrimSpace(line)) > 0 {
			r.line(string(line))
		}
	}
}

func (r *customerText) line(line string) {
	row := r.lines.Row
	fields := strings.Split(line, string(text.Separator))
	if len(fields) < r.width {
		f := text.ErrFields.With("expected", r.width).With("received", len(fields))
		if !r.lines.Ended {
			f = text.ErrTruncated
		}
		r.columns.Refusals.Add(f.OnRow(row))
		return
	}
	label, number := trimmed(fields[r.timeAt]), trimmed(fields[r.valueAt])
	end, err := time.Parse(time.RFC3339, label)
	if err != nil {
		r.columns.Refuse(text.ErrTime, "Horodate", label, row)
		return
	}
	r.last.See(number, row, r.lines.Ended)
	p := customerPoint{end: end.Unix(), row: int32(row)}
	if number == "" {
		p.gap = true
		r.columns.Empty++
	} else if p.value, p.decimals, err = portalNumber(number); err != nil {
		r.columns.Refuse(fault.From(err), "Valeur", number, row)
		return
	}
	r.points = append(r.points, p)
}

// place gives each value its step.
func (r *customerText) place() error {
	if len(r.points) == 0 || r.columns.Refusals.Any() {
		return nil // Dataset says so
	}
	slices.SortStableFunc(r.points, func(a, b customerPoint) int { return cmp.Compare(a.end, b.end) })
	steps := slices.Repeat([]int32{r.step}, len(r.points))
	if r.step == 0 {
		var err error
		if steps, err = r.tellSteps(); err != nil {
			return err
		}
	}
	scale := scales{unit: r.head.Unit}
	for i, p := range r.points {
		step := steps[i]
		m := columns.Moment{At: p.end - int64(step), Second: p.end - int64(step), Step: step, Row: p.row}
		if m.At%int64(step) != 0 {
			label := time.Unix(p.end, 0).UTC().Format(time.RFC3339)
			r.columns.Refuse(metering.ErrOffGrid.With("minutes", int(step)/60).With("date", label), "Horodate", label, int(p.row))
			continue
		}
		v := columns.Gap
		if !p.gap {
			var err error
			if v, err = scale.at(step).Energy(p.value, p.decimals); err != nil {
				r.columns.Refuse(fault.From(err), "Valeur", strconv.FormatInt(p.value, 10), int(p.row))
				continue
			}
		}
		r.columns.Add(m, v)
	}
	return nil
}
