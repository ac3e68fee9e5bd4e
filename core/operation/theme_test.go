package operation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/operation"
)

func TestAThemeIsShownWhereItIsReadable(t *testing.T) {
	t.Parallel()
	own := operation.DefaultTheme
	for name, one := range map[string]struct{ is, shown operation.Theme }{
		"our own":               {own, own},
		"dark green":            {operation.Theme{Primary: "#0b5d1e", Secondary: "#ffffff"}, operation.Theme{Primary: "#0b5d1e", Secondary: "#ffffff"}},
		"too light to read":     {operation.Theme{Primary: "#ffd900", Secondary: "#000000"}, own},
		"just above 4.5 to 1":   {operation.Theme{Primary: "#767676", Secondary: "#000000"}, operation.Theme{Primary: "#767676", Secondary: "#000000"}},
		"just below":            {operation.Theme{Primary: "#777777", Secondary: "#000000"}, own},
		"no colour":             {operation.Theme{Primary: "blue", Secondary: "#000000"}, own},
		"no secondary colour":   {operation.Theme{Primary: "#0b5d1e"}, own},
		"nothing chosen at all": {operation.Theme{}, own},
	} {
		require.Equal(t, one.shown, one.is.Readable(), name)
	}
}

func TestTextOnAColourIsTheOneThatDiffersMore(t *testing.T) {
	t.Parallel()
	for colour, ink := range map[string]string{"#001e62": "#ffffff", "#f3b617": "#10162b", "#ffffff": "#10162b", "#000000": "#ffffff", "#767676": "#ffffff"} {
		require.Equal(t, ink, operation.InkOn(colour), colour)
	}
}
