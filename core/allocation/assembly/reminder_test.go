package assembly_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// post keeps the letters that were queued and those that were sent.
type post struct {
	queued []coefficientset.Letter
	sent   []coefficientset.ReminderText
	fail   error
}

func (p *post) Letter(_ context.Context, l coefficientset.Letter) error {
	p.queued = append(p.queued, l)
	return p.fail
}

func (p *post) SendReminder(_ context.Context, t coefficientset.ReminderText) error {
	p.sent = append(p.sent, t)
	return nil
}

// reminded is an operation of ENEDIS whose key needs coefficients of October.
type reminded struct {
	senders
	*post
}

func newReminded(t *testing.T) reminded {
	t.Helper()
	w := reminded{senders: newSenders(t, dso.Enedis), post: &post{}}
	w.key(t, october.First(), allocation.ByEquality)
	require.NoError(t, postgres.NewOperationMembers(w.db).Set(t.Context(), w.operation, policy.RoleOrganizer, []id.ID{w.organizer.UserID}))
	return w
}

// on is what a run of the job on a day of November 2026 queues.
func (w reminded) on(t *testing.T, day int) []coefficientset.Letter {
	t.Helper()
	deps := w.deps
	deps.Now = func() time.Time {
		return civil.Paris.Start(civil.NewDate(2026, 10, 31).AddDays(day)).Add(8 * time.Hour)
	}
	deps.Reminders, deps.Organizers, deps.Letters, deps.Mail = postgres.NewCoefficientReminders(w.db), postgres.NewOperationMembers(w.db), w.post, w.post
	w.queued = nil
	require.NoError(t, assembly.New(deps).CoefficientSet.RemindCoefficients(t.Context()))
	return w.queued
}

func TestRemindersOfCoefficients(t *testing.T) {
	w := newReminded(t)
	for _, c := range []struct {
		day  int // of November; the deadline is the 5th
		kind coefficientset.ReminderKind
	}{{-1, ""}, {0, "SOON"}, {0, ""}, {2, ""}, {4, "LAST"}, {5, ""}, {6, "LATE"}, {7, ""}, {15, ""}} {
		letters := w.on(t, c.day)
		if c.kind == "" {
			require.Empty(t, letters, "on day %d", c.day)
			continue
		}
		require.Len(t, letters, 1, "on day %d", c.day)
		require.Equal(t, []any{october, c.kind, w.organizer.UserID}, []any{letters[0].Month, letters[0].Kind, letters[0].UserID})
		require.NotEmpty(t, letters[0].MessageID)
	}
	require.Equal(t, 3, w.count(t, "coefficient_reminders"))
}

func TestWhoWasAwayIsRemindedLater(t *testing.T) {
	w := newReminded(t)
	w.fail = errors.New("queue is away")
	deps := w.deps
	deps.Now = func() time.Time { return time.Date(2026, 11, 3, 12, 0, 0, 0, time.UTC) }
	deps.Reminders, deps.Organizers, deps.Letters = postgres.NewCoefficientReminders(w.db), postgres.NewOperationMembers(w.db), w.post
	require.Error(t, assembly.New(deps).CoefficientSet.RemindCoefficients(t.Context()))
	require.Zero(t, w.count(t, "coefficient_reminders"), "nothing is recorded of what was not queued")
	w.fail = nil
	require.Equal(t, coefficientset.ReminderSoon, w.on(t, 3)[0].Kind)
	require.Equal(t, coefficientset.ReminderLate, w.on(t, 9)[0].Kind)
	require.Empty(t, w.on(t, 17), "not for ever")
}

func TestNobodyIsRemindedOfWhatIsSentOrNotNeeded(t *testing.T) {
	w := newReminded(t)
	set := w.made(t, october)
	require.Len(t, w.on(t, 0), 1, "made is not sent")
	letter := w.queued[0]
	require.NoError(t, w.step(set, coefficientset.CoefficientsSent))
	require.Empty(t, w.on(t, 4))
	deps := w.deps
	deps.Mail = w.post
	service := assembly.New(deps)
	require.NoError(t, service.CoefficientSet.SendLetter(t.Context(), letter))
	require.Empty(t, w.sent, "what was sent since needs no letter")
	require.NoError(t, w.step(set, coefficientset.CoefficientsRefused))
	require.NoError(t, service.CoefficientSet.SendLetter(t.Context(), letter))
	require.Equal(t, []any{"Soleil", civil.NewDate(2026, 11, 5), letter}, []any{w.sent[0].Operation, w.sent[0].Deadline, w.sent[0].Letter})
	require.Len(t, w.on(t, 6), 1, "what was refused has to be sent again")

	w.key(t, october.First(), allocation.ByDefault)
	require.Empty(t, w.on(t, 4), "the operator computes the key itself")
}
