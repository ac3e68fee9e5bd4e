package logo_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/logo"
)

// shelf is a world that keeps logos.
func shelf(t *testing.T) (*coretest.World, *coretest.Shelf, *logo.Service) {
	t.Helper()
	w, s := coretest.New(t), &coretest.Shelf{Bytes: map[string][]byte{}}
	return w, s, w.Logos(s)
}

func TestALogoIsKeptNamedReplacedAndLetGo(t *testing.T) {
	t.Parallel()
	w, s, logos := shelf(t)
	ctx := t.Context()
	first, err := logos.Keep(ctx, w.Operation, coretest.Picture(1))
	require.NoError(t, err)
	require.Equal(t, []any{w.Operation, logo.Kind, "image/png"}, []any{first.OperationID, first.Kind, first.ContentType})
	again, err := logos.Keep(ctx, w.Operation, coretest.Picture(1))
	require.NoError(t, err)
	require.Equal(t, first.SHA256, again.SHA256, "the same file gives the same bytes")
	name := func(kept document.Document, before id.ID) {
		require.NoError(t, w.DB.InTx(ctx, w.Organizer.Change("operation:update", w.Operation, "operation", w.Operation), func(ctx context.Context) error {
			return logos.Name(ctx, kept, func(context.Context) (id.ID, error) { return before, nil })
		}))
	}
	name(first, "")
	png, err := logos.Read(ctx, w.Operation, first.ID)
	require.NoError(t, err)
	require.Equal(t, first.Size, int64(len(png)))
	name(first, first.ID)
	require.Len(t, s.Bytes, 1)
	_, err = logos.Read(ctx, w.Operation, first.ID)
	require.NoError(t, err, "it takes the place of itself")

	second, err := logos.Keep(ctx, w.Operation, coretest.Picture(2))
	require.NoError(t, err)
	name(second, first.ID)
	_, err = logos.Read(ctx, w.Operation, second.ID)
	require.NoError(t, err)
	lost := errors.New("not named")
	err = w.DB.InTx(ctx, w.Organizer.Change("operation:update", w.Operation, "operation", w.Operation), func(ctx context.Context) error {
		return logos.Name(ctx, first, func(context.Context) (id.ID, error) { return second.ID, lost })
	})
	require.ErrorIs(t, err, lost)
	_, err = logos.Read(ctx, w.Operation, second.ID)
	require.NoError(t, err, "nothing goes without a change")
}

func TestWhatIsNoLogo(t *testing.T) {
	t.Parallel()
	w, _, logos := shelf(t)
	ctx := t.Context()
	_, err := logos.Keep(ctx, w.Operation, make([]byte, 5<<20))
	require.ErrorIs(t, err, logo.ErrNoPicture, "five megabytes are read")
	_, err = logos.Keep(ctx, w.Operation, make([]byte, 5<<20+1))
	require.ErrorIs(t, err, logo.ErrTooLarge.With("maxMegabytes", 5))
	_, err = logos.Read(ctx, w.Operation, "")
	require.ErrorIs(t, err, logo.ErrNotFound)
	_, err = logos.Link(ctx, w.Operation, "", "VAL")
	require.ErrorIs(t, err, logo.ErrNotFound)
	require.NoError(t, logos.Release(ctx, ""))
	held := false
	require.NoError(t, logos.Hold(ctx, w.Operation, "", func(context.Context) error { held = true; return nil }))
	require.True(t, held, "without a logo there is nothing to hold")
	err = logos.Hold(ctx, w.Operation, id.New(), func(context.Context) error { return nil })
	require.ErrorIs(t, err, document.ErrGone)
}

// Links of one hour are the same, and last an hour at least.
func TestLinksOfOneHourAreTheSame(t *testing.T) {
	t.Parallel()
	w, _, logos := shelf(t)
	kept, err := logos.Keep(t.Context(), w.Operation, coretest.Picture(1))
	require.NoError(t, err)
	ends := func(at time.Time) time.Time {
		w.Clock = at
		link, err := logos.Link(t.Context(), w.Operation, kept.ID, "VAL")
		require.NoError(t, err)
		require.Contains(t, link.URL, "VAL.png")
		require.Contains(t, link.URL, link.Expires.Sub(at).String())
		return link.Expires
	}
	eight := time.Date(2026, 11, 6, 8, 0, 0, 0, time.UTC)
	require.Equal(t, eight.Add(2*time.Hour), ends(eight))
	require.Equal(t, eight.Add(2*time.Hour), ends(eight.Add(59*time.Minute)))
	require.Equal(t, eight.Add(3*time.Hour), ends(eight.Add(time.Hour)))
}
