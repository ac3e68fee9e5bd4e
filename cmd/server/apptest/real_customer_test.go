//go:build real

package apptest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRealCustomerWorkbook sends the week that a customer took from the portal after the
// two years of the same meter: it says the same, so that nothing changes.
func TestRealCustomerWorkbook(t *testing.T) {
	t.Parallel()
	years := realFile(t, "dso", "enedis_r63", "*.csv")
	content, err := os.ReadFile(years)
	require.NoError(t, err)
	file := readR63(t, string(content))
	week := realFile(t, "dso", "enedis_client_xlsx", "*.xlsx")
	book, err := os.ReadFile(week)
	require.NoError(t, err)

	o := newRealOperation(t, "ENEDIS", "ENGINE_2025", "ACC00000064")
	site := o.site("A real meter", "consumer", file.prm, "2023-03-13")
	first := o.imported(filepath.Base(week), book)
	require.EqualValues(t, 7*48-1, first["points"], "the portal left out the last half hour")
	require.EqualValues(t, 7, first["changedDays"])
	o.requireDay(site, "2024-03-20", file, 48)

	o.imported(filepath.Base(years), content)
	again := o.imported(filepath.Base(week), book)
	require.Equal(t, true, again["unchanged"])
	require.EqualValues(t, 0, again["changedDays"])
}
