package table

import (
	"strings"

	"github.com/openpmo/pmo/adapters/dso/columns"
)

// spaces that stand between the digits of a number or around it.
var spaces = strings.NewReplacer("\u00a0", "", "\u202f", "", "\u2009", "", " ", "")

// clean takes from around a cell what programs add: spaces, the apostrophe and the
// formula by which a number is kept as text.
func clean(cell string) string {
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

func blank(cell string) bool { return len(cell) < 6 && nothing[strings.ToLower(cell)] }

// marks are the signs in the numbers of a file.
type marks struct {
	decimal byte // '.' or ','
	group   byte // between thousands; 0 = none
}

// number reads a cell as digits with at most nine decimals. An unit behind it is left
// out. ok is false for anything else.
func (m marks) number(cell string) (value int64, decimals int, ok bool) {
	if cell == "" || len(cell) > 40 {
		return 0, 0, false
	}
	if c := cell[len(cell)-1]; c > '9' {
		cell = withoutUnit(cell)
	}
	cell = strings.TrimPrefix(spaces.Replace(cell), "+")
	if m.group != 0 {
		cell = strings.ReplaceAll(cell, string(m.group), "")
	}
	if strings.HasPrefix(cell, ".") || strings.HasPrefix(cell, ",") {
		cell = "0" + cell
	}
	value, decimals, ok = columns.ParseValue(cell)
	for ; decimals > mostDecimals; decimals-- {
		value /= 10
	}
	return value, decimals, ok && value < mostValue && value > -mostValue
}

const (
	mostDecimals = 9
	mostValue    = 1 << 58
)

// withoutUnit cuts the unit off a number.
func withoutUnit(cell string) string {
	i := strings.LastIndexAny(cell, "0123456789")
	if _, ok := units[strings.ToLower(strings.TrimSpace(cell[i+1:]))]; ok {
		return strings.TrimSpace(cell[:i+1])
	}
	return cell
}

// marksOf finds the signs in the numbers of some cells: where one has both, the last of
// them is the decimal mark; where one sign comes twice, it is between thousands.
func marksOf(cells []string) marks {
	m := marks{decimal: '.'}
	points, commas := 0, 0
	for _, cell := range cells {
		p, c := strings.LastIndexByte(cell, '.'), strings.LastIndexByte(cell, ',')
		switch {
		case p >= 0 && c >= 0 && p > c, strings.Count(cell, ",") > 1:
			return marks{decimal: '.', group: ','}
		case p >= 0 && c >= 0, strings.Count(cell, ".") > 1:
			return marks{decimal: ',', group: '.'}
		case p >= 0:
			points++
		case c >= 0:
			commas++
		}
	}
	if commas > points {
		m.decimal = ','
	}
	return m
}
