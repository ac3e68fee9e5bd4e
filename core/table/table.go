// Package table is what people take away as a file: words above, then a row a line.
//
// Owns: how a cell is written so that an office opens it as it is meant. Does not own: what is in
// the rows (each context its own), the form of workbooks (adapters/xlsx).
package table

import (
	"encoding/csv"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/money"
)

// WriteCSV writes rows as offices here open them: UTF-8 with a mark, semicolons, decimal commas. A
// cell is a text, an energy, an amount, a count or nil, which stays empty.
func WriteCSV(w io.Writer, header []string, rows iter.Seq2[[]any, error]) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.Comma, out.UseCRLF = ';', true
	line := make([]string, len(header))
	for i, word := range header {
		line[i] = Inert(word)
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for row, err := range rows {
		if err != nil {
			return err
		}
		line = line[:0]
		for _, cell := range row {
			line = append(line, text(cell))
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func text(cell any) string {
	switch v := cell.(type) {
	case string:
		return Inert(v)
	case energy.MilliWh:
		return kilowattHours(int64(v))
	case money.Cents:
		return strings.Replace(v.String(), ".", ",", 1)
	case int:
		return strconv.Itoa(v)
	}
	return ""
}

// Cells are rows as a workbook holds them: texts, numbers, and nil.
func Cells(rows iter.Seq2[[]any, error]) ([][]any, error) {
	var out [][]any
	for row, err := range rows {
		if err != nil {
			return nil, err
		}
		cells := make([]any, len(row))
		for i, cell := range row {
			cells[i] = cell
			if v, ok := cell.(energy.MilliWh); ok {
				cells[i] = float64(v) / 1e6
			}
		}
		out = append(out, cells)
	}
	return out, nil
}

// kilowattHours is an energy, exact. Energies are not negative.
func kilowattHours(milliWh int64) string {
	digits := strconv.FormatInt(milliWh%1e6, 10)
	return strconv.FormatInt(milliWh/1e6, 10) + "," + strings.Repeat("0", 6-len(digits)) + digits
}

// Inert keeps a text from being read as a formula.
func Inert(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}
