package participant_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/policy"
)

const prm = "99100000000017"

func TestCreateRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	french, belgian := w.operation(t, "A", dso.Fake), w.operation(t, "B", dso.Sibelga)
	for wanted, change := range map[string]func(*participant.CreateInput){
		"prm.length":                         func(in *participant.CreateInput) { in.DsoID = "123" },
		"prm.digits":                         func(in *participant.CreateInput) { in.DsoID = "9910000000001A" },
		"identifier.required":                func(in *participant.CreateInput) { in.DsoID = " " },
		"ean.invalid":                        func(in *participant.CreateInput) { in.OperationID, in.PostCode = belgian.ID, "1000" },
		"padt.length":                        func(in *participant.CreateInput) { in.PADT = "123" },
		"address.required":                   func(in *participant.CreateInput) { in.Address = "" },
		"field.required":                     func(in *participant.CreateInput) { in.Name = " " },
		"field.required at entityType":       func(in *participant.CreateInput) { in.EntityType = "" },
		"postCode.invalid":                   func(in *participant.CreateInput) { in.PostCode = "1000" },
		"email.invalid":                      func(in *participant.CreateInput) { in.Email = "nobody" },
		"siret.invalid":                      func(in *participant.CreateInput) { in.SIRET = "12345678901234" },
		"energyType.unknown":                 func(in *participant.CreateInput) { in.EnergyType = "prosumer" },
		"segment.unknown":                    func(in *participant.CreateInput) { in.Segment = "C9" },
		"segment.otherEnergyType":            func(in *participant.CreateInput) { in.Segment = participant.SegmentP1 },
		"productionType.unknown":             func(in *participant.CreateInput) { in.ProductionType = 4 },
		"productionType.consumer":            func(in *participant.CreateInput) { in.ProductionType = participant.Solar },
		"activation.entryRequired":           func(in *participant.CreateInput) { in.Entry, in.Exit = nil, day("2026-05-01") },
		"activation.reversed":                func(in *participant.CreateInput) { in.Exit = day("2025-12-31") },
		"producer.notCommissioned":           func(in *participant.CreateInput) { in.EnergyType, in.Entry = participant.Producer, nil },
		"user.email_not_found_for_organizer": func(in *participant.CreateInput) { in.UserEmail = "nobody@ex.org" },
		"participant.invalid":                func(in *participant.CreateInput) { in.Name, in.DsoID = "", "1" },
		"operation.notFound":                 func(in *participant.CreateInput) { in.OperationID = id.New() },
	} {
		in := consumer(french.ID, prm, day("2026-01-01"), nil)
		change(&in)
		_, err := w.s.Create(t.Context(), admin, in)
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
	list, err := w.s.List(t.Context(), admin, participant.ListInput{OperationID: french.ID})
	require.NoError(t, err)
	require.Empty(t, list, "refusals change nothing")
	require.Empty(t, w.rebuilt.days)
}

// Decisions 6.3: refused for overlapping dates only, so that a change of occupant
// is one act.
func TestOneNumberInOnePlaceAtATime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a, b := w.operation(t, "A", dso.Fake), w.operation(t, "B", dso.Enedis)
	first := w.create(t, consumer(a.ID, prm, day("2026-01-01"), nil))

	_, err := w.s.Create(t.Context(), admin, consumer(b.ID, prm, day("2026-06-01"), nil))
	require.ErrorIs(t, err, participant.ErrPRMUsed)
	require.Equal(t, fault.Conflict, fault.From(err).Kind)
	require.Equal(t, prm, fault.From(err).Params["dsoId"])
	_, err = w.s.Create(t.Context(), admin, consumer(a.ID, prm, day("2026-06-01"), nil))
	require.ErrorIs(t, err, participant.ErrPRMUsed, "twice in one operation")
	_, err = w.s.Create(t.Context(), admin, consumer(b.ID, prm, nil, nil))
	require.ErrorIs(t, err, participant.ErrPRMUsed, "asked for today, while the first is there")
	_, err = w.s.Create(t.Context(), admin, consumer(b.ID, prm, day("2025-06-01"), day("2026-01-01")))
	require.ErrorIs(t, err, participant.ErrPRMUsed, "the last day is included")
	w.create(t, consumer(b.ID, prm, day("2025-06-01"), day("2025-12-31")))

	_, err = w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: first.ID, Exit: participant.Set(*day("2026-05-31"))})
	require.NoError(t, err)
	successor := w.create(t, consumer(b.ID, prm, day("2026-06-01"), nil))
	_, err = w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: first.ID, Exit: participant.Clear[civil.Date]()})
	require.ErrorIs(t, err, participant.ErrPRMUsed, "the successor is there now")
	require.Equal(t, b.ID, successor.OperationID)

	other := "99100000000018"
	asked := w.create(t, consumer(a.ID, other, nil, nil))
	_, err = w.s.Create(t.Context(), admin, consumer(b.ID, other, nil, nil))
	require.ErrorIs(t, err, participant.ErrPRMUsed, "somebody else asked first")
	answer := participant.AnswerInput{ParticipantID: asked.ID, Answer: folder.Answer{Request: folder.Entry, Word: folder.Refused}}
	_, err = w.s.RecordAnswer(t.Context(), admin, answer)
	require.NoError(t, err)
	w.create(t, consumer(b.ID, other, nil, nil))
	answer.Word = folder.Waiting
	_, err = w.s.RecordAnswer(t.Context(), admin, answer)
	require.ErrorIs(t, err, participant.ErrPRMUsed, "refused once, and taken since")

	belgian := w.operation(t, "C", dso.Sibelga)
	in := consumer(belgian.ID, "541448965001643820", day("2026-01-01"), nil)
	in.PostCode = "1000"
	w.create(t, in)
	_, err = w.s.Create(t.Context(), admin, in)
	require.ErrorIs(t, err, participant.ErrEANUsed)
}

// Two at once, in two operations: the constraint decides, whoever looked first.
func TestOneNumberUnderConcurrency(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var operations []operation.Detail
	for i := range 4 {
		operations = append(operations, w.operation(t, fmt.Sprint("A", i), dso.Fake))
	}
	errs := make([]error, len(operations))
	var group sync.WaitGroup
	for i, o := range operations {
		group.Go(func() { _, errs[i] = w.s.Create(t.Context(), admin, consumer(o.ID, prm, day("2026-01-01"), nil)) })
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
	w := newWorld(t)
	o := w.operation(t, "A", dso.Fake)
	add := func(name, number, status, action string, entry, exit *civil.Date, e participant.EnergyType) {
		in := consumer(o.ID, number, entry, exit)
		in.Name, in.DsoStatus, in.DsoAction, in.EnergyType = name, status, action, e
		w.create(t, in)
	}
	add("Zoé", "99100000000001", "EN_VIGUEUR", "CREATION", day("2026-01-01"), nil, participant.Consumer)
	add("École", "99100000000002", "EN_VIGUEUR", "CREATION", day("2026-01-01"), nil, participant.Consumer)
	add("Eglise", "99100000000003", "EN_VIGUEUR", "CREATION", day("2026-03-01"), nil, participant.Producer)
	add("Parti", "99100000000004", "EN_VIGUEUR", "CREATION", day("2025-01-01"), day("2025-12-31"), participant.Consumer)
	add("Demandé", "99100000000005", "", "", nil, nil, participant.Consumer)
	add("Faux", "99100000000006", "NO_TRAIL_ERR", "CREATION", day("2026-01-01"), nil, participant.Consumer)
	list := func(in participant.ListInput) []string {
		in.OperationID = o.ID
		views, err := w.s.List(t.Context(), admin, in)
		require.NoError(t, err)
		names := []string{}
		for _, v := range views {
			names = append(names, v.Name)
		}
		return names
	}
	require.Equal(t, []string{"Demandé", "École", "Eglise", "Zoé", "Parti", "Faux"}, list(participant.ListInput{}))
	require.Equal(t, []string{"Eglise"}, list(participant.ListInput{EnergyType: participant.Producer}))
	_, err := w.db.Pool().Exec(t.Context(), "update participants set is_prosumer = true where dso_id = '99100000000001'")
	require.NoError(t, err)
	require.Equal(t, []string{"Eglise", "Zoé"}, list(participant.ListInput{EnergyType: participant.Producer}), "who consumes and produces is on both sides")
	require.Len(t, list(participant.ListInput{EnergyType: participant.Consumer}), 5)
	require.Equal(t, []string{"Parti"}, list(participant.ListInput{DateFrom: day("2025-12-31"), DateTo: day("2025-12-31")}))
	require.Equal(t, []string{"École", "Zoé", "Faux"}, list(participant.ListInput{DateFrom: day("2026-01-01"), DateTo: day("2026-02-28")}))
	require.Equal(t, []string{"École"}, list(participant.ListInput{Q: "ecole"}))
	require.Equal(t, []string{"Parti"}, list(participant.ListInput{Q: "0000004"}))
	_, err = w.s.List(t.Context(), admin, participant.ListInput{OperationID: o.ID, DateFrom: day("2026-02-01"), DateTo: day("2026-01-01")})
	require.Equal(t, "range.reversed", fault.KeyOf(err))
	_, err = w.s.List(t.Context(), admin, participant.ListInput{OperationID: o.ID, DateFrom: day("2025-01-01"), DateTo: day("2026-01-01")})
	require.Equal(t, "range.tooLong", fault.KeyOf(err))
}

func TestContactsAndOwnSites(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := w.operation(t, "A", dso.Fake)
	member := w.user(t, policy.RoleParticipant, "p@ex.org", true)
	_, err := w.db.Pool().Exec(t.Context(), "update users set username = 'pe' where id = $1", member.UserID)
	require.NoError(t, err)
	observer := policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{o.ID}}
	organizer := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{o.ID}}
	in := consumer(o.ID, prm, day("2026-01-01"), nil)
	in.Identity, in.Email, in.Phone, in.UserEmail = " Camille Leroy ", "Site@Ex.org", "0100000000", "P@ex.org"
	mine := w.create(t, in)
	other := w.create(t, consumer(o.ID, "99100000000018", day("2026-01-01"), nil))
	producer := consumer(o.ID, "99100000000019", day("2026-01-01"), nil)
	producer.EnergyType = participant.Producer
	w.create(t, producer)
	member.Operations = []id.ID{o.ID}
	member.Sites = []policy.Site{{ParticipantID: mine.ID, OperationID: o.ID, Period: *mine.Activation}}

	for _, c := range []struct {
		p       policy.Principal
		contact bool
	}{{organizer, true}, {observer, false}, {member, true}, {admin, true}} {
		v, err := w.s.Get(t.Context(), c.p, mine.ID)
		require.NoError(t, err)
		require.Equal(t, c.contact, v.Contact, c.p.Role)
		require.Equal(t, c.contact, v.Identity == "Camille Leroy", c.p.Role)
		require.Equal(t, c.contact, v.User.Username == "pe", c.p.Role)
		require.Equal(t, c.contact, v.Email == "site@ex.org" && v.Phone != "" && v.User.Email == "p@ex.org", c.p.Role)
		require.Equal(t, operation.AccountActive, v.Account)
	}
	list, err := w.s.List(t.Context(), observer, participant.ListInput{OperationID: o.ID, Q: "site@ex.org"})
	require.NoError(t, err)
	require.Empty(t, list, "what may not be read cannot be searched")

	_, err = w.s.Get(t.Context(), member, other.ID)
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = w.s.List(t.Context(), member, participant.ListInput{OperationID: o.ID})
	require.Equal(t, "forbidden", fault.KeyOf(err))
	own, err := w.s.Own(t.Context(), member)
	require.NoError(t, err)
	require.Len(t, own, 1)
	require.Equal(t, mine.ID, own[0].Participant.ID)
	require.Len(t, own[0].Operation.Producers, 1)
	require.Nil(t, own[0].Operation.Consumers)
	none, err := w.s.Own(t.Context(), organizer)
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestUpdateMovesDates(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := w.operation(t, "A", dso.Fake)
	v := w.create(t, consumer(o.ID, prm, day("2026-02-01"), nil))
	require.True(t, v.EntryDateKnown, "in force: the operator has said so")
	require.Equal(t, []string{"2026-02-01..9999-12-31"}, w.rebuilt.days)
	w.rebuilt.days = nil
	update := func(in participant.UpdateInput) participant.View {
		t.Helper()
		in.ParticipantID = v.ID
		got, err := w.s.Update(t.Context(), admin, in)
		require.NoError(t, err)
		return got
	}
	got := update(participant.UpdateInput{IfVersion: 1, Entry: participant.Set(*day("2026-01-15"))})
	require.Equal(t, []string{"2026-01-15..2026-02-01"}, w.rebuilt.days, "only the days that moved")
	require.Equal(t, 2, got.Version)

	got = update(participant.UpdateInput{Exit: participant.Set(*day("2026-12-31"))})
	require.Equal(t, folder.Deleting, got.Status, "the operator is asked for the exit")
	require.True(t, got.EntryDateKnown)
	require.Equal(t, []string{"2026-12-31"}, w.rebuilt.lefts)
	got = update(participant.UpdateInput{Exit: participant.Clear[civil.Date]()})
	require.Equal(t, []any{folder.Up, "EN_VIGUEUR", "CREATION", true}, []any{got.Status, got.DsoStatus, got.DsoAction, got.EntryDateKnown}, "withdrawn: in force as before")
	got = update(participant.UpdateInput{Exit: participant.Set(*day("2026-11-19"))})
	require.Equal(t, folder.Deleted, got.Status, "yesterday is past")
	require.Equal(t, "2026-11-19", got.Exit().String())

	w.rebuilt.days = nil
	got = update(participant.UpdateInput{PADT: participant.Set("0123456789"), ContractPower: participant.Set[int64](36_000)})
	require.EqualValues(t, 36_000, *got.ContractPower)
	require.Empty(t, w.rebuilt.days)
	version := got.Version
	got = update(participant.UpdateInput{PADT: participant.Set("0123456789")})
	require.Equal(t, version, got.Version, "nothing changed")
	got = update(participant.UpdateInput{PADT: participant.Clear[string](), ContractPower: participant.Clear[int64]()})
	require.Empty(t, got.PADT)
	require.Nil(t, got.ContractPower)

	_, err := w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: v.ID, IfVersion: 1, City: participant.Set("X")})
	require.ErrorIs(t, err, participant.ErrChanged)
	_, err = w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: v.ID, Exit: participant.Set(*day("2025-01-01"))})
	require.ErrorIs(t, err, participant.ErrReversed)
	_, err = w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: id.New()})
	require.Equal(t, "notFound", fault.KeyOf(err))

	w.rebuilt.fail = errors.New("no totals")
	_, err = w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: v.ID, Entry: participant.Set(*day("2026-03-01"))})
	require.ErrorIs(t, err, w.rebuilt.fail)
	after, err := w.s.ByID(t.Context(), v.ID)
	require.NoError(t, err)
	require.Equal(t, "2026-01-15", after.Entry().String(), "totals and dates change together")
}

func TestOrganizerRecordsTheAnswerByHand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := w.operation(t, "A", dso.SRD)
	in := consumer(o.ID, prm, day("2027-01-01"), nil)
	in.DsoStatus, in.DsoAction = "", ""
	v := w.create(t, in)
	require.Equal(t, folder.Creating, v.Status)
	require.False(t, v.EntryDateKnown)
	require.Equal(t, folder.Entry, v.Request)
	answer := func(r folder.Request, a folder.Word, on *civil.Date) participant.View {
		t.Helper()
		v, err := w.s.RecordAnswer(t.Context(), admin, participant.AnswerInput{ParticipantID: v.ID, Answer: folder.Answer{Request: r, Word: a, Day: on}})
		require.NoError(t, err)
		return v
	}
	state := func(v participant.View) []any {
		exit := ""
		if v.Exit() != nil {
			exit = v.Exit().String()
		}
		return []any{v.Status, v.DsoStatus, v.DsoAction, v.Request, v.EntryDateKnown, exit}
	}
	got := answer(folder.Entry, folder.Refused, nil)
	require.Equal(t, []any{folder.Error, "NO_TRAIL_ERR", "CREATION", folder.Entry, false, ""}, state(got))
	got = answer(folder.Entry, folder.Accepted, day("2026-01-01"))
	require.Equal(t, []any{folder.Up, "EN_VIGUEUR", "CREATION", folder.Request(""), true, ""}, state(got))
	require.Equal(t, "2026-01-01", got.Entry().String())
	got = answer(folder.Exit, folder.Accepted, day("2026-12-31"))
	require.Equal(t, []any{folder.Deleted, "EN_VIGUEUR", "SUPPRESSION", folder.Request(""), true, "2026-12-31"}, state(got))
	got = answer(folder.Exit, folder.Waiting, nil)
	require.Equal(t, []any{folder.Deleting, "EN_COURS", "SUPPRESSION", folder.Exit, true, "2026-12-31"}, state(got))
	got = answer(folder.Exit, folder.Refused, nil)
	require.Equal(t, []any{folder.Up, "EN_VIGUEUR", "CREATION", folder.Request(""), true, ""}, state(got), "the site stays")
	got = answer(folder.Entry, folder.Waiting, nil)
	require.Equal(t, []any{folder.Up, "EN_COURS", "CREATION", folder.Entry, true, ""}, state(got), "an answer can be taken back")
	moved, err := w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: v.ID, Entry: day2("2026-02-01")})
	require.NoError(t, err)
	require.False(t, moved.EntryDateKnown, "another date is to be confirmed again")
}

func day2(text string) participant.Patch[civil.Date] { return participant.Set(*day(text)) }

func TestAnAnswerIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := w.operation(t, "A", dso.SRD)
	in := consumer(o.ID, prm, nil, nil)
	in.DsoStatus, in.DsoAction = "", ""
	v := w.create(t, in)
	for want, answer := range map[string]folder.Answer{
		"folder.dayRequired date": {Request: folder.Entry, Word: folder.Accepted},
		"field.unused date":       {Request: folder.Entry, Word: folder.Waiting, Day: day("2026-01-01")},
		"field.unused reason":     {Request: folder.Exit, Word: folder.Accepted, Day: day("2026-01-01"), Reason: "mauvais PRM"},
	} {
		_, err := w.s.RecordAnswer(t.Context(), admin, participant.AnswerInput{ParticipantID: v.ID, Answer: answer})
		require.Equal(t, want, fault.KeyOf(err)+" "+fault.From(err).Field)
	}
	refused := participant.AnswerInput{ParticipantID: v.ID, IfVersion: 7, Answer: folder.Answer{Request: folder.Entry, Word: folder.Refused}}
	_, err := w.s.RecordAnswer(t.Context(), admin, refused)
	require.ErrorIs(t, err, participant.ErrChanged)
	_, err = w.s.RecordAnswer(t.Context(), policy.Principal{UserID: id.New(), Role: policy.RoleObserver}, refused)
	require.Error(t, err)
	require.NotErrorIs(t, err, participant.ErrChanged)
	for _, change := range []participant.UpdateInput{{DsoStatus: participant.Set("EN_VIGUEUR")}, {DsoAction: participant.Set("SUPPRESSION")}, {DsoStatus: participant.Clear[string]()}} {
		change.ParticipantID = v.ID
		_, err := w.s.Update(t.Context(), admin, change)
		require.ErrorIs(t, err, participant.ErrRecordedApart, "the words of the operator are no field of the site")
	}
	same, err := w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: v.ID, DsoStatus: participant.Set("EN_COURS")})
	require.NoError(t, err)
	require.Equal(t, folder.Creating, same.Status)
}

// TestASiteHasAnEntityType: also for whoever writes past the rules. Of a perimeter file, which
// has none, it is open until somebody says it; once said it stays.
func TestASiteHasAnEntityType(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.operation(t, "A", dso.Fake)
	made := w.create(t, consumer(a.ID, prm, day("2026-01-01"), nil))
	_, err := w.db.Pool().Exec(t.Context(), "update participants set entity_type = '' where id = $1", made.ID)
	require.ErrorContains(t, err, "participants_entity_type_check")
	_, err = w.db.Pool().Exec(t.Context(), "update participants set entity_type = '', entity_type_open = true where id = $1", made.ID)
	require.NoError(t, err)
	name := "Sans type"
	left, err := w.s.Update(t.Context(), admin, participant.UpdateInput{ParticipantID: made.ID, Name: &name})
	require.NoError(t, err, "an import left it open")
	require.Empty(t, left.EntityType)
}
