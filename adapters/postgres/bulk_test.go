package postgres

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

func TestBulkCountsValues(t *testing.T) {
	t.Parallel()
	b := NewBulk("things", "a b", 1)
	b.Row()
	b.Int4(1)
	require.ErrorContains(t, b.Send(t.Context()), "things: row 1 has 1 values for 2 columns")

	b = NewBulk("things", "a", 1)
	b.Row()
	b.ID("nothing")
	require.ErrorContains(t, b.Send(t.Context()), "a: ")
	b = NewBulk("things", "a", 1)
	b.Row()
	b.Int4(1)
	require.ErrorContains(t, b.Send(t.Context()), "outside a transaction")
	require.NoError(t, NewBulk("things", "a", 0).Send(t.Context()), "no rows, no statement")
}

func TestIDsInBinary(t *testing.T) {
	t.Parallel()
	for _, wrong := range []id.ID{"", "0196", "0196f3b0-0000-7000-8000-00000000000g", "0196f3b0-0000-7000-8000-00000000000"} {
		_, err := idBinaryEncoder{}.append(nil, wrong)
		require.Error(t, err, wrong)
	}
	one := id.New()
	encoded, err := idBinaryEncoder{}.append(nil, one)
	require.NoError(t, err)
	var back id.ID
	require.NoError(t, idBinaryScanner{}.Scan(encoded, &back))
	require.Equal(t, one, back)
}

// bulkRow is one value of each kind, for the test on a database.
func bulkRow(table string, v id.ID, day civil.Date, at time.Time) *bulk {
	b := NewBulk(table, "a b c d e f g h i j", 2)
	for _, d := range []civil.Date{day, civil.Forever} {
		b.Row()
		b.ID(v)
		b.OptionalID("")
		b.Text("été")
		b.Bytes([]byte{0, 255})
		b.JSON([]byte(`{"k":1}`))
		b.Int4(-7)
		b.Int8(math.MinInt64)
		b.Flag(true)
		b.Date(d)
		b.Instant(at)
	}
	return b
}
