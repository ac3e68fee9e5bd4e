package enrolment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/enrolment"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/party"
)

// successor takes Martin's meter over in the middle of October.
func (w world) successor() enrolment.SuccessionInput {
	return enrolment.SuccessionInput{ParticipantID: w.Sites["Martin"], Date: coretest.Date("2026-10-15"), Name: "M. B", EntityType: party.PartIndiv,
		Email: "b@example.org", UserEmail: "b@example.org"}
}

// TestAnotherOneTakesTheMeterOver: the predecessor ends on the day before, the successor has its
// meter, its place and its plans, and a client of its own; the month is billed to both, and what
// they pay adds up to what the meter counted.
func TestAnotherOneTakesTheMeterOver(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Exec("update participants set latitude = 48.35, longitude = -1.2 where id = $1", w.Sites["Martin"])
	before := w.stored(t)
	in := w.successor()
	in.DryRun = true
	checked, err := w.S.Succeed(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, "2026-10-14", checked.Predecessor.Exit().String())
	require.Equal(t, before, w.stored(t), "a check stores nothing")

	s, err := w.S.Succeed(t.Context(), w.Organizer, w.successor())
	require.NoError(t, err)
	require.Equal(t, folder.Deleted, s.Predecessor.Status, "its last day has passed")
	require.Equal(t, s.Predecessor.DsoID, s.Site.DsoID)
	require.Equal(t, s.Predecessor.Address, s.Site.Address)
	require.Equal(t, &party.Position{Latitude: 48.35, Longitude: -1.2}, s.Site.Position)
	require.Equal(t, "2026-10-15", s.Site.Entry().String())
	require.Equal(t, folder.ActionCreate, s.Site.DsoAction)
	require.Equal(t, "b@example.org", string(s.Site.Invited.Email))
	require.Equal(t, "M. B", s.Site.Billed.BillableEntity.Name)
	require.Len(t, s.Subscriptions, 1)
	require.Equal(t, w.Plan.ID, s.Subscriptions[0].PlanID)
	require.Equal(t, "2026-10-15", s.Subscriptions[0].Days.From.String())

	commune := w.Sites["Commune"]
	w.Meter.Hourly[billing.Pair{ConsumerID: s.Site.ID, ProducerID: commune}] = w.Meter.Hourly[billing.Pair{ConsumerID: w.Sites["Martin"], ProducerID: commune}]
	w.Run("2026-10-31")
	energies := map[string]string{}
	for _, one := range w.Listed(billing.InvoiceFilter{}) {
		if one.ClientName == "Martin" || one.ClientName == "M. B" {
			energies[one.ClientName] = one.Net.String()
		}
	}
	require.Equal(t, map[string]string{"Martin": "21.90", "M. B": "26.66"}, energies, "journey J3: 21.00 + 0.90, 25.56 + 1.10")
}

// TestWhatKeepsAnotherOneOut: a second successor on the same days, a day on which nobody leaves,
// a site that somebody has changed meanwhile; nothing is stored.
func TestWhatKeepsAnotherOneOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	refused := func(change func(*enrolment.SuccessionInput)) string {
		in := w.successor()
		change(&in)
		before := w.stored(t)
		_, err := w.S.Succeed(t.Context(), w.Organizer, in)
		require.Error(t, err)
		require.Equal(t, before, w.stored(t))
		f := fault.From(err)
		return f.Key + " at " + f.Field
	}
	require.Equal(t, "succession.notInside at date", refused(func(in *enrolment.SuccessionInput) { in.Date = coretest.Date("2026-01-01") }))
	require.Equal(t, "object.changed at ", refused(func(in *enrolment.SuccessionInput) { in.IfVersion = 7 }))
	require.Equal(t, "field.required at site.name", refused(func(in *enrolment.SuccessionInput) { in.Name = " " }))
	_, err := w.S.Succeed(t.Context(), w.Organizer, w.successor())
	require.NoError(t, err)
	require.Equal(t, "prm.alreadyUsed at site.dsoId", refused(func(*enrolment.SuccessionInput) {}))
	require.Equal(t, "succession.notInside at date", refused(func(in *enrolment.SuccessionInput) { in.Date = coretest.Date("2026-10-20") }))
}
