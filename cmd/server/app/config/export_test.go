package config

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/export"
)

func TestSettingsOfExports(t *testing.T) {
	c, err := config(t, "--embedded")
	require.NoError(t, err)
	require.Equal(t, export.DefaultWaits, c.Exports.Waits())
	require.Equal(t, export.DefaultWaits, ExportConfig{}.Waits())
	_, err = config(t, "--embedded", "--export-slow-minutes", "10")
	require.ErrorContains(t, err, "grow")
	t.Setenv("PMO_EXPORT_OVERDUE_MINUTES", "45")
	c, err = config(t, "--embedded")
	require.NoError(t, err)
	require.Equal(t, export.Waits{Slow: 2 * time.Minute, Slower: 10 * time.Minute, Overdue: 45 * time.Minute}, c.Exports.Waits())
}
