package qr_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/qr"
)

// TestRowsAreASquareWithItsThreeCorners: the finder patterns of the standard stand where a reader
// looks for them, and another text is another code.
func TestRowsAreASquareWithItsThreeCorners(t *testing.T) {
	t.Parallel()
	const text = "otpauth://totp/pmo:somebody@example.org?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=pmo"
	rows, err := qr.Drawer{}.Rows(text)
	require.NoError(t, err)
	size := len(rows)
	require.Equal(t, 1, size%4, "21 squares and four more for each version")
	finder := []string{"1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"}
	for i, row := range rows {
		require.Len(t, row, size)
		require.Empty(t, strings.Trim(row, "01"))
		if i < 7 {
			require.Equal(t, finder[i], row[:7], "above left")
			require.Equal(t, finder[i], row[size-7:], "above right")
			require.Equal(t, finder[i], rows[size-7+i][:7], "below left")
		}
	}
	other, err := qr.Drawer{}.Rows(text + "x")
	require.NoError(t, err)
	require.NotEqual(t, rows, other)
	_, err = qr.Drawer{}.Rows(strings.Repeat("x", 4000))
	require.Error(t, err, "what does not fit is no code of something else")
}
