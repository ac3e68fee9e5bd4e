// Package content reads what stands in one cell of a table: numbers, times, and the words of
// headings (units, natures, sites, clocks).
package content

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Clean takes from around a cell what programs add: spaces, the apostrophe and the
// formula by which a number is kept as text.
func Clean(cell string) string {
	cell = strings.Trim(cell, " \t\r\u00a0\u202f\ufeff")
	if inner, ok := strings.CutPrefix(cell, `="`); ok {
		cell = strings.TrimSuffix(inner, `"`)
	}
	if len(cell) > 1 && cell[0] == '"' && cell[len(cell)-1] == '"' {
		cell = cell[1 : len(cell)-1]
	}
	return strings.TrimSpace(strings.TrimPrefix(cell, "'"))
}

// nothing are the words by which programs leave a value out.
var nothing = map[string]bool{"": true, "-": true, "--": true, "na": true, "n/a": true, "#n/a": true, "#na": true, "nan": true,
	"null": true, "none": true, "nd": true, "n.d.": true}

// Blank reports whether a cell holds no value: nothing, or a word for nothing.
func Blank(cell string) bool { return len(cell) < 6 && nothing[strings.ToLower(cell)] }

// Number is a cell as it is written: value / 10^decimals, where nothing else is possible.
type Number struct {
	Value    int64
	Decimals int
	// doubt is the one sign of a number of which nothing reports whether it stands before
	// decimals or between thousands, as in 2.188; 0 = no doubt. decimals are 3 then.
	Doubt byte
	// decimal and group are the signs that can stand for nothing else in this number; 0 =
	// none. Blanks and apostrophes between thousands are ' '.
	decimal, group byte
	Unit           curvefile.FileUnit // that stands behind it
}

const (
	longestNumber = 40
	mostDecimals  = 9       // more are rounded
	mostValue     = 1 << 53 // keeps a number and what is known of it within 64 bits
)

// exponent is a number as programs write very small and very large ones.
var exponent = regexp.MustCompile(`^[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d{1,3}$`)

// ParseNumber reads a cell whose decimal mark is not known. Groups of thousands have three
// digits each and one sign between them. ok is false for anything else.
func ParseNumber(cell string) (n Number, ok bool) {
	if cell == "" || len(cell) > longestNumber {
		return n, false
	}
	if end := cell[len(cell)-1]; end > '9' || end == '.' {
		if cell, n.Unit, ok = withoutUnit(cell); !ok {
			return n, false
		}
	}
	if strings.ContainsAny(cell, "eE") && exponent.MatchString(cell) {
		f, err := strconv.ParseFloat(strings.Replace(cell, ",", ".", 1), 64)
		return n, err == nil && n.float(f)
	}
	cell = strings.Replace(cell, "\u2212", "-", 1)
	negative := cell[0] == '-'
	if negative || cell[0] == '+' {
		cell = cell[1:]
	}
	if !n.read(cell) {
		return n, false
	}
	if negative {
		n.Value = -n.Value
	}
	return n, true
}

// read reads digits and the signs between them.
func (n *Number) read(cell string) bool {
	var groups [16]int8 // digits before, between and behind the signs
	var signs [16]byte
	count, digits := 0, 0
	for i := 0; i < len(cell); i++ {
		c := cell[i]
		if c-'0' <= 9 {
			if digits++; digits < 19 {
				n.Value = n.Value*10 + int64(c-'0')
			}
			groups[count]++
			continue
		}
		sign, width := signAt(cell[i:])
		if width == 0 || count == len(signs)-1 {
			return false
		}
		i += width - 1
		signs[count] = sign
		count++
	}
	if digits == 0 {
		return false
	}
	if count == 0 {
		return digits < 19 && n.Value < mostValue
	}
	whole := groups[:count] // before the last sign
	last, behind := signs[count-1], int(groups[count])
	same := func(sign byte) bool { return strings.Count(string(signs[:count]), string(sign)) == count }
	grouped := func(groups []int8) bool {
		for _, size := range groups[1:] {
			if size != 3 {
				return false
			}
		}
		return groups[0] > 0 && groups[0] < 4 && cell[0] != '0'
	}
	switch {
	case last == ' ' || count > 1 && same(last): // thousands only
		n.group = last
		return same(last) && grouped(groups[:count+1]) && digits < 19 && n.Value < mostValue
	case count == 1 && behind == 3 && grouped(groups[:2]):
		n.Doubt = last
	case count == 1:
		n.decimal = last
	default:
		n.decimal, n.group = last, signs[0]
		for _, sign := range signs[:count-1] {
			if sign != n.group || sign == last {
				return false
			}
		}
		if !grouped(whole) {
			return false
		}
	}
	n.Decimals = behind
	if digits > 15 || n.Decimals > mostDecimals {
		plain := make([]byte, 0, len(cell))
		for i, c := range []byte(cell) {
			if c-'0' <= 9 {
				plain = append(plain, c)
			} else if i == strings.LastIndexByte(cell, last) {
				plain = append(plain, '.')
			}
		}
		f, err := strconv.ParseFloat(string(plain), 64)
		return err == nil && n.float(f)
	}
	return n.Value < mostValue
}

// float takes a number that is written with more digits than are kept.
func (n *Number) float(f float64) bool {
	for n.Decimals = mostDecimals; n.Decimals >= 0; n.Decimals-- {
		text := strconv.FormatFloat(f, 'f', n.Decimals, 64)
		v, err := strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 64)
		if err == nil && v < mostValue && v > -mostValue {
			n.Value, n.Doubt = v, 0
			return true
		}
	}
	return false
}

// signAt is the sign at the beginning of a text, and its bytes; 0 for what is none.
func signAt(s string) (sign byte, width int) {
	switch s[0] {
	case '.', ',':
		return s[0], 1
	case ' ', '\'':
		return ' ', 1
	}
	for _, blank := range [...]string{"\u00a0", "\u202f", "\u2009", "\u2019"} {
		if strings.HasPrefix(s, blank) {
			return ' ', len(blank)
		}
	}
	return 0, 0
}

// withoutUnit cuts the unit off a number. ok is false where something else is behind it.
func withoutUnit(cell string) (number string, unit curvefile.FileUnit, ok bool) {
	i := strings.LastIndexAny(cell, "0123456789")
	if i < 0 {
		return "", "", false
	}
	behind := strings.Trim(cell[i+1:], " \u00a0\u202f\u2009")
	if behind == "." || behind == "," {
		return cell[:i+1], "", true
	}
	unit = unitOf(behind)
	return strings.TrimSpace(cell[:i+1]), unit, unit != ""
}

// Amount is a number that is kept of a cell.
type Amount int64

// NoValue is a cell without a number.
const NoValue Amount = -1 << 63

// amounts hold value, unit, doubt and decimals, from the top down.
const (
	decimalBits = 4
	doubtBits   = 2
	unitBits    = 3
)

// Amount packs a number.
func (n Number) Amount() Amount {
	unit, doubt := int64(0), int64(0)
	for i, u := range curvefile.FileUnits() {
		if u == n.Unit {
			unit = int64(i + 1)
		}
	}
	switch n.Doubt {
	case '.':
		doubt = 1
	case ',':
		doubt = 2
	}
	return Amount(((n.Value<<unitBits|unit)<<doubtBits|doubt)<<decimalBits | int64(n.Decimals))
}

// Number is what was kept, but for the signs of which there is no doubt.
func (a Amount) Number() (n Number) {
	n.Decimals = int(a & (1<<decimalBits - 1))
	a >>= decimalBits
	n.Doubt = [4]byte{0, '.', ',', 0}[a&(1<<doubtBits-1)]
	a >>= doubtBits
	if unit := a & (1<<unitBits - 1); unit > 0 {
		n.Unit = curvefile.FileUnits()[unit-1]
	}
	n.Value = int64(a >> unitBits)
	return n
}

// sign is what the numbers of a file tell of a point or a comma in them.
type sign struct {
	zeros   int // numbers like 0.125: the format of those in doubt, and no thousands
	decimal int // others in which it stands before decimals
	group   int // numbers in which it stands between thousands
	// Of those in doubt the first, its line, and how many they are.
	value string
	row   int
	doubt int
}

// Marks are the signs in the numbers of a file.
type Marks struct {
	point, comma sign
	blanks       int // numbers with blanks between thousands
	Said         curvefile.DecimalMark
}

// few is the part of the numbers in doubt below which others are too few to tell what
// they mean: one slip must not change a file.
const few = 20

func (m *Marks) of(mark byte) (own, other *sign) {
	if mark == ',' {
		return &m.comma, &m.point
	}
	return &m.point, &m.comma
}

// See takes over what a number tells.
func (m *Marks) See(n Number, cell string, row int) {
	switch {
	case n.group == ' ':
		m.blanks++
	case n.group != 0:
		own, _ := m.of(n.group)
		own.group++
	}
	if n.decimal != 0 {
		own, _ := m.of(n.decimal)
		if n.Decimals == 3 && n.group == 0 {
			own.zeros++
		} else {
			own.decimal++
		}
	}
	if n.Doubt != 0 {
		own, _ := m.of(n.Doubt)
		if own.doubt == 0 {
			own.value, own.row = cell, row
		}
		own.doubt++
	}
}

// means reports whether a mark in doubt stands before decimals. ok is false when nothing
// tells, or too little, or both.
func (m *Marks) means(mark byte) (decimal, ok bool) {
	own, other := m.of(mark)
	enough := func(n int) bool { return n > 0 && few*n >= own.doubt }
	elsewhere := other.zeros+other.decimal > 0
	switch decimals := own.zeros + own.decimal; {
	case m.Said != "":
		return (m.Said == curvefile.DecimalPoint) == (mark == '.'), true
	case decimals > 0:
		return true, own.group == 0 && !elsewhere && (own.zeros > 0 || enough(own.decimal))
	case own.group > 0:
		return false, enough(own.group)
	}
	return true, !elsewhere && (enough(other.group) || enough(m.blanks))
}

// Open is the first number of which nothing tells what its sign stands for, and how many
// there are. ok is false where there is none.
func (m *Marks) Open() (value string, row, count int, ok bool) {
	for _, mark := range []byte{'.', ','} {
		own, _ := m.of(mark)
		if own.doubt == 0 {
			continue
		}
		if _, known := m.means(mark); known {
			continue
		}
		if !ok || own.row < row {
			value, row = own.value, own.row
		}
		count, ok = count+own.doubt, true
	}
	return value, row, count, ok
}

// Shown is the decimal mark, as people are told it; "" when none is known.
func (m *Marks) Shown() string {
	for _, mark := range []byte{',', '.'} {
		own, _ := m.of(mark)
		if decimal, ok := m.means(mark); own.zeros+own.decimal > 0 || own.doubt > 0 && ok && decimal {
			return string(mark)
		}
	}
	return ""
}

// Settled is a number without doubt.
func (m *Marks) Settled(n Number) (value int64, decimals int) {
	if decimal, _ := m.means(n.Doubt); n.Doubt != 0 && !decimal {
		return n.Value, 0
	}
	return n.Value, n.Decimals
}
