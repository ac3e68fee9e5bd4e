package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	qr "github.com/piglig/go-qr"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
)

// What the application of a bank reads is what stands beside it; who must not transfer gets no square.
func TestATransferCanBePhotographed(t *testing.T) {
	t.Parallel()
	want := "BCD\n002\n1\nSCT\nAGRIFRPP\nSAS Toits Solaires du Pilat\nFR7630006000011234567890189\nEUR599.59\n\n\nSOL-2026-000042"
	require.Equal(t, want, newSheet(sites3(), false).transferCode())
	require.Contains(t, text(pages(t, sites3())[0]), "référence ci-dessous ou par ce code")
	for name, change := range map[string]func(*billing.Document){
		"a direct debit":     func(d *billing.Document) { d.Payment.Method = billing.Debit },
		"a public treasury":  func(d *billing.Document) { d.Payment.Method = billing.PublicTreasuryPaymentOrder },
		"no account":         func(d *billing.Document) { d.Payment.IBAN = "" },
		"a credit note":      func(d *billing.Document) { d.Kind = billing.TypeCreditNote },
		"nothing to pay":     func(d *billing.Document) { d.Total = 0 },
		"a name that is cut": func(d *billing.Document) { d.Payment.Holder = strings.Repeat("é", 71) },
	} {
		d := sites3()
		change(&d)
		require.Empty(t, newSheet(d, false).transferCode(), name)
	}
}

// The squares that are drawn are those of the code, at their place, and a reader finds its text in them.
func TestASquareIsDrawnAsItIsEncoded(t *testing.T) {
	t.Parallel()
	s := newSheet(sites3(), false)
	s.pdf.AddPage()
	s.square(s.transferCode(), 30, 40)
	var out bytes.Buffer
	require.NoError(t, s.pdf.Output(&out))
	drawn, size := modules(t, out.String(), 30, 40)
	require.Equal(t, 41, size, "version 6 is the smallest that holds it")
	const each = 4 // pixels of a module
	picture := image.NewGray(image.Rect(0, 0, (size+2*squareQuiet)*each, (size+2*squareQuiet)*each))
	for y := range picture.Rect.Dy() {
		for x := range picture.Rect.Dx() {
			if !drawn[image.Pt(x/each-squareQuiet, y/each-squareQuiet)] {
				picture.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	found, err := qr.Decode(picture)
	require.NoError(t, err)
	require.Equal(t, s.transferCode(), found)
}

// modules are the dark ones of the code on a page whose corner is at a place, and how many a side has.
func modules(t *testing.T, content string, left, top float64) (dark map[image.Point]bool, size int) {
	t.Helper()
	dark = map[image.Point]bool{}
	_, shape, ok := strings.Cut(content, "\nq ")
	require.True(t, ok)
	shape, _, ok = strings.Cut(shape, "\nf Q\n")
	require.True(t, ok)
	lines := strings.Split(shape, "\n")
	var across, down, x, y float64
	_, err := fmt.Sscanf(lines[0], "%g 0 0 %g %g %g cm", &across, &down, &x, &y)
	require.NoError(t, err)
	require.Equal(t, -across, down, "from its upper left corner down")
	require.InDelta(t, left+squareQuiet*across*pointMM, x*pointMM, 0.01)
	require.InDelta(t, pageHeight-top-squareQuiet*across*pointMM, y*pointMM, 0.01)
	for _, line := range lines[1:] {
		var at, row, count int
		_, err := fmt.Sscanf(line, "%d %d %d 1 re", &at, &row, &count)
		require.NoError(t, err)
		for n := range count {
			dark[image.Pt(at+n, row)] = true
			size = max(size, at+n+1, row+1)
		}
	}
	require.InDelta(t, squareSide, float64(size+2*squareQuiet)*across*pointMM, 0.01)
	return dark, size
}
