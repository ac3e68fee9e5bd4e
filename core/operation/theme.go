package operation

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/fault"
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

// Changed is the theme with other colours, in lower case; nil is unchanged, "" the product's own.
// Errors: theme.noColour, theme.tooLight with the nearest primary colour that is not.
func (t Theme) Changed(primary, secondary *string) (Theme, error) {
	var wrong fault.List
	for _, c := range []struct {
		field    string
		from, to *string
		own      string
	}{{"primary", primary, &t.Primary, DefaultTheme.Primary}, {"secondary", secondary, &t.Secondary, DefaultTheme.Secondary}} {
		if c.from == nil {
			continue
		}
		*c.to = cmp.Or(strings.ToLower(*c.from), c.own)
		if _, ok := luminance(*c.to); !ok {
			wrong.Add(ErrColour.With("value", *c.from).At(c.field))
		}
	}
	if on, ok := contrast(t.Primary, paper); ok && on < leastContrast && primary != nil {
		wrong.Add(ErrTooLight.With("colour", t.Primary).With("contrast", math.Floor(on*10)/10).With("nearest", Darkened(t.Primary)))
	}
	return t, refusal(ErrThemeInvalid, wrong)
}

// grain is a lightness that nobody sees: between two colours of a screen, so that a grey stays grey.
const grain = 1e-4

// Darkened is the nearest colour of the same hue that words on white can be written in: as light, and
// as strong in colour, as that allows (OKLab). A colour that can be read is itself.
func Darkened(colour string) string {
	if on, ok := contrast(colour, paper); !ok || on >= leastContrast {
		return colour
	}
	_, a, b := oklab(linear(colour))
	low, high := 0.0, 1.0
	for range 24 {
		mid := (low + high) / 2
		if on, _ := contrast(shade(mid, a, b), paper); on >= leastContrast {
			low = mid
		} else {
			high = mid
		}
	}
	return shade(low-grain, a, b)
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
	if _, err := strconv.ParseUint(colour[1:], 16, 32); err != nil {
		return 0, false
	}
	c := linear(colour)
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2], true
}

// linear are the amounts of light of red, green and blue of a #rrggbb, from 0 to 1.
func linear(colour string) (c [3]float64) {
	rgb, _ := strconv.ParseUint(colour[1:], 16, 32)
	for i := range c {
		v := float64(rgb>>(16-8*i)&0xff) / 255
		if v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return c
}

// oklab is the lightness of a colour and its two axes of hue, in which equal steps look alike.
func oklab(c [3]float64) (lightness, a, b float64) {
	l := math.Cbrt(0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2])
	m := math.Cbrt(0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2])
	s := math.Cbrt(0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2])
	return 0.2104542553*l + 0.793617785*m - 0.0040720468*s,
		1.9779984951*l - 2.428592205*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.808675766*s
}

// shade is the colour of a lightness and hue, as strong as screens can show it.
func shade(lightness, a, b float64) string {
	for strength := 1.0; ; strength -= 0.02 {
		strength = max(strength, 0)
		l := cube(lightness + strength*(0.3963377774*a+0.2158037573*b))
		m := cube(lightness + strength*(-0.1055613458*a-0.0638541728*b))
		s := cube(lightness + strength*(-0.0894841775*a-1.291485548*b))
		c := [3]float64{
			4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
			-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
			-0.0041960863*l - 0.7034186147*m + 1.707614701*s,
		}
		if strength == 0 || slices.Min(c[:]) >= -0.0005 && slices.Max(c[:]) <= 1.0005 {
			return written(c)
		}
	}
}

func cube(v float64) float64 { return v * v * v }

// written is a colour of amounts of light as #rrggbb.
func written(c [3]float64) string {
	var rgb int
	for _, v := range c {
		v = min(max(v, 0), 1)
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		rgb = rgb<<8 | int(math.Round(v*255))
	}
	return fmt.Sprintf("#%06x", rgb)
}
