package course_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/course"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/policy"
)

// heard is what is known of a site beside itself.
type heard struct {
	participant.Invoices
	asked []string
}

func (h *heard) OfSite(context.Context, id.ID, id.ID) ([]participant.RecordedAnswer, error) {
	return []participant.RecordedAnswer{{At: time.Date(2026, 1, 20, 9, 0, 0, 0, time.UTC), Answer: folder.Answer{Request: folder.Entry, Word: folder.Refused, Reason: "PRM inconnu"}}}, nil
}

func (h *heard) DaysWithData(_ context.Context, _ id.ID, dsoID string) ([]civil.Range, error) {
	h.asked = append(h.asked, dsoID)
	return []civil.Range{coretest.Days("2026-02-01", "2026-03-01")}, nil
}

func (h *heard) FirstOf(context.Context, id.ID, id.ID) (*participant.FirstInvoice, error) {
	return &participant.FirstInvoice{Number: "F-1", Day: coretest.Date("2026-03-05")}, nil
}

// running are the operations as they are stored.
type running struct {
	participant.Operations
	stored *operationstore.Operations
}

func (r running) ByID(ctx context.Context, operationID id.ID) (operation.Operation, error) {
	return r.stored.ByID(ctx, operationID)
}

// TestTheCourseOfASiteIsToldByWhatOneMayRead: invoices to those who read them, where the operation has some; what the
// operator said to those who change sites; nothing to strangers.
func TestTheCourseOfASiteIsToldByWhatOneMayRead(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	site := w.Site("École", "consumer", "[2026-01-15,)")
	w.Exec("update participants set dso_status = $2, dso_action = $3 where id = $1", site, string(folder.DataError), string(folder.ActionCreate))
	h := &heard{}
	operations := running{nil, operationstore.NewOperations(w.DB)}
	s := course.New(course.Deps{Guard: w.Guard, Now: w.Now, Participants: participantstore.NewParticipants(w.DB), Operations: operations, Answers: h, Curves: h, Invoices: h})
	kinds := func(p policy.Principal) (out []string, reason string) {
		t.Helper()
		c, err := s.Tell(t.Context(), p, site)
		require.NoError(t, err)
		for _, step := range c.Steps {
			out = append(out, string(step.Kind)+" "+string(step.State))
			reason += step.Reason
		}
		return out, reason
	}
	all := []string{"ASKED DONE", "ACCEPTED REFUSED", "FIRST_DATA DONE", "FIRST_INVOICE DONE"}
	steps, reason := kinds(w.Organizer)
	require.Equal(t, []any{all, "PRM inconnu"}, []any{steps, reason})
	require.Equal(t, []string{"00000000000001"}, h.asked)
	steps, reason = kinds(w.Account("École"))
	require.Equal(t, []any{all, ""}, []any{steps, reason}, "its own invoice, and not what the operator said")
	for who, p := range map[string]policy.Principal{
		"a stranger":          {UserID: w.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}},
		"another participant": func() policy.Principal { w.Site("Autre", "consumer", ""); return w.Account("Autre") }(),
	} {
		_, err := s.Tell(t.Context(), p, site)
		require.Equal(t, "notFound", fault.KeyOf(err), who)
	}
	w.Exec("update operations set billing_engine = null where id = $1", w.Operation)
	w.Exec("update operations set dso = 'FAKE' where id = $1", w.Operation)
	steps, _ = kinds(w.Organizer)
	require.NotContains(t, steps, "FIRST_INVOICE WAITING")

	bare := course.New(course.Deps{Guard: w.Guard, Now: w.Now, Participants: participantstore.NewParticipants(w.DB), Operations: operations})
	c, err := bare.Tell(t.Context(), w.Organizer, site)
	require.NoError(t, err)
	require.Equal(t, course.Waiting, c.Steps[len(c.Steps)-1].State, "what nobody reads is not known")
	w.Exec("update participants set activation = null where id = $1", site)
	before := len(h.asked)
	_, err = s.Tell(t.Context(), w.Organizer, site)
	require.NoError(t, err)
	require.Len(t, h.asked, before, "a site without days has no data of its own")
}
