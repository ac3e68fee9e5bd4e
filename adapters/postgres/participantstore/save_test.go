package participantstore_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// TestManyChangedSitesAreKeptWhole: a file changes thousands in a few statements; each field of each
// is read back as it was saved, whatever it holds, and sites that are not named stay as they are.
func TestManyChangedSitesAreKeptWhole(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	s := participantstore.NewParticipants(w.DB)
	at := time.Date(2026, 11, 1, 8, 0, 0, 123_456_000, time.UTC)
	power, account := int64(36_000), w.User(policy.RoleParticipant)
	sites := make([]participant.Participant, 2_105) // more than two statements
	for i := range sites {
		sites[i] = participant.Participant{OperationID: w.Operation, ID: id.New(), Name: fmt.Sprint("Site ", i), EnergyType: participant.Consumer,
			DsoID: fmt.Sprintf("991%011d", i), EntityTypeOpen: true, Version: 1, CreatedAt: at, UpdatedAt: at}
	}
	require.NoError(t, s.Add(t.Context(), sites...))
	for i := range sites[:len(sites)-1] {
		p := &sites[i]
		p.Name, p.ExternalID, p.PADT, p.Segment = fmt.Sprintf(`L'été "%d" \ {a,b} <é> 😀`, i), "réf;,\t", "0123456789", "C4"
		p.EntityType, p.ProductionType, p.Address, p.PostCode, p.City = "proTertiary", participant.ProductionType(3), "1 rue\nHaute", "35300", "Fougères"
		p.DepartmentCode, p.INSEECode, p.Identity, p.Email, p.Phone, p.SIRET, p.Treasury = "35", "35115", "Ville", "a@exemple.fr", "+33 2", "90118055400017", "TP"
		p.DsoStatus, p.DsoAction, p.EntryDateKnown, p.IsProsumer, p.Version, p.UpdatedAt = "EN_VIGUEUR", "CREATION", true, i%2 == 0, 2, at.Add(time.Microsecond)
		if i%3 > 0 {
			p.ContractPower, p.UserID, p.Tags = &power, account, []string{`a,"b"`, "", "NULL", "{}"}
			p.Activation = &civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.Forever}
		}
		if i%3 == 2 {
			p.Activation.To = civil.NewDate(2026, 7, 1)
			p.Position = &party.Position{Latitude: 48.351_234_567_890_1, Longitude: -1.2e-7}
		}
	}
	require.NoError(t, s.Save(t.Context(), sites[:len(sites)-1]...))
	stored, err := s.ByIDs(t.Context(), idsOf(sites))
	require.NoError(t, err)
	require.Len(t, stored, len(sites))
	byID := map[id.ID]participant.Participant{}
	for _, one := range stored {
		one.CreatedAt, one.UpdatedAt = one.CreatedAt.UTC(), one.UpdatedAt.UTC()
		byID[one.ID] = one
	}
	for _, want := range sites {
		require.Equal(t, want, byID[want.ID])
	}
}

func idsOf(sites []participant.Participant) (ids []id.ID) {
	for _, one := range sites {
		ids = append(ids, one.ID)
	}
	return ids
}
