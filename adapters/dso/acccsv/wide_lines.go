package acccsv

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const checkedLines = 1 << 10 // lines from one look at the context to the next

// values reads all lines below the header.
func (r *wideReader) values(ctx context.Context) error {
	for {
		line, err := r.lines.Next()
		if line == nil || err != nil {
			return err
		}
		if r.lines.Row%checkedLines == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(bytes.TrimSpace(line)) > 0 {
			r.line(line)
		}
	}
}

// line reads a time and a value a column. A line without its end is taken only when it
// has all of them.
func (r *wideReader) line(line []byte) {
	label, rest, _ := bytes.Cut(line, []byte{text.Separator})
	fields := bytes.Count(rest, []byte{text.Separator}) + 1
	if fields == len(r.heads)+1 && bytes.HasSuffix(rest, []byte{text.Separator}) {
		fields--
	}
	if fields != len(r.heads) {
		f := text.ErrFields.With("expected", len(r.heads)+1).With("received", fields+1)
		if !r.lines.Ended {
			f = text.ErrTruncated
		}
		r.columns.Refusals.Add(f.OnRow(r.lines.Row))
		return
	}
	m, err := r.moment(string(label))
	if err != nil {
		r.columns.Refuse(fault.From(err), "Horodate", string(label), r.lines.Row)
		return
	}
	r.end.See(string(bytes.TrimSpace(rest[bytes.LastIndexByte(rest, text.Separator)+1:])), r.lines.Row, r.lines.Ended)
	sound := true
	for i := range r.heads {
		var field []byte
		field, rest, _ = bytes.Cut(rest, []byte{text.Separator})
		v, err := r.value(bytes.TrimSpace(field))
		if err != nil {
			r.columns.Refuse(fault.From(err), r.heads[i].DsoID, string(field), r.lines.Row)
			sound = false
		}
		r.row[i] = v
	}
	if sound {
		r.columns.Add(m, r.row...)
	}
}

// lastLine asks whether a last line without a line end is whole; nil where nothing is in
// doubt.
func (r *wideReader) lastLine(hints curvefile.FileHints) *curvefile.FileUnderstanding {
	if !r.end.InDoubt() {
		return nil
	}
	from, to := r.zone.Span(r.days)
	u := &curvefile.FileUnderstanding{Fingerprint: wideFingerprint(), Labels: curvefile.LabelsStart, Zone: curvefile.ZoneLegal, Unit: curvefile.Watt,
		Step: r.step, From: from.Unix(), To: to.Unix()}
	answers, mapping := hints.Of(r.name, "", u.Fingerprint, nil)
	if mapping != nil {
		u.MappingID, u.MappingName = mapping.ID, mapping.Name
	}
	if r.end.Ask(u, answers.LastLine) {
		r.columns.DropLast()
	}
	u.Rows = r.columns.Len()
	return u
}

// wideFingerprint is the same for all files of the form: their names tell what they hold.
func wideFingerprint() string {
	sum := sha256.Sum256([]byte(FormatWide))
	return hex.EncodeToString(sum[:])[:32]
}

// value is the energy of a field; an empty one and NA are gaps.
func (r *wideReader) value(field []byte) (energy.MilliWh, error) {
	if len(field) == 0 || string(field) == "NA" {
		r.columns.Empty++
		return columns.Gap, nil
	}
	value, decimals, ok := text.ParseNumber(field)
	switch {
	case !ok:
		return columns.Gap, text.ErrNumber
	case value < 0:
		return columns.Gap, metering.ErrNegative
	}
	return r.scale.Energy(value, decimals)
}

// moment is the step that begins at a time. Errors: time.invalid, time.skipped,
// curve.outsideFileName, curve.offGrid.
func (r *wideReader) moment(label string) (columns.Moment, error) {
	wall, err := columns.ParseWall(label)
	if err != nil {
		return columns.Moment{}, err
	}
	if !r.days.Contains(wall.Day) {
		return columns.Moment{}, ErrOutsideName.With("from", r.days.From.String()).With("to", r.days.Last().String())
	}
	first, second, err := wall.Instants(r.zone)
	if err != nil {
		return columns.Moment{}, err
	}
	if first%int64(r.step) != 0 {
		return columns.Moment{}, metering.ErrOffGrid.With("minutes", int(r.step)/60).With("date", columns.Short(label))
	}
	if apart := max(first-r.last, r.last-first); r.columns.Len() > 0 && apart > 0 {
		r.nearest = min(r.nearest, apart)
	}
	r.last = first
	return columns.Moment{At: first, Second: second, Step: r.step, Row: int32(r.lines.Row)}, nil
}
