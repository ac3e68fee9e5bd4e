package intake

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

// MaxFaults of one import are kept, and as many warnings: a person mends the first ones and
// tries again.
const MaxFaults = 200

// Remarks are the warnings of an import: the first ones, and how many there are in all.
type Remarks struct {
	First []*fault.Error
	Count int
}

// And is both, those of o after those of r. Neither is changed.
func (r Remarks) And(o Remarks) Remarks {
	room := max(0, MaxFaults-len(r.First))
	return Remarks{append(r.First[:len(r.First):len(r.First)], o.First[:min(room, len(o.First))]...), r.Count + o.Count}
}

// Told are some remarks.
func Told(all ...*fault.Error) Remarks {
	return Remarks{all[:min(MaxFaults, len(all)):min(MaxFaults, len(all))], len(all)}
}

// Refusals are what is wrong with the files of an import: the first ones, and how many more
// there are.
type Refusals struct {
	First   []*fault.Error
	Further int
}

// Refuse is one refusal.
func Refuse(f *fault.Error) Refusals { return Refusals{First: []*fault.Error{f}} }

// RefuseAll is the details of a refusal, or itself when it has none.
func RefuseAll(f *fault.Error) (out Refusals) {
	if len(f.Items) == 0 {
		return Refuse(f)
	}
	for _, item := range f.Items {
		out = out.With(item)
	}
	return out
}

// With is r and one more. One that counts others counts for as many where it is not kept.
func (r Refusals) With(f *fault.Error) Refusals {
	switch further, _ := f.Params["count"].(int); {
	case len(r.First) < MaxFaults:
		r.First = append(r.First[:len(r.First):len(r.First)], f)
	case f.Key == metering.ErrMore.Key: // a file with many of its own
		r.Further += further
	default:
		r.Further++
	}
	return r
}

// And is both, those of o after those of r.
func (r Refusals) And(o Refusals) Refusals {
	for _, f := range o.First {
		r = r.With(f)
	}
	r.Further += o.Further
	return r
}

// Any reports whether something is wrong.
func (r Refusals) Any() bool { return len(r.First) > 0 }

// Err is import.rejected with what is wrong; nil when nothing is.
func (r Refusals) Err() error {
	list := fault.List{Items: r.First[:len(r.First):len(r.First)]}
	if r.Further > 0 {
		list.Add(metering.ErrMore.With("count", r.Further))
	}
	return list.Err(metering.ErrRejected)
}

// Local puts the instant of a fault onto the clocks of a zone: readers of files that name
// instants know no other than UTC. What it quotes of a file becomes text that can be kept.
func Local(zone civil.Zone, f *fault.Error) *fault.Error {
	for name, value := range f.Params {
		if quoted, ok := value.(string); ok && (!utf8.ValidString(quoted) || strings.Contains(quoted, "\x00")) {
			f = f.With(name, strings.ToValidUTF8(strings.ReplaceAll(quoted, "\x00", "?"), "?"))
		}
	}
	text, _ := f.Params["date"].(string)
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return f.With("date", at.In(zone.Location()).Format(time.RFC3339))
	}
	return f
}

// LocalAll is Local of the details of a refusal, or of itself when it has none.
func LocalAll(zone civil.Zone, f *fault.Error) Refusals {
	r := RefuseAll(f)
	for i, item := range r.First {
		r.First[i] = Local(zone, item)
	}
	return r
}

// mostDays is how many days a warning lists; the rest is counted.
const mostDays = 10

// dayList is what a warning says of days.
type dayList struct {
	days  []string
	count int
}

func (l *dayList) add(d civil.Date) {
	if l.count++; len(l.days) < mostDays {
		l.days = append(l.days, d.String())
	}
}

// said is a warning with the days; an ellipsis stands for those that are only counted.
// None without a day.
func (l dayList) said(f *fault.Error) []*fault.Error {
	if l.count == 0 {
		return nil
	}
	days := l.days
	if l.count > len(days) {
		days = append(days[:len(days):len(days)], "…")
	}
	return []*fault.Error{f.With("count", l.count).With("days", days)}
}
