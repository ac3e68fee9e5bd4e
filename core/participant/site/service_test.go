package site_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/policy"
)

const prm = "99100000000017"

func TestCreateRefusals(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	french, belgian := w.AddOperation(t, "A", dso.Fake), w.AddOperation(t, "B", dso.Sibelga)
	for wanted, change := range map[string]func(*site.CreateInput){
		"prm.length":                         func(in *site.CreateInput) { in.DsoID = "123" },
		"prm.digits":                         func(in *site.CreateInput) { in.DsoID = "9910000000001A" },
		"identifier.required":                func(in *site.CreateInput) { in.DsoID = " " },
		"ean.invalid":                        func(in *site.CreateInput) { in.OperationID, in.PostCode = belgian.ID, "1000" },
		"padt.length":                        func(in *site.CreateInput) { in.PADT = "123" },
		"address.required":                   func(in *site.CreateInput) { in.Address = "" },
		"field.required":                     func(in *site.CreateInput) { in.Name = " " },
		"field.required at entityType":       func(in *site.CreateInput) { in.EntityType = "" },
		"postCode.invalid":                   func(in *site.CreateInput) { in.PostCode = "1000" },
		"email.invalid":                      func(in *site.CreateInput) { in.Email = "nobody" },
		"siret.invalid":                      func(in *site.CreateInput) { in.SIRET = "12345678901234" },
		"energyType.unknown":                 func(in *site.CreateInput) { in.EnergyType = "prosumer" },
		"segment.unknown":                    func(in *site.CreateInput) { in.Segment = "C9" },
		"segment.otherEnergyType":            func(in *site.CreateInput) { in.Segment = participant.SegmentP1 },
		"productionType.unknown":             func(in *site.CreateInput) { in.ProductionType = 4 },
		"productionType.consumer":            func(in *site.CreateInput) { in.ProductionType = participant.Solar },
		"activation.entryRequired":           func(in *site.CreateInput) { in.Entry, in.Exit = nil, coretest.Day("2026-05-01") },
		"activation.reversed":                func(in *site.CreateInput) { in.Exit = coretest.Day("2025-12-31") },
		"producer.notCommissioned":           func(in *site.CreateInput) { in.EnergyType, in.Entry = participant.Producer, nil },
		"user.email_not_found_for_organizer": func(in *site.CreateInput) { in.UserEmail = "nobody@ex.org" },
		"participant.invalid":                func(in *site.CreateInput) { in.Name, in.DsoID = "", "1" },
		"operation.notFound":                 func(in *site.CreateInput) { in.OperationID = id.New() },
	} {
		in := coretest.Consumer(french.ID, prm, coretest.Day("2026-01-01"), nil)
		change(&in)
		_, err := w.Site.Create(t.Context(), coretest.Admin, in)
		key, field, at := strings.Cut(wanted, " at ")
		require.Equal(t, key, fault.KeyOf(err))
		if at {
			f := fault.From(err)
			if len(f.Items) > 0 {
				f = f.Items[0]
			}
			require.Equal(t, field, f.Field)
		}
		if key == "user.email_not_found_for_organizer" {
			require.Equal(t, "nobody@ex.org", fault.From(err).Params["email"], "it names the e-mail")
		}
	}
	list, err := w.Site.List(t.Context(), coretest.Admin, site.ListInput{OperationID: french.ID})
	require.NoError(t, err)
	require.Empty(t, list, "refusals change nothing")
	require.Empty(t, w.Followed.Moved)
}

// Decisions 6.3: refused for overlapping dates only, so that a change of occupant
// is one act.
func TestOneNumberInOnePlaceAtATime(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	a, b := w.AddOperation(t, "A", dso.Fake), w.AddOperation(t, "B", dso.Enedis)
	first := w.AddSite(t, coretest.Consumer(a.ID, prm, coretest.Day("2026-01-01"), nil))

	_, err := w.Site.Create(t.Context(), coretest.Admin, coretest.Consumer(b.ID, prm, coretest.Day("2026-06-01"), nil))
	require.ErrorIs(t, err, participant.ErrPRMUsed)
	require.Equal(t, fault.Conflict, fault.From(err).Kind)
	require.Equal(t, prm, fault.From(err).Params["dsoId"])
	_, err = w.Site.Create(t.Context(), coretest.Admin, coretest.Consumer(a.ID, prm, coretest.Day("2026-06-01"), nil))
	require.ErrorIs(t, err, participant.ErrPRMUsed, "twice in one operation")
	_, err = w.Site.Create(t.Context(), coretest.Admin, coretest.Consumer(b.ID, prm, nil, nil))
	require.ErrorIs(t, err, participant.ErrPRMUsed, "asked for today, while the first is there")
	_, err = w.Site.Create(t.Context(), coretest.Admin, coretest.Consumer(b.ID, prm, coretest.Day("2025-06-01"), coretest.Day("2026-01-01")))
	require.ErrorIs(t, err, participant.ErrPRMUsed, "the last day is included")
	w.AddSite(t, coretest.Consumer(b.ID, prm, coretest.Day("2025-06-01"), coretest.Day("2025-12-31")))

	_, err = w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: first.ID, Exit: site.Set(*coretest.Day("2026-05-31"))})
	require.NoError(t, err)
	successor := w.AddSite(t, coretest.Consumer(b.ID, prm, coretest.Day("2026-06-01"), nil))
	_, err = w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: first.ID, Exit: site.Clear[civil.Date]()})
	require.ErrorIs(t, err, participant.ErrPRMUsed, "the successor is there now")
	require.Equal(t, b.ID, successor.OperationID)

	other := "99100000000018"
	asked := w.AddSite(t, coretest.Consumer(a.ID, other, nil, nil))
	_, err = w.Site.Create(t.Context(), coretest.Admin, coretest.Consumer(b.ID, other, nil, nil))
	require.ErrorIs(t, err, participant.ErrPRMUsed, "somebody else asked first")
	answer := site.AnswerInput{ParticipantID: asked.ID, Answer: folder.Answer{Request: folder.Entry, Word: folder.Refused}}
	_, err = w.Site.RecordAnswer(t.Context(), coretest.Admin, answer)
	require.NoError(t, err)
	w.AddSite(t, coretest.Consumer(b.ID, other, nil, nil))
	answer.Word = folder.Waiting
	_, err = w.Site.RecordAnswer(t.Context(), coretest.Admin, answer)
	require.ErrorIs(t, err, participant.ErrPRMUsed, "refused once, and taken since")

	belgian := w.AddOperation(t, "C", dso.Sibelga)
	in := coretest.Consumer(belgian.ID, "541448965001643820", coretest.Day("2026-01-01"), nil)
	in.PostCode = "1000"
	w.AddSite(t, in)
	_, err = w.Site.Create(t.Context(), coretest.Admin, in)
	require.ErrorIs(t, err, participant.ErrEANUsed)
}

// Two at once, in two operations: the constraint decides, whoever looked first.
func TestOneNumberUnderConcurrency(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	var operations []operation.Detail
	for i := range 4 {
		operations = append(operations, w.AddOperation(t, fmt.Sprint("A", i), dso.Fake))
	}
	errs := make([]error, len(operations))
	var group sync.WaitGroup
	for i, o := range operations {
		group.Go(func() {
			_, errs[i] = w.Site.Create(t.Context(), coretest.Admin, coretest.Consumer(o.ID, prm, coretest.Day("2026-01-01"), nil))
		})
	}
	group.Wait()
	kept := 0
	for _, err := range errs {
		if err == nil {
			kept++
			continue
		}
		require.ErrorIs(t, err, participant.ErrPRMUsed)
		require.Equal(t, prm, fault.From(err).Params["dsoId"])
	}
	require.Equal(t, 1, kept)
}

func TestListOrderAndFilters(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	add := func(name, number, status, action string, entry, exit *civil.Date, e participant.EnergyType) {
		in := coretest.Consumer(o.ID, number, entry, exit)
		in.Name, in.DsoStatus, in.DsoAction, in.EnergyType = name, status, action, e
		w.AddSite(t, in)
	}
	add("Zoé", "99100000000001", "EN_VIGUEUR", "CREATION", coretest.Day("2026-01-01"), nil, participant.Consumer)
	add("École", "99100000000002", "EN_VIGUEUR", "CREATION", coretest.Day("2026-01-01"), nil, participant.Consumer)
	add("Eglise", "99100000000003", "EN_VIGUEUR", "CREATION", coretest.Day("2026-03-01"), nil, participant.Producer)
	add("Parti", "99100000000004", "EN_VIGUEUR", "CREATION", coretest.Day("2025-01-01"), coretest.Day("2025-12-31"), participant.Consumer)
	add("Demandé", "99100000000005", "", "", nil, nil, participant.Consumer)
	add("Faux", "99100000000006", "NO_TRAIL_ERR", "CREATION", coretest.Day("2026-01-01"), nil, participant.Consumer)
	list := func(in site.ListInput) []string {
		in.OperationID = o.ID
		views, err := w.Site.List(t.Context(), coretest.Admin, in)
		require.NoError(t, err)
		names := []string{}
		for _, v := range views {
			names = append(names, v.Name)
		}
		return names
	}
	require.Equal(t, []string{"Demandé", "École", "Eglise", "Zoé", "Parti", "Faux"}, list(site.ListInput{}))
	require.Equal(t, []string{"Eglise"}, list(site.ListInput{EnergyType: participant.Producer}))
	_, err := w.DB.Pool().Exec(t.Context(), "update participants set is_prosumer = true where dso_id = '99100000000001'")
	require.NoError(t, err)
	require.Equal(t, []string{"Eglise", "Zoé"}, list(site.ListInput{EnergyType: participant.Producer}), "who consumes and produces is on both sides")
	require.Len(t, list(site.ListInput{EnergyType: participant.Consumer}), 5)
	require.Equal(t, []string{"Parti"}, list(site.ListInput{DateFrom: coretest.Day("2025-12-31"), DateTo: coretest.Day("2025-12-31")}))
	require.Equal(t, []string{"École", "Zoé", "Faux"}, list(site.ListInput{DateFrom: coretest.Day("2026-01-01"), DateTo: coretest.Day("2026-02-28")}))
	require.Equal(t, []string{"École"}, list(site.ListInput{Q: "ecole"}))
	require.Equal(t, []string{"Parti"}, list(site.ListInput{Q: "0000004"}))
	_, err = w.Site.List(t.Context(), coretest.Admin, site.ListInput{OperationID: o.ID, DateFrom: coretest.Day("2026-02-01"), DateTo: coretest.Day("2026-01-01")})
	require.Equal(t, "range.reversed", fault.KeyOf(err))
	_, err = w.Site.List(t.Context(), coretest.Admin, site.ListInput{OperationID: o.ID, DateFrom: coretest.Day("2025-01-01"), DateTo: coretest.Day("2026-01-01")})
	require.Equal(t, "range.tooLong", fault.KeyOf(err))
}

func TestContactsAndOwnSites(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	member := w.AddAccount(t, policy.RoleParticipant, "p@ex.org", true)
	_, err := w.DB.Pool().Exec(t.Context(), "update users set username = 'pe' where id = $1", member.UserID)
	require.NoError(t, err)
	observer := policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{o.ID}}
	organizer := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	in := coretest.Consumer(o.ID, prm, coretest.Day("2026-01-01"), nil)
	in.Identity, in.Email, in.Phone, in.UserEmail = " Camille Leroy ", "Site@Ex.org", "0100000000", "P@ex.org"
	mine := w.AddSite(t, in)
	other := w.AddSite(t, coretest.Consumer(o.ID, "99100000000018", coretest.Day("2026-01-01"), nil))
	producer := coretest.Consumer(o.ID, "99100000000019", coretest.Day("2026-01-01"), nil)
	producer.EnergyType = participant.Producer
	w.AddSite(t, producer)
	member.Operations = []id.ID{o.ID}
	member.Sites = []policy.Site{{ParticipantID: mine.ID, OperationID: o.ID, Period: *mine.Activation}}

	for _, c := range []struct {
		p       policy.Principal
		contact bool
	}{{organizer, true}, {observer, false}, {member, true}, {coretest.Admin, true}} {
		v, err := w.Site.Get(t.Context(), c.p, mine.ID)
		require.NoError(t, err)
		require.Equal(t, c.contact, v.Contact, c.p.Role)
		require.Equal(t, c.contact, v.Identity == "Camille Leroy", c.p.Role)
		require.Equal(t, c.contact, v.User.Username == "pe", c.p.Role)
		require.Equal(t, c.contact, v.Email == "site@ex.org" && v.Phone != "" && v.User.Email == "p@ex.org", c.p.Role)
		require.Equal(t, operation.AccountActive, v.Account)
	}
	list, err := w.Site.List(t.Context(), observer, site.ListInput{OperationID: o.ID, Q: "site@ex.org"})
	require.NoError(t, err)
	require.Empty(t, list, "what may not be read cannot be searched")

	_, err = w.Site.Get(t.Context(), member, other.ID)
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = w.Site.List(t.Context(), member, site.ListInput{OperationID: o.ID})
	require.Equal(t, "forbidden", fault.KeyOf(err))
	own, err := w.Site.Own(t.Context(), member)
	require.NoError(t, err)
	require.Len(t, own, 1)
	require.Equal(t, mine.ID, own[0].Participant.ID)
	require.Len(t, own[0].Operation.Producers, 1)
	require.Nil(t, own[0].Operation.Consumers)
	none, err := w.Site.Own(t.Context(), organizer)
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestUpdateMovesDates(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "A", dso.Fake)
	v := w.AddSite(t, coretest.Consumer(o.ID, prm, coretest.Day("2026-02-01"), nil))
	require.True(t, v.EntryDateKnown, "in force: the operator has said so")
	require.Equal(t, []string{"2026-02-01..9999-12-31"}, w.Followed.Moved)
	w.Followed.Moved = nil
	update := func(in site.UpdateInput) site.View {
		t.Helper()
		in.ParticipantID = v.ID
		got, err := w.Site.Update(t.Context(), coretest.Admin, in)
		require.NoError(t, err)
		return got
	}
	got := update(site.UpdateInput{IfVersion: 1, Entry: site.Set(*coretest.Day("2026-01-15"))})
	require.Equal(t, []string{"2026-01-15..2026-02-01"}, w.Followed.Moved, "only the days that moved")
	require.Equal(t, 2, got.Version)

	got = update(site.UpdateInput{Exit: site.Set(*coretest.Day("2026-12-31"))})
	require.Equal(t, folder.Deleting, got.Status, "the operator is asked for the exit")
	require.True(t, got.EntryDateKnown)
	require.Equal(t, []string{"2026-12-31"}, w.Followed.Left)
	got = update(site.UpdateInput{Exit: site.Clear[civil.Date]()})
	require.Equal(t, []any{folder.Up, "EN_VIGUEUR", "CREATION", true}, []any{got.Status, got.DsoStatus, got.DsoAction, got.EntryDateKnown}, "withdrawn: in force as before")
	got = update(site.UpdateInput{Exit: site.Set(*coretest.Day("2026-11-19"))})
	require.Equal(t, folder.Deleted, got.Status, "yesterday is past")
	require.Equal(t, "2026-11-19", got.Exit().String())

	w.Followed.Moved = nil
	got = update(site.UpdateInput{PADT: site.Set("0123456789"), ContractPower: site.Set[int64](36_000)})
	require.EqualValues(t, 36_000, *got.ContractPower)
	require.Empty(t, w.Followed.Moved)
	version := got.Version
	got = update(site.UpdateInput{PADT: site.Set("0123456789")})
	require.Equal(t, version, got.Version, "nothing changed")
	got = update(site.UpdateInput{PADT: site.Clear[string](), ContractPower: site.Clear[int64]()})
	require.Empty(t, got.PADT)
	require.Nil(t, got.ContractPower)

	_, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: v.ID, IfVersion: 1, City: site.Set("X")})
	require.ErrorIs(t, err, participant.ErrChanged)
	_, err = w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: v.ID, Exit: site.Set(*coretest.Day("2025-01-01"))})
	require.ErrorIs(t, err, participant.ErrReversed)
	_, err = w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: id.New()})
	require.Equal(t, "notFound", fault.KeyOf(err))

	w.Followed.Fail = errors.New("no totals")
	_, err = w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: v.ID, Entry: site.Set(*coretest.Day("2026-03-01"))})
	require.ErrorIs(t, err, w.Followed.Fail)
	after, err := w.Site.ByID(t.Context(), v.ID)
	require.NoError(t, err)
	require.Equal(t, "2026-01-15", after.Entry().String(), "totals and dates change together")
}

func TestOrganizerRecordsTheAnswerByHand(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "A", dso.SRD)
	in := coretest.Consumer(o.ID, prm, coretest.Day("2027-01-01"), nil)
	in.DsoStatus, in.DsoAction = "", ""
	v := w.AddSite(t, in)
	require.Equal(t, folder.Creating, v.Status)
	require.False(t, v.EntryDateKnown)
	require.Equal(t, folder.Entry, v.Request)
	answer := func(r folder.Request, a folder.Word, on *civil.Date) site.View {
		t.Helper()
		v, err := w.Site.RecordAnswer(t.Context(), coretest.Admin, site.AnswerInput{ParticipantID: v.ID, Answer: folder.Answer{Request: r, Word: a, Day: on}})
		require.NoError(t, err)
		return v
	}
	state := func(v site.View) []any {
		exit := ""
		if v.Exit() != nil {
			exit = v.Exit().String()
		}
		return []any{v.Status, v.DsoStatus, v.DsoAction, v.Request, v.EntryDateKnown, exit}
	}
	got := answer(folder.Entry, folder.Refused, nil)
	require.Equal(t, []any{folder.Error, "NO_TRAIL_ERR", "CREATION", folder.Entry, false, ""}, state(got))
	got = answer(folder.Entry, folder.Accepted, coretest.Day("2026-01-01"))
	require.Equal(t, []any{folder.Up, "EN_VIGUEUR", "CREATION", folder.Request(""), true, ""}, state(got))
	require.Equal(t, "2026-01-01", got.Entry().String())
	got = answer(folder.Exit, folder.Accepted, coretest.Day("2026-12-31"))
	require.Equal(t, []any{folder.Deleted, "EN_VIGUEUR", "SUPPRESSION", folder.Request(""), true, "2026-12-31"}, state(got))
	got = answer(folder.Exit, folder.Waiting, nil)
	require.Equal(t, []any{folder.Deleting, "EN_COURS", "SUPPRESSION", folder.Exit, true, "2026-12-31"}, state(got))
	got = answer(folder.Exit, folder.Refused, nil)
	require.Equal(t, []any{folder.Up, "EN_VIGUEUR", "CREATION", folder.Request(""), true, ""}, state(got), "the site stays")
	got = answer(folder.Entry, folder.Waiting, nil)
	require.Equal(t, []any{folder.Up, "EN_COURS", "CREATION", folder.Entry, true, ""}, state(got), "an answer can be taken back")
	moved, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: v.ID, Entry: day2("2026-02-01")})
	require.NoError(t, err)
	require.False(t, moved.EntryDateKnown, "another date is to be confirmed again")
}

func day2(text string) site.Patch[civil.Date] { return site.Set(*coretest.Day(text)) }

func TestAnAnswerIsRefused(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "A", dso.SRD)
	in := coretest.Consumer(o.ID, prm, nil, nil)
	in.DsoStatus, in.DsoAction = "", ""
	v := w.AddSite(t, in)
	for want, answer := range map[string]folder.Answer{
		"folder.dayRequired date": {Request: folder.Entry, Word: folder.Accepted},
		"field.unused date":       {Request: folder.Entry, Word: folder.Waiting, Day: coretest.Day("2026-01-01")},
		"field.unused reason":     {Request: folder.Exit, Word: folder.Accepted, Day: coretest.Day("2026-01-01"), Reason: "mauvais PRM"},
	} {
		_, err := w.Site.RecordAnswer(t.Context(), coretest.Admin, site.AnswerInput{ParticipantID: v.ID, Answer: answer})
		require.Equal(t, want, fault.KeyOf(err)+" "+fault.From(err).Field)
	}
	refused := site.AnswerInput{ParticipantID: v.ID, IfVersion: 7, Answer: folder.Answer{Request: folder.Entry, Word: folder.Refused}}
	_, err := w.Site.RecordAnswer(t.Context(), coretest.Admin, refused)
	require.ErrorIs(t, err, participant.ErrChanged)
	_, err = w.Site.RecordAnswer(t.Context(), policy.Principal{UserID: id.New(), Role: policy.RoleObserver}, refused)
	require.Error(t, err)
	require.NotErrorIs(t, err, participant.ErrChanged)
	for _, change := range []site.UpdateInput{{DsoStatus: site.Set("EN_VIGUEUR")}, {DsoAction: site.Set("SUPPRESSION")}, {DsoStatus: site.Clear[string]()}} {
		change.ParticipantID = v.ID
		_, err := w.Site.Update(t.Context(), coretest.Admin, change)
		require.ErrorIs(t, err, participant.ErrRecordedApart, "the words of the operator are no field of the site")
	}
	same, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: v.ID, DsoStatus: site.Set("EN_COURS")})
	require.NoError(t, err)
	require.Equal(t, folder.Creating, same.Status)
}

// TestASiteHasAnEntityType: also for whoever writes past the rules. Of a perimeter file, which
// has none, it is open until somebody says it; once said it stays.
func TestASiteHasAnEntityType(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	a := w.AddOperation(t, "A", dso.Fake)
	made := w.AddSite(t, coretest.Consumer(a.ID, prm, coretest.Day("2026-01-01"), nil))
	_, err := w.DB.Pool().Exec(t.Context(), "update participants set entity_type = '' where id = $1", made.ID)
	require.ErrorContains(t, err, "participants_entity_type_check")
	_, err = w.DB.Pool().Exec(t.Context(), "update participants set entity_type = '', entity_type_open = true where id = $1", made.ID)
	require.NoError(t, err)
	name := "Sans type"
	left, err := w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: made.ID, Name: &name})
	require.NoError(t, err, "an import left it open")
	require.Empty(t, left.EntityType)
}
