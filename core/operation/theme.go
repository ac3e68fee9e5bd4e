package operation

import (
	"math"
	"strconv"
)

// Theme is the two colours, as #rrggbb, that an operation has on screens, documents and mails.
type Theme struct{ Primary, Secondary string }

// DefaultTheme are the product's own colours (specification section 9), in lower case.
var DefaultTheme = Theme{Primary: "#001e62", Secondary: "#f3b617"}

// leastContrast is how much a text must differ from what it stands on (WCAG 1.4.3).
const leastContrast = 4.5

// Ink and paper are the two colours that text on a theme's colours is chosen from.
const (
	ink   = "#10162b"
	paper = "#ffffff"
)

// Readable is the theme as it is shown: the product's own where its primary colour, in which words
// are written, is too light on white, or where one is no colour.
func (t Theme) Readable() Theme {
	_, known := luminance(t.Secondary)
	if c, ok := contrast(t.Primary, paper); !ok || !known || c < leastContrast {
		return DefaultTheme
	}
	return t
}

// InkOn is the colour of words on a colour of the theme: of dark and white the one that differs more.
func InkOn(colour string) string {
	dark, _ := contrast(colour, ink)
	if light, ok := contrast(colour, paper); ok && light >= dark {
		return paper
	}
	return ink
}

// contrast is the ratio of two colours, from 1 to 21 (WCAG); false where one is no colour.
func contrast(a, b string) (float64, bool) {
	x, ok := luminance(a)
	y, also := luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05), ok && also
}

// luminance is how bright a colour is, from 0 to 1 (WCAG); false of what is no #rrggbb.
func luminance(colour string) (float64, bool) {
	if len(colour) != 7 || colour[0] != '#' {
		return 0, false
	}
	rgb, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		return 0, false
	}
	linear := func(shift int) float64 {
		c := float64(rgb>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0), true
}
