// Package qr makes the squares of QR codes.
package qr

import (
	"fmt"
	"strings"

	qr "github.com/piglig/go-qr"
)

// Drawer makes QR codes of texts.
type Drawer struct{}

// Rows is the code of a text, a row a string: 1 is dark, 0 light. Who shows it leaves four light
// squares around it.
func (Drawer) Rows(text string) ([]string, error) {
	code, err := qr.EncodeText(text, qr.Medium)
	if err != nil {
		return nil, fmt.Errorf("qr: %w", err)
	}
	rows := make([]string, 0, code.Size())
	for y := range code.Size() {
		var row strings.Builder
		for x := range code.Size() {
			if code.Module(x, y) {
				row.WriteByte('1')
			} else {
				row.WriteByte('0')
			}
		}
		rows = append(rows, row.String())
	}
	return rows, nil
}
