package invitationmail_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// kept is a journal in memory.
type kept struct {
	invitationmail.Mails
	added []invitationmail.Mail
	notes []note
}

type note struct {
	ID     id.ID
	Status invitationmail.Status
	Reason string
	At     time.Time
}

func (k *kept) Add(_ context.Context, m invitationmail.Mail) error {
	k.added = append(k.added, m)
	return nil
}

func (k *kept) Note(_ context.Context, mailID id.ID, status invitationmail.Status, reason string, at time.Time) error {
	k.notes = append(k.notes, note{mailID, status, reason, at})
	return nil
}

var now = time.Date(2026, 11, 6, 8, 0, 0, 0, time.FixedZone("", 3600))

func journal() (invitationmail.Journal, *kept) {
	k := &kept{}
	return invitationmail.Journal{Mails: k, Now: func() time.Time { return now }}, k
}

// TestAMailHasItsLineBeforeItIsQueued, under a name of its own; whoever was written to a moment ago finds this one
// beside the others only where that is no error.
func TestAMailHasItsLineBeforeItIsQueued(t *testing.T) {
	t.Parallel()
	throttled, broken := fault.New(fault.TooMany, "mail.throttled"), errors.New("disk")
	for name, c := range map[string]struct {
		beside      bool
		queued, err error
		status      []invitationmail.Status
	}{
		"queued":              {false, nil, nil, nil},
		"written to just now": {true, throttled, nil, []invitationmail.Status{invitationmail.WithAnother}},
		"which is an error":   {false, throttled, throttled, nil},
		"which it is not":     {true, broken, broken, nil},
	} {
		j, k := journal()
		var seen invitationmail.Mail
		err := j.Ask(t.Context(), invitationmail.Mail{Email: "a@example.org", Status: invitationmail.Sent}, c.beside, func(_ context.Context, m invitationmail.Mail) error {
			require.Len(t, k.added, 1, name)
			seen = m
			return c.queued
		})
		require.Equal(t, c.err, err, name)
		require.Equal(t, []invitationmail.Mail{seen}, k.added, name)
		require.NotEmpty(t, seen.ID)
		require.Equal(t, []any{party.Email("a@example.org"), invitationmail.Queued, now.UTC()}, []any{seen.Email, seen.Status, seen.AskedAt}, name)
		var status []invitationmail.Status
		for _, n := range k.notes {
			require.Equal(t, []any{seen.ID, "", now.UTC()}, []any{n.ID, n.Reason, n.At})
			status = append(status, n.Status)
		}
		require.Equal(t, c.status, status, name)
	}
}

// TestWhatBecameOfAMailIsKept: what is refused for good is no error, as it would come again; what may work later is.
func TestWhatBecameOfAMailIsKept(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		do     func(j invitationmail.Journal) error
		status invitationmail.Status
		reason string
		err    error
	}{
		{func(j invitationmail.Journal) error { return j.Conclude(t.Context(), "m", nil) }, invitationmail.Sent, "", nil},
		{func(j invitationmail.Journal) error { return j.Conclude(t.Context(), "m", mail.ErrAddress) }, invitationmail.Refused, mail.ErrAddress.Key, nil},
		{func(j invitationmail.Journal) error { return j.Conclude(t.Context(), "m", mail.ErrRejected) }, invitationmail.Refused, mail.ErrRejected.Key, nil},
		{func(j invitationmail.Journal) error { return j.Conclude(t.Context(), "m", mail.ErrUnavailable) }, invitationmail.Queued, mail.ErrUnavailable.Key, mail.ErrUnavailable},
		{func(j invitationmail.Journal) error { return j.Drop(t.Context(), "m") }, invitationmail.Obsolete, "", nil},
		{func(j invitationmail.Journal) error { return j.GiveUp(t.Context(), "m") }, invitationmail.GivenUp, mail.ErrUnavailable.Key, nil},
	} {
		j, k := journal()
		err := c.do(j)
		require.Equal(t, c.err != nil, err != nil)
		require.ErrorIs(t, err, c.err)
		require.Equal(t, []note{{"m", c.status, c.reason, now.UTC()}}, k.notes)
		require.NoError(t, invitationmail.Journal{Now: j.Now}.Drop(t.Context(), "m"), "where none is kept nothing is")
	}
	require.NoError(t, invitationmail.Journal{Now: func() time.Time { return now }}.Ask(t.Context(), invitationmail.Mail{}, false, func(context.Context, invitationmail.Mail) error { return nil }))
}

// door opens accounts, and remembers whose link it mailed.
type door struct {
	fails     error
	activated []id.ID
}

func (d *door) Open(context.Context, party.Email, policy.Role, string) (id.ID, error) {
	return "u", d.fails
}

func (d *door) Activate(_ context.Context, userID id.ID) error {
	d.activated = append(d.activated, userID)
	return nil
}

// TestAnAccountIsOpenedOnce: where somebody else was faster it is to be looked at again, and no link is mailed.
func TestAnAccountIsOpenedOnce(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk")
	for _, c := range []struct {
		fails     error
		ok        bool
		err       error
		activated []id.ID
	}{{nil, true, nil, []id.ID{"u"}}, {fault.New(fault.Conflict, "user.emailUsed"), false, nil, nil}, {broken, true, broken, nil}} {
		d := &door{fails: c.fails}
		ok, err := invitationmail.Journal{Openings: d}.Open(t.Context(), "a@example.org", policy.RoleParticipant, "fr")
		require.Equal(t, []any{c.ok, c.err, c.activated}, []any{ok, err, d.activated})
	}
	d := &door{}
	require.NoError(t, invitationmail.Journal{Openings: d}.Activate(t.Context(), "v"))
	require.Equal(t, []id.ID{"v"}, d.activated)
}
