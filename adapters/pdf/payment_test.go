package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/boombuler/barcode/qr"
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

// The squares that are drawn are those of the code, at their place.
func TestASquareIsDrawnAsItIsEncoded(t *testing.T) {
	t.Parallel()
	s := newSheet(sites3(), false)
	code, err := qr.Encode(s.transferCode(), qr.M, qr.Unicode)
	require.NoError(t, err)
	size := code.Bounds().Dx()
	s.pdf.AddPage()
	s.square(s.transferCode(), 0, 0)
	var out bytes.Buffer
	require.NoError(t, s.pdf.Output(&out))
	drawn := image.NewGray(image.Rect(0, 0, size, size))
	module := squareSide / float64(size+2*squareQuiet)
	for _, r := range rectangles(t, out.String()) {
		if r.dark {
			for at := range int(r.w/module + 0.5) {
				drawn.SetGray(int(r.x/module+0.5)-squareQuiet+at, int(r.y/module+0.5)-squareQuiet, color.Gray{Y: 255})
			}
		}
	}
	for y := range size {
		for x := range size {
			require.Equal(t, dark(code.At(x, y)), drawn.GrayAt(x, y).Y > 0, "%d, %d", x, y)
		}
	}
}

// rectangle is one that a page is filled with, in millimetres from its top.
type rectangle struct {
	x, y, w float64
	dark    bool
}

// rectangles reads those of the content of a page.
func rectangles(t *testing.T, content string) (out []rectangle) {
	t.Helper()
	dark := false
	for line := range strings.Lines(content) {
		var a, b, c, d float64
		switch {
		case strings.HasSuffix(strings.TrimSpace(line), " rg"):
			_, err := fmt.Sscanf(line, "%g %g %g rg", &a, &b, &c)
			require.NoError(t, err)
			dark = a < 0.5
		case strings.Contains(line, " re f"):
			_, err := fmt.Sscanf(line, "%g %g %g %g re f", &a, &b, &c, &d)
			require.NoError(t, err)
			out = append(out, rectangle{a * pointMM, pageHeight - b*pointMM, c * pointMM, dark})
		}
	}
	return out
}
