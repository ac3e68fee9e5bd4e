package share_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// Cases of testdata/*.alloc; docs/format/alloc-cases.md describes them.

// wholeOfCases is 100 percent: percentages of cases have up to four decimals.
const wholeOfCases = 1_000_000

// allocCase is a key with consumption, and lines to check.
type allocCase struct {
	name        string // file:line
	rule        share.Rule
	consumption []energy.MilliWh
	lines       []*allocLine
}

// allocLine is one step: what is produced, what comes out.
type allocLine struct {
	name       string
	production []energy.MilliWh // one value, or one for each producer
	refused    string           // key of the refusal, else the rest holds
	shares     []float64        // kWh by consumer
	surplus    []float64        // kWh in all, or by producer
	from       map[int][]float64
	percent    map[int][]float64 // coefficients; all = 0, else producer
	applied    []float64         // kWh by consumer, of the coefficients
}

type allocReader struct {
	t     *testing.T
	name  string
	cases []*allocCase
}

func (r *allocReader) last() *allocCase {
	require.NotEmpty(r.t, r.cases, "%s stands before the first case", r.name)
	return r.cases[len(r.cases)-1]
}

func (r *allocReader) lastLine() *allocLine {
	lines := r.last().lines
	require.NotEmpty(r.t, lines, "%s follows no line to check", r.name)
	return lines[len(lines)-1]
}

// numbers reads kWh, percent or numbers; - is 0, as none.
func (r *allocReader) numbers(text string) []float64 {
	var out []float64
	for _, f := range strings.Fields(text) {
		if f == "-" {
			f = "0"
		}
		v, err := strconv.ParseFloat(f, 64)
		require.NoError(r.t, err, "%s: %q is no number", r.name, f)
		out = append(out, v)
	}
	return out
}

// parameters are numbers of the algorithm: percentages in wholeOfCases.
func (r *allocReader) parameters(text string) []int64 {
	var out []int64
	factor := 1.
	if a := r.last().rule.Algorithm; a == share.Static || a == share.SimpleDynamic {
		factor = wholeOfCases / 100
	}
	for _, v := range r.numbers(text) {
		out = append(out, int64(math.Round(v*factor)))
	}
	return out
}

func (r *allocReader) line(text string) {
	text = strings.TrimSpace(text)
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "", "#":
	case "case":
		algorithm, _, _ := strings.Cut(rest, " ")
		r.cases = append(r.cases, &allocCase{name: r.name, rule: share.Rule{Algorithm: share.Algorithm(algorithm), Whole: wholeOfCases}})
	case "consumption":
		r.last().consumption = energies(r.numbers(rest))
	case "parameters", "producer":
		r.key(word, rest)
	case "pool":
		r.last().rule.Pools = append(r.last().rule.Pools, r.pool(rest))
	case "from", "coefficients":
		r.after(word, rest)
	case "applied":
		_, values, _ := strings.Cut(rest, "=")
		r.lastLine().applied = r.numbers(values)
	default:
		r.check(text)
	}
}

// key reads the parameters of all production, or of the next producer.
func (r *allocReader) key(word, rest string) {
	rule := &r.last().rule
	values := r.parameters(rest)
	switch {
	case rule.Algorithm == share.SimpleDynamic:
		file := make([][]int32, len(values))
		for i, v := range values {
			file[i] = []int32{int32(v)}
		}
		rule.Coefficients = append(rule.Coefficients, file)
	case word == "producer":
		rule.Couples = append(rule.Couples, values)
	default:
		rule.Parameters = values
	}
}

// pool reads: 40 by_default 1:2 2 -> 3.
func (r *allocReader) pool(line string) share.Pool {
	left, right, found := strings.Cut(line, "->")
	require.True(r.t, found, r.name)
	fields := strings.Fields(left)
	percent := r.numbers(fields[0])[0]
	p := share.Pool{Part: int64(math.Round(percent * wholeOfCases / 100)), Algorithm: share.Algorithm(fields[1]), Destination: share.ToSurplus}
	for _, f := range fields[2:] {
		member, parameter, given := strings.Cut(f, ":")
		p.Members = append(p.Members, int(r.numbers(member)[0])-1)
		if given {
			p.Parameters = append(p.Parameters, int64(r.numbers(parameter)[0]))
		}
	}
	if to := strings.TrimSpace(right); to != "surplus" {
		p.Destination = int(r.numbers(to)[0]) - 1
	}
	return p
}

// after reads what else holds of the line before.
func (r *allocReader) after(word, rest string) {
	who, values, found := strings.Cut(rest, "=")
	require.True(r.t, found, r.name)
	producer := 0
	if n := r.numbers(who); len(n) > 0 {
		producer = int(n[0])
	}
	line := r.lastLine()
	if word == "from" {
		line.from[producer-1] = r.numbers(values)
		return
	}
	line.percent[producer] = r.numbers(values)
}

// check reads a line to check.
func (r *allocReader) check(text string) {
	l := &allocLine{name: r.name, from: map[int][]float64{}, percent: map[int][]float64{}}
	left, right, found := strings.Cut(text, "=")
	if !found {
		left, l.refused, found = strings.Cut(text, " refused ")
	} else {
		shares, surplus, split := strings.Cut(right, "|")
		require.True(r.t, split, "%s: there is no | before the surplus", r.name)
		l.shares, l.surplus = r.numbers(shares), r.numbers(surplus)
	}
	require.True(r.t, found, "%s: %q is no line of a case", r.name, text)
	l.production = energies(r.numbers(left))
	r.last().lines = append(r.last().lines, l)
}

func energies(kwh []float64) []energy.MilliWh {
	out := make([]energy.MilliWh, len(kwh))
	for i, v := range kwh {
		out[i] = milli(v)
	}
	return out
}

func milli(kwh float64) energy.MilliWh { return energy.MilliWh(math.Round(kwh * 1e6)) }
