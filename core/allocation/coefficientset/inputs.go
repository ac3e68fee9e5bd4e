package coefficientset

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/participant"
)

// Input is what coefficients are made of, as far as it may change afterwards. The words
// are the contract's.
type Input string

// The inputs.
const (
	KeyInput   Input = "KEY"    // the key in force on the days of the month
	CurveInput Input = "CURVES" // consumption and production
	SiteInput  Input = "SITES"  // who takes part on which days
)

// Inputs are SHA-256 of the inputs of a set (domain 6.7). nil = not known, as for the
// key of coefficients that were made elsewhere; that never differs.
type Inputs struct{ Key, Curves, Sites []byte }

// Changed lists what is not as it was. Other sites have other curves, which is no news.
func (i Inputs) Changed(now Inputs) (out []Input) {
	differs := func(a, b []byte) bool { return a != nil && b != nil && !bytes.Equal(a, b) }
	if differs(i.Key, now.Key) {
		out = append(out, KeyInput)
	}
	if differs(i.Sites, now.Sites) {
		return append(out, SiteInput)
	}
	if differs(i.Curves, now.Curves) {
		out = append(out, CurveInput)
	}
	return out
}

// HashKeys names the keys of the days of a month: another version of the same content
// is no other key. Coefficients that simple_dynamic shares by are sets of the month
// themselves, of which the last one counts anyway.
func HashKeys(spans []allocation.Span) []byte {
	sum := sha256.New()
	for _, span := range spans {
		Number(sum, int64(span.Days.From))
		Number(sum, int64(span.Days.To))
		sum.Write(span.Key.Hash[:])
	}
	return sum.Sum(nil)
}

// HashSites names who takes part on the days of a month.
func HashSites(all []participant.Participant, m civil.Month) []byte {
	sum := sha256.New()
	here := slices.DeleteFunc(slices.Clone(all), func(p participant.Participant) bool { return !p.ActiveIn(m.Range()) })
	slices.SortFunc(here, func(a, b participant.Participant) int { return strings.Compare(string(a.ID), string(b.ID)) })
	for _, p := range here {
		days := p.Activation.Intersect(m.Range())
		text(sum, string(p.ID))
		text(sum, p.DsoID)
		Number(sum, int64(days.From))
		Number(sum, int64(days.To))
		sum.Write([]byte{flag(p.Consumes()), flag(p.Produces())})
	}
	return sum.Sum(nil)
}

// HashCurves names the curves of a month, gaps too.
func HashCurves(e allocation.MonthEnergies) []byte {
	sum := sha256.New()
	Number(sum, int64(e.Step))
	WriteCurves(e, sum)
	return sum.Sum(nil)
}

// WriteCurves adds all curves to a hash, in the order of the sites.
func WriteCurves(e allocation.MonthEnergies, sum hash.Hash) {
	for i, column := range e.Consumption {
		writeColumn(sum, e.Consumers[i], column)
	}
	for i, column := range e.Production {
		writeColumn(sum, e.Producers[i], column)
	}
	gaps := make([]byte, len(e.Missing))
	for t, missing := range e.Missing {
		gaps[t] = flag(missing)
	}
	sum.Write(gaps)
}

func writeColumn(sum hash.Hash, s allocation.Site, column []energy.MilliWh) {
	sum.Write([]byte(s.ID))
	values := make([]byte, 0, 8*len(column))
	for _, v := range column {
		values = binary.LittleEndian.AppendUint64(values, uint64(v))
	}
	sum.Write(values)
}

// Number adds a number to the hash of inputs.
func Number(sum hash.Hash, n int64) { sum.Write(binary.LittleEndian.AppendUint64(nil, uint64(n))) }

func text(sum hash.Hash, s string) { sum.Write(append([]byte(s), 0)) }

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}
