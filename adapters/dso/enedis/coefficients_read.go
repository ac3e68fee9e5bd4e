package enedis

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// coefficientName is how files are called: operation, producer (full dynamique), step,
// first and last day.
var coefficientName = regexp.MustCompile(`^([^_]+)_(?:(\d{14})_)?(\d{1,2})_(\d{8})_(\d{8})$`)

const (
	leastDecimals = 2        // of a set that was read
	leastStep     = 300      // seconds
	maxCells      = 40 << 20 // of a file: a year of quarters of 1 200 sites
)

// ReadCoefficients reads a coefficient file of whatever tool: point or comma, up to four
// decimals, LF or CRLF. Operation, producer, step and days are those of the name where
// it says them; else step and days are those of the lines. An empty field, and a step
// without a line, is coefficient.Missing. In the hour that autumn repeats the first
// line of a time is summer time.
// Errors: MissingColumns, import.empty, import.rejected with items by line.
func ReadCoefficients(ctx context.Context, name string, in io.Reader, zone civil.Zone) (coefficient.Set, error) {
	r := &coefficientReader{set: coefficient.Set{Zone: zone}, lines: text.NewLines(in), rowOf: map[int64]int{}}
	r.fromName(name)
	err := r.header(name)
	if err == nil {
		err = r.read(ctx)
	}
	if errors.Is(err, text.ErrLongLine) {
		err = fault.From(err).With("fileName", name)
	}
	if err != nil {
		return coefficient.Set{}, err
	}
	if len(r.times) == 0 && !r.refusals.Any() {
		return coefficient.Set{}, metering.ErrNoValues.With("fileName", name)
	}
	r.grid()
	if r.refusals.Any() {
		return coefficient.Set{}, metering.ErrRejected.With("fileName", name).Of(r.refusals.Items(name)...)
	}
	return r.set, nil
}

type coefficientReader struct {
	set      coefficient.Set
	lines    *text.Lines
	refusals text.Refusals
	times    []int64 // of the lines
	rows     []int
	cells    [][]int32     // [site][line], with MaxDecimals
	rowOf    map[int64]int // lines by time
	decimals int           // most of a cell that are not zero
}

// fromName takes what the name of the file says.
func (r *coefficientReader) fromName(name string) {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	m := coefficientName.FindStringSubmatch(strings.TrimSuffix(base, path.Ext(base)))
	if m == nil {
		return
	}
	minutes, _ := strconv.Atoi(m[3])
	first, err := time.Parse("02012006", m[4])
	last, err2 := time.Parse("02012006", m[5])
	days, err3 := civil.Inclusive(civil.NewDate(first.Date()), civil.NewDate(last.Date()))
	if err != nil || err2 != nil || err3 != nil || minutes*60 < leastStep || 60%minutes != 0 {
		return
	}
	r.set.Operation, r.set.Producer = m[1], m[2]
	r.set.Step, r.set.Days = time.Duration(minutes)*time.Minute, days
}

func (r *coefficientReader) header(name string) error {
	head, err := r.lines.Head()
	if err != nil {
		return err
	}
	names := text.ParseHeader(head)
	for len(names) > 0 && names[len(names)-1] == "" { // a separator at the end
		names = names[:len(names)-1]
	}
	if len(names) < 2 || names[0] != text.Fold([]byte(coefficientTimes)) {
		return files.ErrMissingColumns.With("fileName", name).With("columns", []string{coefficientTimes, "PRM"})
	}
	for _, number := range names[1:] {
		prm, err := dso.ParsePRM(number)
		if err != nil {
			r.refusals.Add(fault.From(err).With("value", number).OnRow(r.lines.Row))
		}
		if slices.Contains(r.set.Sites, string(prm)) {
			r.refusals.Add(coefficient.ErrSiteTwice.With("value", number).OnRow(r.lines.Row))
		}
		r.set.Sites = append(r.set.Sites, string(prm))
	}
	r.cells = make([][]int32, len(r.set.Sites))
	return nil
}

func (r *coefficientReader) read(ctx context.Context) error {
	for {
		line, err := r.lines.Next()
		if line == nil || err != nil {
			return err
		}
		if r.lines.Row%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(bytes.TrimSpace(line)) > 0 {
			r.line(bytes.Split(line, []byte{text.Separator}))
		}
	}
}

func (r *coefficientReader) refuse(f *fault.Error) { r.refusals.Add(f.OnRow(r.lines.Row)) }

func (r *coefficientReader) line(fields [][]byte) {
	want := len(r.set.Sites) + 1
	if n := len(fields); n < want || len(bytes.TrimSpace(bytes.Join(fields[want:], nil))) > 0 {
		r.refuse(text.ErrFields.With("expected", want).With("received", n))
		return
	}
	label := string(bytes.TrimSpace(fields[0]))
	at, err := r.time(label)
	if err != nil {
		r.refuse(fault.From(err).With("value", label).At(coefficientTimes))
		return
	}
	r.rowOf[at] = r.lines.Row
	r.times, r.rows = append(r.times, at), append(r.rows, r.lines.Row)
	for i, field := range fields[1:want] {
		r.cells[i] = append(r.cells[i], r.cell(bytes.TrimSpace(field), r.set.Sites[i]))
	}
}

// time reads dd/mm/yyyy HH:MM, the start of the step.
func (r *coefficientReader) time(label string) (int64, error) {
	wall, err := time.Parse("02/01/2006 15:04", label)
	if err != nil {
		return 0, text.ErrTime
	}
	day := civil.NewDate(wall.Date())
	if r.set.Step > 0 && !r.set.Days.Contains(day) {
		return 0, coefficient.ErrOutOfPeriod
	}
	found, n := r.set.Zone.Instants(day, time.Duration(wall.Hour())*time.Hour+time.Duration(wall.Minute())*time.Minute)
	for _, at := range found[:n] {
		if r.rowOf[at.Unix()] == 0 {
			return at.Unix(), nil
		}
	}
	if n == 0 {
		return 0, text.ErrTimeSkipped
	}
	return 0, coefficient.ErrStepTwice
}

// cell reads a percentage with MaxDecimals.
func (r *coefficientReader) cell(field []byte, site string) int32 {
	if len(field) == 0 {
		return coefficient.Missing
	}
	value, decimals, ok := text.ParseNumber(field)
	for ; ok && decimals > leastDecimals && value%10 == 0; decimals-- {
		value /= 10
	}
	if !ok || value < 0 || decimals > coefficient.MaxDecimals || value > int64(coefficient.Whole(decimals)) {
		r.refuse(coefficient.ErrValue.With("value", excerpt(field)).At(site))
		return coefficient.Missing
	}
	r.decimals = max(r.decimals, decimals)
	return int32(value) * (coefficient.Whole(coefficient.MaxDecimals) / coefficient.Whole(decimals))
}

func excerpt(field []byte) string {
	return string(bytes.ToValidUTF8(field[:min(len(field), 40)], []byte("?")))
}

// grid puts the lines in their places.
func (r *coefficientReader) grid() {
	if r.refusals.Any() {
		return
	}
	if r.set.Step == 0 {
		r.fromLines()
	}
	if r.refusals.Any() || !r.fits() {
		return
	}
	step := int64(r.set.Step / time.Second)
	start := r.set.Zone.Start(r.set.Days.From).Unix()
	r.set.Decimals = max(r.decimals, leastDecimals)
	divisor := coefficient.Whole(coefficient.MaxDecimals) / coefficient.Whole(r.set.Decimals)
	for range r.set.Sites {
		r.set.Values = append(r.set.Values, slices.Repeat([]int32{coefficient.Missing}, r.set.Steps()))
	}
	for j, at := range r.times {
		if (at-start)%step != 0 {
			r.refusals.Add(metering.ErrOffGrid.With("minutes", int(step)/60).
				With("date", time.Unix(at, 0).In(r.set.Zone.Location()).Format(time.RFC3339)).At(coefficientTimes).OnRow(r.rows[j]))
			continue
		}
		for i := range r.cells {
			if v := r.cells[i][j]; v != coefficient.Missing {
				r.set.Values[i][(at-start)/step] = v / divisor
			}
		}
	}
}

// fromLines finds step and days where the name does not say them.
func (r *coefficientReader) fromLines() {
	times := slices.Clone(r.times)
	slices.Sort(times)
	step := int64(3600)
	for j := 1; j < len(times); j++ {
		step = min(step, times[j]-times[j-1])
	}
	if step < leastStep || 3600%step != 0 {
		r.refusals.Add(metering.ErrStep.With("seconds", int(step)).At(coefficientTimes))
		return
	}
	day := func(at int64) civil.Date { return r.set.Zone.DateOf(time.Unix(at, 0)) }
	r.set.Step = time.Duration(step) * time.Second
	r.set.Days = civil.Range{From: day(times[0]), To: day(times[len(times)-1]) + 1}
}

// fits refuses what would fill the memory.
func (r *coefficientReader) fits() bool {
	err := r.set.Days.AtMost(12)
	if err == nil && r.set.Steps()*len(r.set.Sites) > maxCells {
		err = civil.ErrTooLong.With("months", 1)
	}
	if err != nil {
		r.refusals.Add(fault.From(err))
	}
	return err == nil
}
