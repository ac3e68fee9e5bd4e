package operation_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/fault"
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

// TestTheNearestColourThatCanBeRead is as light as it may be, of the same hue, and taken.
func TestTheNearestColourThatCanBeRead(t *testing.T) {
	t.Parallel()
	for colour, nearest := range map[string]string{
		"#001e62": "#001e62", "#767676": "#767676", "#777777": "#767676", "#ffffff": "#767676", "#ffd900": "#8a750b", "#ff8000": "#ba5d08", "#00ff00": "#0d8a0b", "#66ccff": "#067fad",
	} {
		require.Equal(t, nearest, operation.Darkened(colour), colour)
	}
	rapid.Check(t, func(t *rapid.T) {
		colour := fmt.Sprintf("#%06x", rapid.IntRange(0, 0xffffff).Draw(t, "rgb"))
		nearest := operation.Darkened(colour)
		set, err := operation.DefaultTheme.Changed(&nearest, nil)
		if err != nil || set.Primary != nearest {
			t.Fatalf("%s is proposed for %s and refused: %v", nearest, colour, err)
		}
		if operation.Darkened(nearest) != nearest {
			t.Fatalf("%s is proposed for %s and not taken as it is", nearest, colour)
		}
	})
}

func TestColoursThatAreRefused(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	own := operation.DefaultTheme
	for name, one := range map[string]struct {
		primary, secondary *string
		want               operation.Theme
		key                string
	}{
		"nothing":            {nil, nil, own, ""},
		"capitals":           {text("#0B5D1E"), text("#FFFFFF"), operation.Theme{Primary: "#0b5d1e", Secondary: "#ffffff"}, ""},
		"our own again":      {text(""), text(""), own, ""},
		"a light secondary":  {nil, text("#ffffff"), operation.Theme{Primary: own.Primary, Secondary: "#ffffff"}, ""},
		"too light":          {text("#ffd900"), nil, own, "theme.tooLight"},
		"no colour":          {text("green"), nil, own, "theme.noColour"},
		"two that are wrong": {text("#ffd90"), text("red"), own, "theme.invalid"},
	} {
		got, err := own.Changed(one.primary, one.secondary)
		if one.key != "" {
			require.Equal(t, one.key, fault.KeyOf(err), name)
			continue
		}
		require.NoError(t, err, name)
		require.Equal(t, one.want, got, name)
	}
	_, err := own.Changed(text("#ffd900"), nil)
	require.Equal(t, []any{"#ffd900", "#8a750b", 1.3, "primary"}, []any{fault.From(err).Params["colour"], fault.From(err).Params["nearest"], fault.From(err).Params["contrast"], fault.From(err).Field})
}
