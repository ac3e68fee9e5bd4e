package extent_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/extent"
)

// TestSeveralOperationsAreMeasured: each as alone, none that the caller has nothing to do with.
func TestSeveralOperationsAreMeasured(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	w.Site("École", "consumer", "")
	w.Site("Mairie", "consumer", "")
	w.Exec("update participants set latitude = 48.3500, longitude = -1.2000 where name = 'École'")
	w.Exec("update participants set latitude = 48.3500, longitude = -1.1000 where name = 'Mairie'")
	s := extent.New(extent.Deps{Guard: w.Guard, Now: w.Now, Operations: operation.New(operation.Deps{Guard: w.Guard, Operations: operationstore.NewOperations(w.DB)}), Participants: participantstore.NewParticipants(w.DB)})
	lines, err := s.List(t.Context(), w.Organizer, []id.ID{w.Operation, w.Operation})
	require.NoError(t, err)
	require.Len(t, lines, 1, "asked for twice it is there once")
	alone, err := s.Measure(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, extent.Line{OperationID: w.Operation, OperationName: lines[0].OperationName, Extent: alone}, lines[0])
	require.InDelta(t, 7390, *lines[0].Metres, 20)
	_, err = s.List(t.Context(), w.Organizer, []id.ID{w.Operation, id.New()})
	require.Equal(t, fault.NotFound, fault.From(err).Kind)
	_, err = s.List(t.Context(), w.Account("École"), []id.ID{w.Operation})
	require.Equal(t, "forbidden", fault.KeyOf(err))
}
