package enedis

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// FormatCustomerXLSX is the name in the contract.
const FormatCustomerXLSX = "ENEDIS_CUSTOMER_XLSX"

// curveSheets are the sheets that hold a load curve, folded.
var curveSheets = map[string]metering.Nature{"consommation horaire": metering.Conso, "production horaire": metering.Prod}

// dailySheets hold the energy of days, which is no curve.
var dailySheets = map[string]bool{"export consommation quotidienne": true, "export production quotidienne": true}

const prmLabel = "point reference mesure (prm)"

// CustomerXLSX reads the load curve of the customer portal as a workbook (domain 3.3 c):
// start and end of each step on the clock of the wall, and mean power as text with a
// decimal comma; NA is a gap.
type CustomerXLSX struct{}

var _ files.BookFormat = CustomerXLSX{}

// Recognise finds nothing in text.
func (CustomerXLSX) Recognise([]byte) (found int, missing []string) {
	return 0, []string{"Consommation Horaire"}
}

// Read is for workbooks only. Error: UnknownFile.
func (CustomerXLSX) Read(_ context.Context, in files.Input) (curvefile.Dataset, error) {
	return curvefile.Dataset{}, files.ErrUnknown.With("fileName", in.Name)
}

// RecogniseBook looks for the sheets. Those of daily energies are recognised too, so that
// nobody takes them for a curve.
func (CustomerXLSX) RecogniseBook(book files.Book) (found int, missing []string) {
	for _, sheet := range book.Sheets {
		if curveSheet(sheet) != 0 || dailySheets[text.Fold([]byte(sheet))] {
			return 1, nil
		}
	}
	return 0, []string{"Consommation Horaire"}
}

// curveSheet is the nature of the curve in a sheet by its name, which may have a number or
// more behind it where there are several; 0 for others.
func curveSheet(name string) metering.Nature {
	name = text.Fold([]byte(name))
	for begins, nature := range curveSheets {
		if strings.HasPrefix(name, begins) {
			return nature
		}
	}
	return 0
}

// ReadBook reads all sheets with a curve, and all sites in them. A warning names sheets of
// daily energies beside them, and those without a value. Errors: UnknownFile for daily
// energies alone, MissingColumns, import.empty, import.rejected with items by sheet and
// line.
func (CustomerXLSX) ReadBook(ctx context.Context, book files.Book) (curvefile.Dataset, error) {
	set := curvefile.Dataset{FileName: book.Name, Format: FormatCustomerXLSX, History: true}
	var left []string
	var wrong fault.List
	curves := 0
	for _, sheet := range book.Sheets {
		nature := curveSheet(sheet)
		if nature == 0 {
			if dailySheets[text.Fold([]byte(sheet))] {
				left = append(left, sheet)
			}
			continue
		}
		curves++
		if err := book.Unsolved(sheet); err != nil {
			return curvefile.Dataset{}, err
		}
		parts, err := readCurveSheet(ctx, book, sheet, nature)
		if err != nil {
			return curvefile.Dataset{}, err
		}
		for _, r := range parts {
			of, err := r.dataset(book.Name)
			if errors.Is(err, metering.ErrNoValues) {
				left = append(left, sheet)
				continue
			}
			if err != nil {
				addOfSheet(&wrong, fault.From(err), sheet)
				continue
			}
			set.Readings, set.Rows = append(set.Readings, of.Readings...), set.Rows+of.Rows
			set.Warnings = append(set.Warnings, of.Warnings...)
		}
	}
	switch {
	case curves == 0:
		return curvefile.Dataset{}, files.ErrUnknown.With("fileName", book.Name)
	case len(wrong.Items) == 1 && wrong.Items[0].Row == 0:
		return curvefile.Dataset{}, wrong.Items[0]
	case len(wrong.Items) > 0:
		return curvefile.Dataset{}, wrong.Err(metering.ErrRejected.With("fileName", book.Name))
	case len(set.Readings) == 0:
		return curvefile.Dataset{}, metering.ErrNoValues.With("fileName", book.Name)
	}
	if len(left) > 0 {
		set.Warnings = append(set.Warnings, WarnSheets.With("sheets", slices.Compact(left)))
	}
	return set, nil
}

// WarnSheets is sheets that are left out; parameter sheets.
var WarnSheets = fault.FileSheetsLeft

// addOfSheet keeps what is wrong with a sheet, and says with which.
func addOfSheet(list *fault.List, f *fault.Error, sheet string) {
	if len(f.Items) == 0 {
		list.Add(f.With("sheet", sheet))
	}
	for _, item := range f.Items {
		list.Add(item.With("sheet", sheet))
	}
}

// readCurveSheet reads the lines of a sheet: one part for each site, which begins with the
// line of its number.
func readCurveSheet(ctx context.Context, book files.Book, sheet string, nature metering.Nature) (parts []*customerSheet, err error) {
	rows, err := book.Sheet.Rows(sheet)
	if err != nil {
		return nil, files.ErrNotSpreadsheet.Because(err)
	}
	defer func() { _ = rows.Close() }()
	r := newCustomerSheet(nature, book)
	parts = append(parts, r)
	for row := 1; rows.Next(); row++ {
		if row%checkedLines == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		cells, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil || row > maxSheetRows {
			return nil, files.ErrNotSpreadsheet.Because(err)
		}
		if r.names && beginsSite(cells) {
			r = newCustomerSheet(nature, book)
			parts = append(parts, r)
		}
		r.cells(cells, row)
	}
	return parts, rows.Error()
}

// beginsSite reports whether a line has the label of the number of a site.
func beginsSite(cells []string) bool {
	return slices.ContainsFunc(cells, func(cell string) bool { return strings.HasPrefix(text.Fold([]byte(cell)), prmLabel) })
}

// customerSheet is a sheet on its way in.
type customerSheet struct {
	columns *columns.Columns
	zone    civil.Zone
	dayZero civil.Date // of times that are numbers
	head    columns.Head
	prmSeen bool
	at      [3]int // of Début, Fin and Valeur, once the line of names is there
	names   bool
	scale   scales
	step    int64 // of the line before, seconds
}

func newCustomerSheet(nature metering.Nature, book files.Book) *customerSheet {
	return &customerSheet{columns: columns.New(1), zone: book.Zone, dayZero: book.DayZero, head: columns.Head{Nature: nature, Labels: curvefile.LabelsStart}}
}

// dataset is what the lines gave.
func (r *customerSheet) dataset(fileName string) (curvefile.Dataset, error) {
	if missing := r.missing(); len(missing) > 0 {
		return curvefile.Dataset{}, files.ErrMissingColumns.With("columns", missing).With("fileName", fileName)
	}
	set, err := r.columns.Dataset(fileName, FormatCustomerXLSX, []columns.Head{r.head})
	set.History = true
	return set, err
}

func (r *customerSheet) missing() (names []string) {
	if !r.prmSeen {
		names = append(names, "Point Référence Mesure (PRM)")
	}
	if !r.names {
		names = append(names, "Début", "Fin", "Valeur (en kW)")
	}
	return names
}

// maxSheetRows keeps an endless sheet out: five years of five minutes.
const maxSheetRows = 600_000

func (r *customerSheet) cells(cells []string, row int) {
	if r.names {
		r.line(cells, row)
		return
	}
	r.above(cells, row)
}

// above reads a line above the values: it may hold the number of the site, or be that
// of the names.
func (r *customerSheet) above(cells []string, row int) {
	found := 0
	for i, cell := range cells {
		name := text.Fold([]byte(cell))
		switch {
		case strings.HasPrefix(name, prmLabel):
			r.site(cells[i+1:], row)
		case strings.HasPrefix(name, "grandeur physique"):
			r.quantity(cells[i+1:], row)
		case name == "debut":
			r.at[0] = i
			found |= 1
		case name == "fin":
			r.at[1] = i
			found |= 2
		case strings.HasPrefix(name, "valeur (en "):
			r.at[2] = i
			unit := strings.TrimSuffix(strings.TrimPrefix(name, "valeur (en "), ")")
			r.head.Unit = portalWord(r.columns, unit, strings.TrimSpace(cell), row, portalUnits)
			r.scale.unit = r.head.Unit
			found |= 4
		}
	}
	r.names = found == 7
}

// quantity refuses another one than active power.
func (r *customerSheet) quantity(cells []string, row int) {
	for _, cell := range cells {
		name := text.Fold([]byte(cell))
		if strings.Contains(name, "reactive") || strings.Contains(name, "apparente") || strings.Contains(name, "tension") {
			r.columns.Refuse(text.ErrWord.With("allowed", "Puissance Active"), "Grandeur physique", cell, row)
		}
	}
}

// site reads the number beside its label.
func (r *customerSheet) site(cells []string, row int) {
	for _, cell := range cells {
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		var sites text.Collection
		prm, err := sites.PRM([]byte(cell))
		if err != nil {
			r.columns.Refuse(fault.From(err), "Point Référence Mesure (PRM)", cell, row)
		}
		r.columns.Warnings = append(r.columns.Warnings, sites.Warnings(&text.Table{})...)
		r.head.DsoID, r.prmSeen = prm, true
		return
	}
}

// line reads start, end and value.
func (r *customerSheet) line(cells []string, row int) {
	var f [3]string
	for i, at := range r.at {
		if at < len(cells) {
			f[i] = strings.TrimSpace(cells[at])
		}
	}
	if f[0] == "" && f[1] == "" && f[2] == "" {
		return
	}
	start, err := columns.ParseWallSince(r.dayZero, f[0])
	if err != nil {
		r.columns.Refuse(fault.From(err), "Début", f[0], row)
		return
	}
	end, err := columns.ParseWallSince(r.dayZero, f[1])
	if err != nil {
		r.columns.Refuse(fault.From(err), "Fin", f[1], row)
		return
	}
	m, err := r.moment(start, end)
	if err != nil {
		r.columns.Refuse(fault.From(err), "Début", f[0], row)
		return
	}
	m.Row = int32(row)
	if v, ok := r.value(f[2], m.Step, row); ok {
		r.columns.Add(m, v)
	}
}

// value is the energy of a cell.
func (r *customerSheet) value(cell string, step int32, row int) (energy.MilliWh, bool) {
	if name := text.Fold([]byte(cell)); name == "" || name == "na" {
		r.columns.Empty++
		return columns.Gap, true
	}
	value, decimals, err := portalNumber(cell)
	if err == nil {
		var v energy.MilliWh
		if v, err = r.scale.at(step).Energy(value, decimals); err == nil {
			return v, true
		}
	}
	r.columns.Refuse(fault.From(err), "Valeur", cell, row)
	return columns.Gap, false
}

// moment is the step between two times on the wall. When the clock is changed between
// them the wall shows another distance: the step is then that of instants which fit.
// Errors: time.skipped, curve.step.
func (r *customerSheet) moment(start, end columns.Wall) (columns.Moment, error) {
	first, second, err := start.Instants(r.zone)
	if err != nil {
		return columns.Moment{}, err
	}
	if step := int64(end.After(start) / time.Second); goodStep(step) && (first == second || step == r.step || r.step == 0) {
		r.step = step
		return r.aligned(first, second, step)
	}
	for _, from := range [2]int64{first, second} {
		if step := r.until(from, end); step > 0 {
			r.step = step
			return r.aligned(from, from, step)
		}
	}
	return columns.Moment{}, metering.ErrStep.With("seconds", int(end.After(start)/time.Second))
}

// until is the step from an instant to a time on the wall, 0 when none fits.
func (r *customerSheet) until(from int64, end columns.Wall) int64 {
	first, second, err := end.Instants(r.zone)
	if err != nil {
		return 0
	}
	for _, to := range [2]int64{first, second} {
		if step := to - from; goodStep(step) {
			return step
		}
	}
	return 0
}

func (r *customerSheet) aligned(first, second, step int64) (columns.Moment, error) {
	if first%step != 0 {
		return columns.Moment{}, metering.ErrOffGrid.With("minutes", int(step)/60).With("date", time.Unix(first, 0).UTC().Format(time.RFC3339))
	}
	return columns.Moment{At: first, Second: second, Step: int32(step)}, nil
}
