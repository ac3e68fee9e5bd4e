package sibelga

import (
	"context"
	"strings"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Names of the two generations in the contract.
const (
	FormatLocal = "SIBELGA_QUARTER_LOCAL"
	FormatGMT   = "SIBELGA_QUARTER_GMT"
)

const (
	quarter   = 15 * 60
	maxSeries = 100_000 // of one file
)

// Quarters reads the quarter-hour file of one generation.
type Quarters struct {
	format   string
	patterns []pattern
	utc      bool
	order    order
}

var _ files.BookFormat = Quarters{}

// WallClock is the newer generation: starts on the clock of the wall of the operator.
func WallClock() Quarters { return Quarters{FormatLocal, localPatterns, false, dayFirst} }

// GMT is the older generation: starts in GMT, the month before the day.
func GMT() Quarters { return Quarters{FormatGMT, gmtPatterns, true, monthFirst} }

// Recognise finds the columns in the first line.
func (q Quarters) Recognise(head []byte) (found int, missing []string) {
	return recogniseText(head, q.patterns)
}

// RecogniseBook finds the columns in one of the sheets.
func (q Quarters) RecogniseBook(book files.Book) (found int, missing []string) {
	return recogniseBook(book, q.patterns)
}

// Read reads a text. Errors: import.empty, import.rejected with items by line.
func (q Quarters) Read(ctx context.Context, in files.Input) (curvefile.Dataset, error) {
	return q.read(ctx, in.Name, newCSV(in.Reader), in.Zone, files.DayZero1900, nil)
}

// ReadBook reads a workbook. Errors: as Read.
func (q Quarters) ReadBook(ctx context.Context, book files.Book) (curvefile.Dataset, error) {
	sheet, err := openSheet(book, q.patterns)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	defer sheet.close()
	return q.read(ctx, book.Name, sheet.lines, book.Zone, book.DayZero, sheet.numericEAN)
}

// kind is what a line counts.
type kind struct {
	nature metering.Nature
	side   metering.Side
}

// kindOf knows the words of both generations (domain 5.4).
func kindOf(cell []byte) (kind, bool) {
	name := folded(cell)
	has := func(word string) bool { return strings.Contains(name, word) }
	shared, rest := has("partage"), has("reseau") || has("complementaire") || has("residuel")
	switch {
	case shared == rest:
		return kind{}, false
	case has("injection") && shared:
		return kind{metering.Autoconso, metering.Producer}, true
	case has("injection"):
		return kind{metering.Surplus, metering.Producer}, true
	case !has("volume") && !has("consommation"):
		return kind{}, false
	case shared:
		return kind{metering.Autoconso, metering.Consumer}, true
	}
	return kind{metering.Complement, metering.Consumer}, true
}

const kindWords = "Consommation Partagée, Consommation Réseau, Injection Partagée, Injection Réseau, Volume Partagé, Volume Complémentaire, Injection Complémentaire"

// quartersReader collects the lines of one file.
type quartersReader struct {
	Quarters
	at       places
	clock    clock
	series   map[string]*series // by the number and kind as they are written
	order    []*series
	same     map[seriesKey]*series
	lastKey  []byte
	refusals text.Refusals
}

type seriesKey struct {
	dsoID string
	kind
}

func (q Quarters) read(ctx context.Context, name string, in lines, zone civil.Zone, dayZero civil.Date, numeric func(row int) bool) (curvefile.Dataset, error) {
	at, err := header(in, q.patterns)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	r := quartersReader{Quarters: q, at: at, series: map[string]*series{}, same: map[seriesKey]*series{}}
	r.clock = clock{zone: zone, dates: dates{q.order, dayZero}}
	if q.utc {
		r.clock.zone = civil.Zone{}
	}
	for n := 0; ; n++ {
		cells, row, err := in.next()
		if err != nil {
			return curvefile.Dataset{}, err
		}
		if cells == nil {
			break
		}
		if n%(1<<16) == 0 && ctx.Err() != nil {
			return curvefile.Dataset{}, ctx.Err()
		}
		if len(cell(cells, at[eanColumn])) == 0 {
			continue // a sum below the table
		}
		if numeric != nil && numeric(row) {
			r.refuse(ErrNumericEAN.With("value", short(cell(cells, at[eanColumn]))), eanColumn, row)
			continue
		}
		r.take(cells, int32(row))
	}
	return r.dataset(name)
}

func (r *quartersReader) refuse(f *fault.Error, c column, row int) {
	name := nameOf(r.patterns, c)
	r.refusals.Add(f.With("column", name).At(name).OnRow(row))
}

// take reads one line.
func (r *quartersReader) take(cells [][]byte, row int32) {
	s := r.find(cells, row)
	if s == nil {
		return
	}
	start := cell(cells, r.at[fromColumn])
	at, second, ok := r.clock.read(start)
	if !ok {
		r.refuse(text.ErrTime.With("value", short(start)), fromColumn, int(row))
		return
	}
	if at%quarter != 0 {
		r.refuse(metering.ErrOffGrid.With("minutes", quarter/60).With("value", short(start)).With("date", short(start)), fromColumn, int(row))
		return
	}
	number := cell(cells, r.at[volumeColumn])
	if len(number) == 0 {
		return // no value is a gap
	}
	value, wrong := readVolume(number)
	if wrong != nil {
		r.refuse(wrong, volumeColumn, int(row))
		return
	}
	if second != at {
		at = s.doubled(at, second)
	}
	s.add(int32(at/quarter), value, row)
}

// find is the series of a line; nil when its number or kind is refused.
func (r *quartersReader) find(cells [][]byte, row int32) *series {
	number, kindCell := cell(cells, r.at[eanColumn]), cell(cells, r.at[kindColumn])
	key := append(append(append(r.lastKey[:0], number...), 0), kindCell...)
	r.lastKey = key
	if s, ok := r.series[string(key)]; ok {
		return s
	}
	dsoID, wrong := readEAN(number)
	if wrong != nil {
		r.refuse(wrong, eanColumn, int(row))
	}
	of, ok := kindOf(kindCell)
	if !ok {
		r.refuse(text.ErrWord.With("value", short(kindCell)).With("allowed", kindWords), kindColumn, int(row))
	}
	if wrong != nil || !ok {
		return nil
	}
	if len(r.order) >= maxSeries {
		r.refuse(text.ErrTooManySeries.With("max", maxSeries), eanColumn, int(row))
		return nil
	}
	// The same number may be written with and without blanks.
	s := r.same[seriesKey{dsoID, of}]
	if s == nil {
		s = &series{dsoID: dsoID, kind: of}
		r.same[seriesKey{dsoID, of}] = s
		r.order = append(r.order, s)
	}
	r.series[string(key)] = s
	return s
}

// dataset is what was collected. Errors: import.rejected, import.empty.
func (r *quartersReader) dataset(name string) (curvefile.Dataset, error) {
	set := curvefile.Dataset{FileName: name, Format: r.format, Part: curvefile.PartQuarters}
	for _, s := range r.order {
		runs, repeated := s.runs(&r.refusals)
		if repeated > 0 {
			set.Warnings = append(set.Warnings, text.WarnRepeated.With("value", s.dsoID).With("count", repeated))
		}
		if len(runs) > 0 {
			set.Readings = append(set.Readings, curvefile.Readings{DsoID: s.dsoID, Nature: s.nature, Side: s.side, Unit: string(text.KilowattHour),
				Labels: curvefile.LabelsStart, Status: curvefile.StatusDefinitive, Runs: runs})
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
