package sibelga

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/money"
)

// FormatMonthly is the name in the contract.
const FormatMonthly = "SIBELGA_MONTHLY"

// maxLines of a monthly file: more than any operation has access points and registers.
const maxLines = 200_000

// Monthly reads the monthly file.
type Monthly struct{}

var _ files.BookFormat = Monthly{}

// Recognise finds the columns in the first line.
func (Monthly) Recognise(head []byte) (found int, missing []string) {
	return recogniseText(head, monthlyPatterns)
}

// RecogniseBook finds the columns in one of the sheets.
func (Monthly) RecogniseBook(book files.Book) (found int, missing []string) {
	return recogniseBook(book, monthlyPatterns)
}

// Read reads a text. Errors: import.empty, import.rejected with items by line.
func (Monthly) Read(ctx context.Context, in files.Input) (curvefile.Dataset, error) {
	return readMonthly(ctx, in.Name, newCSV(in.Reader), files.DayZero1900, nil)
}

// ReadBook reads a workbook. Errors: as Read.
func (Monthly) ReadBook(ctx context.Context, book files.Book) (curvefile.Dataset, error) {
	sheet, err := openSheet(book, monthlyPatterns)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	defer sheet.close()
	return readMonthly(ctx, book.Name, sheet.lines, book.DayZero, sheet.numericEAN)
}

// monthlyReader collects the lines of one file.
type monthlyReader struct {
	at       places
	dayZero  civil.Date // of dates that are numbers
	lines    []metering.RegisterVolume
	seen     map[string]bool
	refusals text.Refusals
}

// readMonthly takes all lines below the header. numeric tells the lines whose EAN is a
// number, nil for texts.
func readMonthly(ctx context.Context, name string, in lines, dayZero civil.Date, numeric func(row int) bool) (curvefile.Dataset, error) {
	at, err := header(in, monthlyPatterns)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	r := monthlyReader{at: at, dayZero: dayZero, seen: map[string]bool{}}
	for {
		cells, row, err := in.next()
		if err != nil {
			return curvefile.Dataset{}, err
		}
		if cells == nil || len(r.lines) >= maxLines || ctx.Err() != nil {
			break
		}
		if len(cell(cells, at[eanColumn])) == 0 {
			continue // a sum below the table
		}
		if numeric != nil && numeric(row) {
			r.refuse(ErrNumericEAN.With("value", short(cell(cells, at[eanColumn]))), eanColumn, row)
			continue
		}
		r.take(cells, row)
	}
	switch {
	case ctx.Err() != nil:
		return curvefile.Dataset{}, ctx.Err()
	case r.refusals.Any():
		return curvefile.Dataset{}, metering.ErrRejected.With("fileName", name).Of(r.refusals.Items(name)...)
	case len(r.lines) == 0:
		return curvefile.Dataset{}, metering.ErrNoValues.With("fileName", name)
	}
	return curvefile.Dataset{FileName: name, Format: FormatMonthly, Part: curvefile.PartMonthly, Registers: r.lines}, nil
}

func (r *monthlyReader) refuse(f *fault.Error, c column, row int) {
	name := nameOf(monthlyPatterns, c)
	r.refusals.Add(f.With("column", name).At(name).OnRow(row))
}

// take reads one line; everything wrong with it is told.
func (r *monthlyReader) take(cells [][]byte, row int) {
	line := metering.RegisterVolume{Row: row, Meter: string(cell(cells, r.at[meterColumn]))}
	good := true
	note := func(wrong *fault.Error, c column) {
		if wrong != nil {
			good = false
			r.refuse(wrong, c, row)
		}
	}
	number, wrong := readEAN(cell(cells, r.at[eanColumn]))
	note(wrong, eanColumn)
	line.DsoID = number
	days, wrong, c := r.days(cells)
	note(wrong, c)
	line.Days = days
	line.Register, wrong = readRegister(cell(cells, r.at[registerColumn]))
	note(wrong, registerColumn)
	for _, v := range []struct {
		column
		to *energy.MilliWh
	}{{sharedColumn, &line.Shared}, {complementColumn, &line.Complement}, {givenColumn, &line.Given}, {surplusColumn, &line.Surplus}} {
		*v.to, wrong = readVolume(cell(cells, r.at[v.column]))
		note(wrong, v.column)
	}
	costs := costsOf(&line.Costs)
	for _, c := range slices.Sorted(maps.Keys(costs)) {
		to, text := costs[c], cell(cells, r.at[c])
		if len(text) == 0 {
			continue
		}
		value, wrong := readMillionths(text)
		note(wrong, c)
		*to = money.MicroEuro(value)
		line.Costs.Told = line.Costs.Told || c == totalColumn
	}
	key := fmt.Sprint(line.DsoID, line.Days, line.Register, line.Meter)
	if good && r.seen[key] {
		note(ErrLineTwice.With("value", line.DsoID), eanColumn)
	}
	r.seen[key] = true
	if good {
		r.lines = append(r.lines, line)
	}
}

// costsOf is where the costs of a line go, by column.
func costsOf(c *metering.NetworkCosts) map[column]*money.MicroEuro {
	return map[column]*money.MicroEuro{useColumn: &c.Use, surchargesColumn: &c.Surcharges, capacityColumn: &c.Capacity,
		meteringColumn: &c.Metering, publicServiceColumn: &c.PublicService, transportColumn: &c.Transport,
		roadFeeColumn: &c.RoadFee, totalColumn: &c.Total}
}

// days reads the period of a line, which lies within one month. Errors: time.invalid,
// register.period.
func (r *monthlyReader) days(cells [][]byte) (civil.Range, *fault.Error, column) {
	fromCell, toCell := cell(cells, r.at[fromColumn]), cell(cells, r.at[toColumn])
	days, wrong, c := readDays(fromCell, toCell, dates{dayFirst, r.dayZero})
	if wrong != nil || days.Days() == 1 {
		// The older generation writes the month first; read the other way round, a month
		// from its first day would be one day.
		if other, bad, _ := readDays(fromCell, toCell, dates{monthFirst, r.dayZero}); bad == nil && other == civil.MonthOf(other.From).Range() {
			return other, nil, fromColumn
		}
	}
	return days, wrong, c
}

func readDays(fromCell, toCell []byte, o dates) (civil.Range, *fault.Error, column) {
	from, ok := o.read(fromCell)
	if !ok {
		return civil.Range{}, text.ErrTime.With("value", short(fromCell)), fromColumn
	}
	to, ok := o.read(toCell)
	if !ok {
		return civil.Range{}, text.ErrTime.With("value", short(toCell)), toColumn
	}
	days := civil.Range{From: from, To: to}
	if days.IsEmpty() || !civil.MonthOf(from).Range().Covers(days) {
		return days, ErrPeriod.With("from", from.String()).With("to", to.String()).With("value", short(toCell)), toColumn
	}
	return days, nil, fromColumn
}

var registers = map[string]metering.Register{"HI": metering.RegisterHigh, "HIGH": metering.RegisterHigh,
	"LOW": metering.RegisterLow, "LO": metering.RegisterLow, "TH": metering.RegisterTotal}

func readRegister(cell []byte) (metering.Register, *fault.Error) {
	register, err := text.Word(cell, registers)
	return register, fault.From(err)
}
