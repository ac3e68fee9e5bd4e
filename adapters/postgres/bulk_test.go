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
	b := newBulk("things", "a b", 1)
	b.row()
	b.int4(1)
	require.ErrorContains(t, b.send(t.Context()), "things: row 1 has 1 values for 2 columns")

	b = newBulk("things", "a", 1)
	b.row()
	b.id("nothing")
	require.ErrorContains(t, b.send(t.Context()), "a: ")
	b = newBulk("things", "a", 1)
	b.row()
	b.int4(1)
	require.ErrorContains(t, b.send(t.Context()), "outside a transaction")
	require.NoError(t, newBulk("things", "a", 0).send(t.Context()), "no rows, no statement")
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
	b := newBulk(table, "a b c d e f g h i j", 2)
	for _, d := range []civil.Date{day, civil.Forever} {
		b.row()
		b.id(v)
		b.optionalID("")
		b.text("été")
		b.bytes([]byte{0, 255})
		b.json([]byte(`{"k":1}`))
		b.int4(-7)
		b.int8(math.MinInt64)
		b.flag(true)
		b.date(d)
		b.instant(at)
	}
	return b
}
