package reminder_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/allocationstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/reminder"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// post keeps the letters that were queued and those that were sent.
type post struct {
	queued []reminder.Letter
	sent   []reminder.Text
	fail   error
}

func (p *post) Letter(_ context.Context, l reminder.Letter) error {
	p.queued = append(p.queued, l)
	return p.fail
}

func (p *post) SendReminder(_ context.Context, t reminder.Text) error {
	p.sent = append(p.sent, t)
	return nil
}

// reminded is an operation of ENEDIS whose key needs coefficients of October.
type reminded struct {
	*coretest.Senders
	*post
}

func newReminded(t *testing.T) reminded {
	t.Helper()
	w := reminded{Senders: coretest.NewSenders(t, dso.Enedis), post: &post{}}
	w.SetKey(coretest.October.First(), allocation.ByEquality)
	require.NoError(t, operationstore.NewMembers(w.DB).Set(t.Context(), w.Operation, policy.RoleOrganizer, []id.ID{w.Organizer.UserID}))
	return w
}

// service is that of a day of November 2026.
func (w reminded) service(day int) *reminder.Service {
	return w.On(civil.NewDate(2026, 10, 31).AddDays(day), func(d *assembly.Parts) {
		d.Reminders, d.Organizers, d.Letters, d.Mail = allocationstore.NewReminders(w.DB), operationstore.NewMembers(w.DB), w.post, w.post
	}).Reminder
}

// on is what a run of the job on a day of November 2026 queues.
func (w reminded) on(t *testing.T, day int) []reminder.Letter {
	t.Helper()
	w.queued = nil
	require.NoError(t, w.service(day).RemindAll(t.Context()))
	return w.queued
}

func TestRemindersOfCoefficients(t *testing.T) {
	w := newReminded(t)
	for _, c := range []struct {
		day  int // of November; the deadline is the 5th
		kind reminder.Kind
	}{{-1, ""}, {0, "SOON"}, {0, ""}, {2, ""}, {4, "LAST"}, {5, ""}, {6, "LATE"}, {7, ""}, {15, ""}} {
		letters := w.on(t, c.day)
		if c.kind == "" {
			require.Empty(t, letters, "on day %d", c.day)
			continue
		}
		require.Len(t, letters, 1, "on day %d", c.day)
		require.Equal(t, []any{coretest.October, c.kind, w.Organizer.UserID}, []any{letters[0].Month, letters[0].Kind, letters[0].UserID})
		require.NotEmpty(t, letters[0].MessageID)
	}
	require.Equal(t, 3, w.Count("coefficient_reminders"))
}

func TestWhoWasAwayIsRemindedLater(t *testing.T) {
	w := newReminded(t)
	w.fail = errors.New("queue is away")
	require.Error(t, w.service(3).RemindAll(t.Context()))
	require.Zero(t, w.Count("coefficient_reminders"), "nothing is recorded of what was not queued")
	w.fail = nil
	require.Equal(t, reminder.Soon, w.on(t, 3)[0].Kind)
	require.Equal(t, reminder.Late, w.on(t, 9)[0].Kind)
	require.Empty(t, w.on(t, 17), "not for ever")
}

func TestNobodyIsRemindedOfWhatIsSentOrNotNeeded(t *testing.T) {
	w := newReminded(t)
	set := w.MakeSet(coretest.October)
	require.Len(t, w.on(t, 0), 1, "made is not sent")
	letter := w.queued[0]
	require.NoError(t, w.Record(set, coefficientset.CoefficientsSent))
	require.Empty(t, w.on(t, 4))
	service := w.service(20)
	require.NoError(t, service.SendLetter(t.Context(), letter))
	require.Empty(t, w.sent, "what was sent since needs no letter")
	require.NoError(t, w.Record(set, coefficientset.CoefficientsRefused))
	require.NoError(t, service.SendLetter(t.Context(), letter))
	require.Equal(t, []any{"Soleil", civil.NewDate(2026, 11, 5), letter}, []any{w.sent[0].Operation, w.sent[0].Deadline, w.sent[0].Letter})
	require.Len(t, w.on(t, 6), 1, "what was refused has to be sent again")

	w.SetKey(coretest.October.First(), allocation.ByDefault)
	require.Empty(t, w.on(t, 4), "the operator computes the key itself")
}
