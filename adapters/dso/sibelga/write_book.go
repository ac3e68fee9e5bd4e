package sibelga

import (
	"io"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// MonthlyBook writes the monthly file as a workbook.
func (m Month) MonthlyBook(w io.Writer) error { return writeBook(w, m.monthly) }

// QuartersBook writes the quarter-hour file as a workbook.
func (m Month) QuartersBook(w io.Writer, g Generation) error {
	return writeBook(w, func(out writer) { m.quarters(out, g) })
}

// bookWriter streams the lines of a sheet: numbers of access points as texts, times as
// the numbers of a workbook.
type bookWriter struct {
	sheet *excelize.StreamWriter
	row   int
	err   error
}

func writeBook(w io.Writer, lines func(writer)) error {
	book := excelize.NewFile()
	defer func() { _ = book.Close() }()
	sheet, err := book.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	out := &bookWriter{sheet: sheet}
	lines(out)
	if out.err == nil {
		out.err = sheet.Flush()
	}
	if out.err != nil {
		return out.err
	}
	return book.Write(w)
}

func (b *bookWriter) line(cells ...any) {
	if b.err != nil {
		return
	}
	b.row++
	values := make([]any, len(cells))
	for i, cell := range cells {
		switch v := cell.(type) {
		case stamp:
			values[i] = float64(v.wall.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC))/time.Second) / 86400
		case civil.Date:
			values[i] = int(v - files.DayZero1900)
		case energy.MilliWh:
			values[i] = float64(v) / 1e6
		default:
			values[i] = v
		}
	}
	at, err := excelize.CoordinatesToCellName(1, b.row)
	if err == nil {
		err = b.sheet.SetRow(at, values)
	}
	b.err = err
}
