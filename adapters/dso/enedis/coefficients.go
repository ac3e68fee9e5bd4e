package enedis

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
)

// coefficientTimes is the first column of a coefficient file; the others are named by the
// numbers of their sites.
const coefficientTimes = "Horodate"

// CoefficientFormat is how coefficient files are named and written (domain 3.2). No
// public text of the operator fixes it, so all of it can be set. The number of decimals
// is that of the set.
type CoefficientFormat struct {
	// Name and FullName are patterns, for all production together and for the file of one
	// producer, with {operation}, {producer}, {step} in minutes, {start} and {end} as
	// ddmmyyyy, both days included.
	Name, FullName string
	Mark           byte // between whole and decimals
	CRLF           bool // end of a line; else LF
}

// DefaultCoefficients is the layout of the only known sample.
var DefaultCoefficients = CoefficientFormat{
	Name:     "{operation}_{step}_{start}_{end}.csv",
	FullName: "{operation}_{producer}_{step}_{start}_{end}.csv",
	Mark:     ',',
}

// FileName is the name of a set's file.
func (f CoefficientFormat) FileName(s coefficient.Set) string {
	pattern := f.Name
	if s.Producer != "" {
		pattern = f.FullName
	}
	return strings.NewReplacer("{operation}", s.Operation, "{producer}", s.Producer, "{step}", strconv.Itoa(int(s.Step/time.Minute)),
		"{start}", fileDay(s.Days.From), "{end}", fileDay(s.Days.Last())).Replace(pattern)
}

// fileDay is ddmmyyyy.
func fileDay(d civil.Date) string {
	text := d.String() // yyyy-mm-dd
	return text[8:] + text[5:7] + text[:4]
}

// Write writes a set: a line a step with the start of the step on the wall's clock, so
// that the hour that autumn repeats stands twice, one after the other.
// Errors: coefficients.stepMissing for a set with a hole, coefficients.steps.
func (f CoefficientFormat) Write(w io.Writer, s coefficient.Set) error {
	out := bufio.NewWriter(w)
	end := "\n"
	if f.CRLF {
		end = "\r\n"
	}
	line := append([]byte(coefficientTimes), ';')
	line = append(line, strings.Join(s.Sites, ";")...)
	steps := s.Steps()
	for i, column := range s.Values {
		if len(column) != steps {
			return coefficient.ErrSteps.With("value", s.Sites[i]).With("expected", steps).With("received", len(column))
		}
	}
	for t := range steps {
		if _, err := out.Write(append(line, end...)); err != nil {
			return err
		}
		at := s.At(t).In(s.Zone.Location())
		line = at.AppendFormat(line[:0], "02/01/2006 15:04")
		for i, column := range s.Values {
			if column[t] < 0 {
				return coefficient.ErrStepMissing.With("value", s.Sites[i]).With("at", at.Format(time.RFC3339)).With("count", 1)
			}
			line = f.appendPercent(append(line, ';'), column[t], s.Decimals)
		}
	}
	if _, err := out.Write(append(line, end...)); err != nil {
		return err
	}
	return out.Flush()
}

// appendPercent writes all decimals, also zeros.
func (f CoefficientFormat) appendPercent(line []byte, units int32, decimals int) []byte {
	one := coefficient.Whole(decimals) / 100
	line = strconv.AppendInt(line, int64(units/one), 10)
	if decimals == 0 {
		return line
	}
	line = append(line, f.Mark)
	for one, units = one/10, units%one; one > 0; one /= 10 {
		line = append(line, byte('0'+units/one%10))
	}
	return line
}
