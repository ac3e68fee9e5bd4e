package transport

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

func TestExportsAtOnceAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newExports()
		anna, bruno, clara, sun, wind := id.New(), id.New(), id.New(), id.New(), id.New()
		enter := func(owners ...id.ID) func() {
			leave, err := e.enter(t.Context(), owners...)
			require.NoError(t, err)
			return leave
		}
		first := enter(anna, sun)
		enter(anna, wind)
		_, err := e.enter(t.Context(), anna, id.ID(""))
		require.Equal(t, "export.tooMany", fault.KeyOf(err), "a third one of the same person")
		enter(bruno, sun)
		_, err = e.enter(t.Context(), clara, sun)
		require.Equal(t, "export.tooMany", fault.KeyOf(err), "a third one of the same operation")
		go func() { time.Sleep(time.Second); first() }()
		enter(clara, sun) // waited a second
		enter(clara)
		enter(id.New())
		enter(id.New())
		_, err = e.enter(t.Context(), id.New())
		require.Equal(t, "export.tooMany", fault.KeyOf(err), "a seventh one in all")
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = e.enter(gone, id.New())
		require.ErrorIs(t, err, context.Canceled)
	})
}
