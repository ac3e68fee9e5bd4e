package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/pull"
)

// Readings reads documents of this package.
type Readings struct{}

var _ files.Format = Readings{}

// Recognise looks at the first bytes. A document has no columns that may be missing.
func (Readings) Recognise(head []byte) (found int, missing []string) {
	if bytes.HasPrefix(head, []byte(marker)) {
		return 1, nil
	}
	return 0, []string{"format"}
}

// Read takes a document. The readings of all answers go through the table that reads
// the operator's text files, so that days when the clock changes, values that are there
// twice and refusals are the same.
//
// Errors: curveSource.unreadable, import.rejected with items.
func (Readings) Read(ctx context.Context, in files.Input) (curvefile.Dataset, error) {
	rows := &bytes.Buffer{}
	set := curvefile.Dataset{FileName: in.Name, Format: Format, History: true}
	head, warnings, err := flatten(ctx, in.Reader, rows)
	if err != nil {
		return set, err
	}
	r := &reader{scales: map[scaleKey]*text.Scale{}}
	layout := text.Layout{TimeColumn: "date", ValueColumn: "value", LabelsEnd: head.Labels == labelsEnd, Shape: r.shape}
	if head.Clock == clockLocal {
		layout.Legal = text.NewLegal(in.Zone)
	}
	table, err := text.NewTable(rows, layout)
	if err != nil {
		return set, err
	}
	if err := table.Read(ctx); err != nil {
		return set, err
	}
	labels := curvefile.LabelsStart
	if layout.LabelsEnd {
		labels = curvefile.LabelsEnd
	}
	set.Readings = r.Readings(table, labels, func(*text.Series) curvefile.Status { return curvefile.StatusNone })
	set.Warnings = append(warnings, r.Warnings(table)...)
	if table.Refusals.Any() {
		return curvefile.Dataset{}, metering.ErrRejected.With("fileName", in.Name).Of(table.Refusals.Items(in.Name)...)
	}
	return set, nil
}

// columns of the table that answers become.
const columns = "site;nature;unit;date;step;kind;value\n"

// flatten writes one row a reading, and gives what was refused as warnings.
func flatten(ctx context.Context, in io.Reader, rows *bytes.Buffer) (head heading, warnings []*fault.Error, err error) {
	lines := json.NewDecoder(in)
	if err := lines.Decode(&head); err != nil || head.Format != Format || head.Version != version {
		return head, nil, unreadable("the first line", err)
	}
	rows.WriteString(columns)
	for n := 2; ; n++ {
		if ctx.Err() != nil {
			return head, nil, ctx.Err()
		}
		var l line
		err := lines.Decode(&l)
		switch {
		case errors.Is(err, io.EOF):
			return head, warnings, nil
		case err != nil:
			return head, nil, unreadable("a line", err)
		case l.Refused != "":
			warnings = append(warnings, l.warning())
			continue
		}
		given, err := l.write(head, rows)
		if err != nil {
			return head, nil, fault.From(err).OnRow(n)
		}
		if given == 0 {
			l.Refused = refusedNoData
			warnings = append(warnings, l.warning())
		}
	}
}

func unreadable(what string, cause error) *fault.Error {
	f := pull.ErrSourceUnreadable.With("reason", what)
	if cause != nil {
		return f.Because(cause)
	}
	return f
}

func (l line) warning() *fault.Error {
	of := func(f *fault.Error) *fault.Error { return f.With("value", l.Site).With("nature", l.Nature) }
	days := func(f *fault.Error) *fault.Error {
		return of(f).With("from", l.Start.String()).With("to", (l.End - 1).String())
	}
	switch l.Refused {
	case refusedConsent:
		return of(pull.WarnNoConsent)
	case refusedNoData:
		return days(pull.WarnNotGiven)
	}
	return days(pull.WarnSiteRefused).With("reason", l.Reason)
}

// write appends the readings of an answer as rows, and tells how many there are.
func (l line) write(head heading, rows *bytes.Buffer) (int, error) {
	var reply any
	decoder := json.NewDecoder(bytes.NewReader(l.Reply))
	decoder.UseNumber()
	if err := decoder.Decode(&reply); err != nil {
		return 0, unreadable("an answer", err)
	}
	if site, ok := textAt(reply, head.Fields.Site); ok && site != l.Site {
		return 0, unreadable("the answer is about "+clip(site)+", asked was "+l.Site, nil)
	}
	unit, ok := textAt(reply, head.Fields.Unit)
	if !ok {
		unit = "W"
	}
	found, _ := at(reply, head.Fields.Readings).([]any)
	for _, one := range found {
		date, ok1 := textAt(one, head.Fields.Date)
		value, ok2 := textAt(one, head.Fields.Value)
		step, ok3 := textAt(one, head.Fields.Step)
		if !ok1 || !ok3 {
			return 0, unreadable("a reading without "+head.Fields.Date+" or "+head.Fields.Step, nil)
		}
		if !ok2 {
			continue // null: a gap
		}
		kind, _ := textAt(one, head.Fields.Kind)
		if head.Clock == clockUTC {
			date += "Z"
		}
		for i, field := range []string{l.Site, l.Nature, unit, date, step, kind, value} {
			if strings.ContainsAny(field, ";\n\r") {
				return 0, unreadable("a field "+clip(field), nil)
			}
			if i > 0 {
				rows.WriteByte(';')
			}
			rows.WriteString(field)
		}
		rows.WriteByte('\n')
	}
	return len(found), nil
}

// at follows names with dots between.
func at(value any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		object, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = object[name]
	}
	return value
}

// textAt is a text or a number at a place.
func textAt(value any, path string) (string, bool) {
	switch v := at(value, path).(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	}
	return "", false
}

type reader struct {
	text.Collection
	scales map[scaleKey]*text.Scale
}

type scaleKey struct {
	unit text.Unit
	step int32
}

var (
	natures = map[string]metering.Nature{"CONSO": metering.Conso, "PROD": metering.Prod}
	units   = map[string]text.Unit{"W": text.Watt, "KW": text.Kilowatt, "WH": text.WattHour, "KWH": text.KilowattHour}
	steps   = map[string]int32{"PT5M": 300, "PT10M": 600, "PT15M": 900, "PT30M": 1800, "PT60M": 3600, "PT1H": 3600}
)

// shape reads what a row says besides time and value.
func (r *reader) shape(fields [][]byte) (s text.Shape) {
	prm, err := r.PRM(fields[0])
	if err != nil {
		s.Wrong = append(s.Wrong, fault.From(err).With("value", string(fields[0])))
	}
	nature := word(&s, fields[1], "nature", natures)
	unit := word(&s, fields[2], "unit", units)
	s.Step = word(&s, fields[4], "step", steps)
	s.Quality = loadcurve.Provisional
	if kind := string(fields[5]); kind != "" && kind != "B" {
		s.Quality = loadcurve.Estimated
	}
	if len(s.Wrong) > 0 {
		return s
	}
	if s.Series, err = r.Series(prm, nature, unit); err != nil {
		s.Wrong = append(s.Wrong, fault.From(err))
		return s
	}
	key := scaleKey{unit, s.Step}
	if r.scales[key] == nil {
		scale, _ := text.NewScale(unit, time.Duration(s.Step)*time.Second)
		r.scales[key] = &scale
	}
	s.Scale = r.scales[key]
	return s
}

func word[V any](s *text.Shape, field []byte, column string, words map[string]V) V {
	v, err := text.Word(field, words)
	if err != nil {
		s.Wrong = append(s.Wrong, fault.From(err).At(column))
	}
	return v
}
