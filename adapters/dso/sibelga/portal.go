package sibelga

import (
	"context"
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// FormatPortal is the name in the contract.
const FormatPortal = "SIBELGA_PORTAL"

// Portal reads the export of a customer's account: one line a quarter of an hour and
// register, with offtake and injection, day and night on registers of their own (domain 5.8).
// Registers of one direction are added up. It is a site's own history, and provisional:
// what is billed comes with the files of the sharing.
//
// Meaning of time: starts on the clock of the wall. In the hour that autumn repeats both
// lines of a time stand beside each other; the first is summer time. The end of a line is
// compared with its start, but for the days when the clock changes.
type Portal struct{}

var _ files.BookFormat = Portal{}

// Recognise finds the columns in the first line.
func (Portal) Recognise(head []byte) (found int, missing []string) {
	return recogniseText(head, portalPatterns)
}

// RecogniseBook finds the columns in one of the sheets.
func (Portal) RecogniseBook(book files.Book) (found int, missing []string) {
	return recogniseBook(book, portalPatterns)
}

// Read reads a text. Errors: import.empty, import.rejected with items by line.
func (p Portal) Read(ctx context.Context, in files.Input) (curvefile.Dataset, error) {
	return p.read(ctx, in.Name, newCSV(in.Reader), in.Zone, files.DayZero1900, nil)
}

// ReadBook reads a workbook. Errors: as Read.
func (p Portal) ReadBook(ctx context.Context, book files.Book) (curvefile.Dataset, error) {
	sheet, err := openSheet(book, portalPatterns)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	defer sheet.close()
	return p.read(ctx, book.Name, sheet.lines, book.Zone, book.DayZero, sheet.numericEAN)
}

// portalReader collects the lines of one file.
type portalReader struct {
	at       places
	clock    clock
	ends     clock
	series   map[portalKey]*portalSeries
	order    []portalKey
	refusals text.Refusals
	doubtful int
}

type portalKey struct{ number, register string }

// portalSeries is one register of one access point.
type portalSeries struct {
	series
	whole   bool // the register counts day and night
	quality map[int32]loadcurve.Quality
}

func (Portal) read(ctx context.Context, name string, in lines, zone civil.Zone, dayZero civil.Date, numeric func(row int) bool) (curvefile.Dataset, error) {
	at, err := header(in, portalPatterns)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	r := portalReader{at: at, series: map[portalKey]*portalSeries{}}
	r.clock = clock{zone: zone, dates: dates{dayFirst, dayZero}}
	r.ends = r.clock
	for n := 0; ; n++ {
		cells, row, err := in.next()
		if err != nil {
			return curvefile.Dataset{}, err
		}
		if cells == nil {
			return r.dataset(name)
		}
		if n%(1<<14) == 0 && ctx.Err() != nil {
			return curvefile.Dataset{}, ctx.Err()
		}
		if len(cell(cells, at[eanColumn])) == 0 {
			continue
		}
		if numeric != nil && numeric(row) {
			r.refuse(ErrNumericEAN.With("value", short(cell(cells, at[eanColumn]))), eanColumn, row)
			continue
		}
		r.take(cells, row)
	}
}

func (r *portalReader) refuse(f *fault.Error, c column, row int) {
	name := nameOf(portalPatterns, c)
	r.refusals.Add(f.With("column", name).At(name).OnRow(row))
}

// start is a date and a time of day as one text.
func (r *portalReader) start(cells [][]byte, date, clock column) []byte {
	return slices.Concat(cell(cells, r.at[date]), []byte{' '}, cell(cells, r.at[clock]))
}

func (r *portalReader) take(cells [][]byte, row int) {
	unit := folded(cell(cells, r.at[unitColumn]))
	if strings.Contains(unit, "var") {
		return // reactive energy is no matter of sharing
	}
	if unit != "kwh" {
		r.refuse(text.ErrWord.With("value", short(cell(cells, r.at[unitColumn]))).With("allowed", "kWh"), unitColumn, row)
		return
	}
	s := r.find(cells, row)
	if s == nil {
		return
	}
	begin, end := r.start(cells, fromColumn, timeColumn), r.start(cells, toColumn, toTimeColumn)
	at, second, ok := r.clock.read(begin)
	if !ok {
		r.refuse(text.ErrTime.With("value", short(begin)), fromColumn, row)
		return
	}
	if until, _, ok := r.ends.read(end); r.clock.plain && (!ok || until-at != quarter) {
		r.refuse(metering.ErrStep.With("seconds", int(until-at)).With("value", short(begin)), toTimeColumn, row)
		return
	}
	if at%quarter != 0 {
		r.refuse(metering.ErrOffGrid.With("minutes", quarter/60).With("value", short(begin)).With("date", short(begin)), timeColumn, row)
		return
	}
	number := cell(cells, r.at[volumeColumn])
	if len(number) == 0 {
		return // no value is a gap
	}
	value, wrong := readVolume(number)
	if wrong != nil {
		r.refuse(wrong, volumeColumn, row)
		return
	}
	if second != at {
		at = s.doubled(at, second)
	}
	q := qualityOf(cell(cells, r.at[validationColumn]))
	if q == loadcurve.Suspect {
		r.doubtful++
	}
	s.add(int32(at/quarter), value, int32(row))
	if before, ok := s.quality[int32(at/quarter)]; !ok || q < before {
		s.quality[int32(at/quarter)] = q
	}
}

// qualityOf knows the words of the portals of Sibelga and Fluvius; others are doubtful.
func qualityOf(status []byte) loadcurve.Quality {
	switch word := folded(status); {
	case strings.Contains(word, "estim") || strings.Contains(word, "geschat"):
		return loadcurve.Estimated
	case word == "validated" || word == "valide" || word == "read" || word == "uitgelezen" || word == "geenverbruik":
		return loadcurve.Provisional
	}
	return loadcurve.Suspect
}

const registerWords = "Peak offtake, Off-peak offtake, Total offtake, Peak injection, Off-peak injection, Total injection"

// registerOf is the nature and side of a register, and whether it counts day and night.
func registerOf(cell []byte) (of kind, whole, ok bool) {
	name := folded(cell)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
	}
	drawn, fed := has("offtake", "afname", "prelevement"), has("injection", "injectie")
	part, all := has("peak", "dag", "nacht", "jour", "nuit"), has("total", "totaal")
	if drawn == fed || part == all {
		return kind{}, false, false
	}
	if fed {
		return kind{metering.Prod, metering.Producer}, all, true
	}
	return kind{metering.Conso, metering.Consumer}, all, true
}

func (r *portalReader) find(cells [][]byte, row int) *portalSeries {
	number, register := cell(cells, r.at[eanColumn]), cell(cells, r.at[registerColumn])
	key := portalKey{string(number), string(register)}
	if s, ok := r.series[key]; ok {
		return s
	}
	dsoID, wrong := readEAN(number)
	if wrong != nil {
		r.refuse(wrong, eanColumn, row)
	}
	of, whole, ok := registerOf(register)
	if !ok {
		r.refuse(text.ErrWord.With("value", short(register)).With("allowed", registerWords), registerColumn, row)
	}
	if wrong != nil || !ok {
		return nil
	}
	if len(r.order) >= maxSeries {
		r.refuse(text.ErrTooManySeries.With("max", maxSeries), eanColumn, row)
		return nil
	}
	s := &portalSeries{series: series{dsoID: dsoID, kind: of}, whole: whole, quality: map[int32]loadcurve.Quality{}}
	r.series[key] = s
	r.order = append(r.order, key)
	return s
}

// dataset adds up the registers of each direction. Errors: import.rejected, import.empty.
func (r *portalReader) dataset(name string) (curvefile.Dataset, error) {
	set := curvefile.Dataset{FileName: name, Format: FormatPortal, History: true}
	var order []seriesKey
	sums := map[seriesKey]*portalSum{}
	for _, at := range r.order {
		s := r.series[at]
		runs, repeated := s.runs(&r.refusals)
		if repeated > 0 {
			set.Warnings = append(set.Warnings, text.WarnRepeated.With("value", s.dsoID).With("count", repeated))
		}
		key := seriesKey{s.dsoID, s.kind}
		sum := sums[key]
		if sum == nil {
			sum = &portalSum{whole: s.whole, values: map[int32]energy.MilliWh{}, quality: map[int32]loadcurve.Quality{}, row: 2}
			sums[key] = sum
			order = append(order, key)
		}
		if sum.whole != s.whole && len(runs) > 0 {
			// Day and night beside their total: adding them up would count twice.
			r.refuse(text.ErrWord.With("value", short([]byte(at.register))).With("allowed", registerWords), registerColumn, runs[0].Row)
			continue
		}
		sum.add(runs, s.quality)
	}
	for _, key := range order {
		if runs := sums[key].runs(); len(runs) > 0 {
			set.Readings = append(set.Readings, curvefile.Readings{DsoID: key.dsoID, Nature: key.nature, Side: key.side, Unit: string(text.KilowattHour),
				Labels: curvefile.LabelsStart, Runs: runs, Doubtful: r.doubtful})
			r.doubtful = 0
		}
	}
	switch {
	case r.refusals.Any():
		return curvefile.Dataset{}, metering.ErrRejected.With("fileName", name).Of(r.refusals.Items(name)...)
	case len(set.Readings) == 0:
		return curvefile.Dataset{}, metering.ErrNoValues.With("fileName", name)
	}
	return set, nil
}

// portalSum is one direction of an access point.
type portalSum struct {
	whole   bool
	values  map[int32]energy.MilliWh
	quality map[int32]loadcurve.Quality
	row     int
}

func (p *portalSum) add(runs []curvefile.Run, quality map[int32]loadcurve.Quality) {
	for _, run := range runs {
		for i, v := range run.Values {
			at := int32(run.Start/quarter) + int32(i)
			p.values[at] += v
			if q, ok := p.quality[at]; !ok || quality[at] < q {
				p.quality[at] = quality[at]
			}
		}
	}
}

// runs gives the sums in the order of time.
func (p *portalSum) runs() (out []curvefile.Run) {
	quarters := make([]int32, 0, len(p.values))
	for at := range p.values {
		quarters = append(quarters, at)
	}
	slices.Sort(quarters)
	for i, at := range quarters {
		if i == 0 || quarters[i-1] != at-1 {
			out = append(out, curvefile.Run{Start: int64(at) * quarter, Step: quarter, Row: p.row})
		}
		last := &out[len(out)-1]
		last.Values, last.Quality = append(last.Values, p.values[at]), append(last.Quality, p.quality[at])
	}
	return out
}
