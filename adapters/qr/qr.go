// Package qr makes the squares of QR codes.
package qr

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// Drawer makes QR codes of texts.
type Drawer struct{}

// Rows is the code of a text, a row a string: 1 is dark, 0 light. Who shows it leaves four light
// squares around it.
func (Drawer) Rows(text string) ([]string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return nil, fmt.Errorf("qr: %w", err)
	}
	bounds := code.Bounds()
	rows := make([]string, 0, bounds.Dy())
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		var row strings.Builder
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if grey, ok := color.GrayModel.Convert(code.At(x, y)).(color.Gray); ok && grey.Y < 128 {
				row.WriteByte('1')
			} else {
				row.WriteByte('0')
			}
		}
		rows = append(rows, row.String())
	}
	return rows, nil
}
