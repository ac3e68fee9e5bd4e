package site_test

import (
	"fmt"
	"testing"

	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/stretchr/testify/require"
)

// TestObserversReadNoContacts: one by one, for what leaks alone is a leak.
func TestObserversReadNoContacts(t *testing.T) {
	t.Parallel()
	w, _ := coretest.NewInvitingPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	holder := w.AddAccount(t, policy.RoleParticipant, "p@ex.org", false)
	_, err := w.DB.Pool().Exec(t.Context(), "update users set username = 'pe', activation_error = 'mail.rejected' where id = $1", holder.UserID)
	require.NoError(t, err)
	in := coretest.Consumer(o.ID, "99100000000017", coretest.Day("2026-01-01"), nil)
	in.Identity, in.Email, in.Phone, in.UserEmail = "Camille Leroy", "site@ex.org", "0100000000", "p@ex.org"
	in.Tags = []string{"à rappeler"}
	in.DepartmentCode, in.INSEECode, in.Treasury = "35", "35115", "Trésorerie de Fougères"
	school := w.AddSite(t, in)
	organizer := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	observer := policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{o.ID}}

	v, err := w.Site.Get(t.Context(), organizer, school.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"Camille Leroy", "site@ex.org", "0100000000", "p@ex.org", "pe", "mail.rejected", "client@ex.org", "0299000000"},
		[]string{v.Identity, v.Email, v.Phone, v.User.Email, v.User.Username, v.User.ActivationError, v.Billed.Detail.Email, v.Billed.Detail.PhoneNumber})

	require.Equal(t, []string{"à rappeler"}, v.Tags)
	require.Equal(t, []string{"35", "35115", "Trésorerie de Fougères"}, []string{v.DepartmentCode, v.INSEECode, v.Treasury})

	list, err := w.Site.List(t.Context(), observer, site.ListInput{OperationID: o.ID})
	require.NoError(t, err)
	one, err := w.Site.Get(t.Context(), observer, school.ID)
	require.NoError(t, err)
	for _, v := range append(list, one) {
		for what, got := range map[string]string{"identity": v.Identity, "mail": v.Email, "phone": v.Phone, "mail of the account": v.User.Email,
			"name of the account": v.User.Username, "what became of its mail": v.User.ActivationError,
			"mail of the client": v.Billed.Detail.Email, "phone of the client": v.Billed.Detail.PhoneNumber} {
			require.Empty(t, got, what)
		}
		require.Equal(t, "Client", v.Billed.Detail.Name)
		require.Equal(t, operation.AccountError, v.Account, "that somebody cannot sign in is no contact")
		require.Nil(t, v.Invited)
		require.Nil(t, v.Tags, "words of the organizer's own")
	}
}

// TestTagsAndReferencesAreChanged: in place of those there; sites are found by them by those who
// read them.
func TestTagsAndReferencesAreChanged(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	school := w.AddSite(t, coretest.Consumer(o.ID, "99100000000017", coretest.Day("2026-01-01"), nil))
	organizer := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	v, err := w.Site.Update(t.Context(), organizer, site.UpdateInput{ParticipantID: school.ID, Tags: &[]string{"Centre", "centre", "2026"}, ExternalID: site.Set("S-1")})
	require.NoError(t, err)
	require.Equal(t, []string{"Centre", "2026"}, v.Tags)
	require.Equal(t, "S-1", v.ExternalID)
	same, err := w.Site.Update(t.Context(), organizer, site.UpdateInput{ParticipantID: school.ID, Tags: &[]string{"Centre", "2026"}})
	require.NoError(t, err)
	require.Equal(t, v.Version, same.Version, "nothing has changed")
	for q, want := range map[string]int{"centre": 1, "s-1": 1, "nord": 0} {
		list, err := w.Site.List(t.Context(), organizer, site.ListInput{OperationID: o.ID, Q: q})
		require.NoError(t, err)
		require.Len(t, list, want, q)
	}
	v, err = w.Site.Update(t.Context(), organizer, site.UpdateInput{ParticipantID: school.ID, Tags: &[]string{}})
	require.NoError(t, err)
	require.Nil(t, v.Tags)
}

// TestEachFieldOfASiteIsChangedAlone: what is given is stored, and nothing beside it.
func TestEachFieldOfASiteIsChangedAlone(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	organizer := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	type change struct {
		in   site.UpdateInput
		want func(*participant.Participant)
	}
	number := 0
	for what, c := range map[string]change{
		"name":       {site.UpdateInput{Name: coretest.Ptr("Autre")}, func(p *participant.Participant) { p.Name = "Autre" }},
		"segment":    {site.UpdateInput{Segment: coretest.Ptr(participant.SegmentC4)}, func(p *participant.Participant) { p.Segment = participant.SegmentC4 }},
		"entity":     {site.UpdateInput{EntityType: coretest.Ptr(party.ProArtisan)}, func(p *participant.Participant) { p.EntityType = party.ProArtisan }},
		"address":    {site.UpdateInput{Address: site.Set("2 rue du Pont")}, func(p *participant.Participant) { p.Address = "2 rue du Pont" }},
		"post code":  {site.UpdateInput{PostCode: site.Set("35000")}, func(p *participant.Participant) { p.PostCode = "35000" }},
		"city":       {site.UpdateInput{City: site.Set("Rennes")}, func(p *participant.Participant) { p.City = "Rennes" }},
		"identity":   {site.UpdateInput{Identity: site.Set("Camille")}, func(p *participant.Participant) { p.Identity = "Camille" }},
		"mail":       {site.UpdateInput{Email: site.Set("a@ex.org")}, func(p *participant.Participant) { p.Email = "a@ex.org" }},
		"phone":      {site.UpdateInput{Phone: site.Set("0299000000")}, func(p *participant.Participant) { p.Phone = "0299000000" }},
		"department": {site.UpdateInput{DepartmentCode: site.Set("35")}, func(p *participant.Participant) { p.DepartmentCode = "35" }},
		"treasury":   {site.UpdateInput{Treasury: site.Set("Trésorerie")}, func(p *participant.Participant) { p.Treasury = "Trésorerie" }},
		"power":      {site.UpdateInput{ContractPower: site.Set[int64](9000)}, func(p *participant.Participant) { p.ContractPower = coretest.Ptr[int64](9000) }},
	} {
		number++
		made := w.AddSite(t, coretest.Consumer(o.ID, fmt.Sprintf("991%011d", number), coretest.Day("2026-01-01"), nil))
		before, err := w.Site.Get(t.Context(), organizer, made.ID)
		require.NoError(t, err, what)
		c.in.ParticipantID = made.ID
		after, err := w.Site.Update(t.Context(), organizer, c.in)
		require.NoError(t, err, what)
		want := before.Participant
		c.want(&want)
		require.NotEqual(t, before.Participant, want, "%s: the test must change something", what)
		want.Version, want.UpdatedAt = after.Version, after.UpdatedAt
		require.Equal(t, want, after.Participant, what)
	}
}
