package pdf

import (
	"strconv"

	"github.com/openpmo/pmo/core/billing"
)

// look is the colours of the operation that a document is of, and what is set in them.
type look struct {
	primary, accent, onPrimary colour
	caption, heading           style
}

// own are the product's own colours (sdk/ui theme).
var own = billing.DocumentTheme{Primary: "#001e62", Secondary: "#f3b617", Ink: "#ffffff"}

// lookOf is the look of a document; a colour that cannot be read in its snapshot is the product's own.
func lookOf(d billing.Document) look {
	t := own
	if d.Theme != nil {
		t = *d.Theme
	}
	l := look{primary: colourOf(t.Primary, own.Primary), accent: colourOf(t.Secondary, own.Secondary), onPrimary: colourOf(t.Ink, own.Ink)}
	l.caption, l.heading = style{"B", 7.5, l.primary}, style{"B", 9.5, l.primary}
	return l
}

func colourOf(hex, otherwise string) colour {
	if len(hex) != 7 || hex[0] != '#' {
		hex = otherwise
	}
	rgb, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		return colourOf(otherwise, own.Primary)
	}
	return colour{int(rgb >> 16), int(rgb >> 8 & 0xff), int(rgb & 0xff)}
}
