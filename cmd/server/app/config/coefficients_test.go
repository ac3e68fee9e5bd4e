package config

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
)

func TestSettingsOfCoefficients(t *testing.T) {
	c, err := config(t, "--embedded")
	require.NoError(t, err)
	require.Equal(t, 5, c.Coefficients.DeadlineDay)
	require.Equal(t, enedis.DefaultCoefficients, c.Coefficients.Files().CoefficientFormat)
	require.Equal(t, enedis.DefaultCoefficients, CoefficientConfig{}.Files().CoefficientFormat)
	for word, args := range map[string][]string{
		"1 to 28":           {"--coefficient-deadline-day", "29"},
		"lacks {producer}":  {"--coefficient-full-file-name", "{operation}_{start}.csv"},
		"lacks {operation}": {"--coefficient-file-name", "coefficients_{start}.csv"},
		"plain name":        {"--coefficient-file-name", "out/{operation}_{start}.csv"},
		"comma or point":    {"--coefficient-decimal-mark", ";"},
		"lf or crlf":        {"--coefficient-line-end", "cr"},
	} {
		_, err := config(t, append([]string{"--embedded"}, args...)...)
		require.ErrorContains(t, err, word)
	}
	t.Setenv("PMO_COEFFICIENT_DEADLINE_DAY", "8")
	t.Setenv("PMO_COEFFICIENT_DECIMAL_MARK", "point")
	t.Setenv("PMO_COEFFICIENT_LINE_END", "crlf")
	t.Setenv("PMO_COEFFICIENT_FILE_NAME", "CLE_{operation}_{start}.txt")
	c, err = config(t, "--embedded")
	require.NoError(t, err)
	require.Equal(t, 8, c.Coefficients.DeadlineDay)
	f := c.Coefficients.Files()
	require.Equal(t, []any{"CLE_{operation}_{start}.txt", byte('.'), true}, []any{f.Name, f.Mark, f.CRLF})
}
