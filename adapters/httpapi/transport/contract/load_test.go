package contract

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
)

// TestFewLargeBodiesAreReadAtOnce: the next one waits for its turn, and not for long; small ones wait for nobody.
func TestFewLargeBodiesAreReadAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLoads()
		var leave []func()
		began := time.Now()
		for range largeAtOnce {
			done, err := l.enter(t.Context(), largeBody)
			require.NoError(t, err)
			leave = append(leave, done)
		}
		_, err := l.enter(t.Context(), largeBody-1)
		require.NoError(t, err)
		require.Zero(t, time.Since(began))
		_, err = l.enter(t.Context(), largeBody)
		require.ErrorIs(t, err, problem.ErrBusy)
		require.Equal(t, largeWaiting, time.Since(began))
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = l.enter(gone, largeBody)
		require.ErrorIs(t, err, context.Canceled, "who has gone is not told that the server is busy")

		go func() { time.Sleep(time.Second); leave[0]() }()
		began = time.Now()
		done, err := l.enter(t.Context(), largeBody)
		require.NoError(t, err)
		require.Equal(t, time.Second, time.Since(began))
		done()
		leave[1]()
		for range largeAtOnce {
			_, err := l.enter(t.Context(), largeBody)
			require.NoError(t, err, "each turn is given back")
		}
	})
}
