package paging

import (
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

type standingRow struct {
	ID string `json:"id"`
}

// standingRows plays a store of rows that never go, the newest first.
type standingRows struct{ ids []string }

func (s *standingRows) read(p Page, limit int) ([]standingRow, int, error) {
	from := 0
	if before := p.Cursor.IDs(); len(before) > 0 {
		from = slices.Index(s.ids, string(before[0])) + 1
	}
	var out []standingRow
	for _, one := range s.ids[from:min(len(s.ids), from+limit)] {
		out = append(out, standingRow{one})
	}
	return out, len(s.ids), nil
}

// TestStandingRowsComeOnceEach: in pages of one row and of several, also while others are added
// before those that were read.
func TestStandingRowsComeOnceEach(t *testing.T) {
	t.Parallel()
	for limit := 1; limit <= 8; limit++ {
		store := &standingRows{}
		for range 7 {
			store.ids = append(store.ids, string(id.New()))
		}
		old := slices.Clone(store.ids)
		var cursor *string
		var got []string
		for {
			page, err := StandingOf(t.Context(), &limit, cursor, false, store.read)
			require.NoError(t, err)
			for _, row := range page.Rows {
				got = append(got, row.ID)
			}
			next, total := page.Headers(page.Rows)
			require.Equal(t, len(store.ids), *total)
			if next == nil {
				break
			}
			cursor = next
			store.ids = append([]string{string(id.New())}, store.ids...)
		}
		require.Equal(t, old, got, "%d a page", limit)
	}
}

// TestAPageTheStoreCutNamesTheRowsBefore: the last of them, the latest first, over the pages before
// it where it is short, so that the next one begins right though some of them go.
func TestAPageTheStoreCutNamesTheRowsBefore(t *testing.T) {
	t.Parallel()
	row := func(name string) standingRow { return standingRow{name} }
	all := []standingRow{row("a"), row("b"), row("c"), row("d"), row("e")}
	for limit, want := range map[int][]string{1: {"c", "b", "a"}, 2: {"d", "c", "b"}, 4: {"d", "c", "b"}} {
		var p Page
		from := 0
		for from < 3 {
			rows := all[from:min(from+limit, len(all))]
			text := p.NextOf(reflect.ValueOf(rows), nil, true)
			require.NotNil(t, text)
			var err error
			p, err = PageOf(t.Context(), &limit, text)
			require.NoError(t, err)
			from += len(rows)
		}
		var named []string
		for _, one := range p.Cursor.Behind {
			named = append(named, one.ID)
		}
		require.Equal(t, []any{want, from}, []any{named, p.Cursor.Row}, "%d a page", limit)
		require.Equal(t, from-len(want), p.Cursor.Fallback())
	}
}

// TestAWholeListOfStandingRows has no pages of its own, and is refused where it is too long.
func TestAWholeListOfStandingRows(t *testing.T) {
	t.Parallel()
	store := &standingRows{ids: make([]string, MaxRows)}
	limit := 3
	page, err := StandingOf(t.Context(), &limit, nil, true, store.read)
	require.NoError(t, err)
	require.Len(t, page.Rows, MaxRows, "the limit is for what is sorted")
	next, total := page.Headers(page.Rows)
	require.Nil(t, next)
	require.Nil(t, total)
	store.ids = append(store.ids, "one more")
	for _, whole := range []bool{true, false} {
		_, err = StandingOf(t.Context(), nil, nil, whole, store.read)
		require.Equal(t, "list.tooLong", fault.KeyOf(err))
	}
	page, err = StandingOf(t.Context(), &limit, nil, false, store.read)
	require.NoError(t, err)
	require.Len(t, page.Rows, limit)
}
