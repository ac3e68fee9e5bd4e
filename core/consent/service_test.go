package consent_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/consentstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/consent"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// desk is an operation of two sites, whose holders agree and ask.
type desk struct {
	*coretest.World
	*consent.Service
	told   int // how often it was said that other requests wait
	holder policy.Principal
}

// Publish counts.
func (d *desk) Publish(_ context.Context, e event.Event) error {
	require.Equal(d.T, consent.RequestsChanged{OperationID: d.Operation}, e)
	d.told++
	return nil
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{World: coretest.New(t)}
	d.Site("École", "consumer", "")
	d.Site("Mairie", "consumer", "")
	d.holder = d.Account("École")
	d.Service = consent.New(consent.Deps{Guard: d.Guard, Tx: d.DB, Now: d.Now, Register: consentstore.NewRegister(d.DB), Requests: consentstore.NewRequests(d.DB),
		Operations: operationstore.NewOperations(d.DB), Events: d})
	return d
}

func (d *desk) say(who policy.Principal, given bool, change func(in *consent.RecordInput)) (consent.Rights, error) {
	in := consent.RecordInput{SiteID: d.Sites["École"], Purpose: consent.Curves, Version: consent.Current(), Given: given}
	if change != nil {
		change(&in)
	}
	return d.Record(d.T.Context(), who, in)
}

func proven(day string) func(in *consent.RecordInput) {
	return func(in *consent.RecordInput) { in.On, in.Proof = coretest.Day(day), " Bulletin signé " }
}

func (d *desk) today() civil.Date { return civil.Paris.DateOf(d.Clock) }

func (d *desk) ask(kind consent.Kind, inDays int) (consent.Request, error) {
	return d.Ask(d.T.Context(), d.holder, consent.AskInput{SiteID: d.Sites["École"], Kind: kind, Day: d.today().AddDays(inDays), Note: " Merci "})
}

// A register keeps each line; what its holder takes back becomes a request too.
func TestConsentsAreLinesThatNeverChange(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	empty, err := d.Rights(t.Context(), d.holder, d.Sites["École"])
	require.NoError(t, err)
	require.Len(t, empty.States, len(consent.Purposes))
	require.False(t, empty.States[0].Given())
	_, err = d.say(d.holder, false, nil)
	require.ErrorIs(t, err, consent.ErrUnchanged, "nothing to take back")

	first, err := d.say(d.Organizer, true, proven("2026-01-05"))
	require.NoError(t, err)
	line := first.States[0].Lines[0]
	require.Equal(t, []any{consent.Recorded, "Bulletin signé", coretest.Date("2026-01-05"), true}, []any{line.How, line.Proof, line.On, first.States[0].Given()})
	_, err = d.say(d.holder, true, nil)
	require.ErrorIs(t, err, consent.ErrUnchanged)

	d.Clock = d.Clock.Add(time.Hour)
	back, err := d.say(d.holder, false, proven("2026-01-01"))
	require.NoError(t, err)
	require.False(t, back.States[0].Given())
	require.Len(t, back.States[0].Lines, 2)
	line = back.States[0].Lines[0]
	require.Equal(t, []any{consent.Online, "", d.today(), d.holder.UserID}, []any{line.How, line.Proof, line.On, line.RecordedBy}, "who speaks for itself does so today")
	require.Len(t, back.Requests, 1)
	require.Equal(t, []any{consent.Withdrawal, consent.Curves, "École"}, []any{back.Requests[0].Kind, back.Requests[0].Purpose, back.Requests[0].SiteName})
	require.Equal(t, 1, d.told)

	d.Clock = d.Clock.Add(time.Hour)
	_, err = d.say(d.holder, true, nil)
	require.NoError(t, err)
	d.Clock = d.Clock.Add(time.Hour)
	again, err := d.say(d.holder, false, nil)
	require.NoError(t, err)
	require.Len(t, again.Requests, 1, "the first one still waits")
	require.Len(t, again.States[0].Lines, 4)
	_, err = d.DB.Pool().Exec(t.Context(), "update consents set given = true")
	require.ErrorContains(t, err, "append-only")
	require.Equal(t, 4, d.Count("consents"))
}

func TestConsentsThatAreRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for key, change := range map[string]func(in *consent.RecordInput){
		"consent.purpose": func(in *consent.RecordInput) { in.Purpose = "ALL" },
		"consent.version": func(in *consent.RecordInput) { in.Version = "V0" },
		"consent.day":     func(in *consent.RecordInput) { day := d.today().AddDays(1); in.On = &day },
		"consent.proof":   func(in *consent.RecordInput) { in.Proof = " " },
		"field.tooLong":   func(in *consent.RecordInput) { in.Proof = strings.Repeat("é", 201) },
	} {
		_, err := d.say(d.Organizer, true, func(in *consent.RecordInput) { proven("2026-01-05")(in); change(in) })
		require.Equal(t, key, fault.KeyOf(err))
		require.NotEmpty(t, fault.From(err).Field, key)
	}
	_, err := d.say(d.Organizer, true, proven("2026-01-05"))
	require.NoError(t, err)
	_, err = d.say(d.Organizer, false, proven("2026-01-04"))
	require.ErrorIs(t, err, consent.ErrDay, "before what it takes back")
	require.Zero(t, d.told)

	stranger, neighbour := policy.Principal{UserID: d.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}, d.Account("Mairie")
	for _, who := range []policy.Principal{stranger, neighbour} {
		_, err = d.say(who, true, proven("2026-01-05"))
		require.Equal(t, "notFound", fault.KeyOf(err))
		_, err = d.Rights(t.Context(), who, d.Sites["École"])
		require.Equal(t, "notFound", fault.KeyOf(err))
	}
	_, err = d.Rights(t.Context(), d.Observer(), d.Sites["École"])
	require.Equal(t, "forbidden", fault.KeyOf(err))
	_, err = d.List(t.Context(), d.holder, d.Operation)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	d.Exec(`insert into consents (id, operation_id, participant_id, purpose, version, given, on_day, how, proof, recorded_at, recorded_by)
		select gen_random_uuid(), $1, $2, 'MESSAGES', 'V1', true, '2026-01-05', 'ONLINE', '', now(), $3 from generate_series(1, $4)`, d.Operation, d.Sites["École"], d.holder.UserID, consent.MostKept-1)
	_, err = d.say(d.Organizer, false, proven("2026-01-06"))
	require.ErrorIs(t, err, consent.ErrTooMany)
}

// A request waits for one answer, changes nothing by itself, and is there once.
func TestRequestsWaitForAnAnswer(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	before := d.Count("participants")
	made, err := d.ask(consent.Leave, 30)
	require.NoError(t, err)
	require.Equal(t, []any{"École", "Merci", d.today().AddDays(30)}, []any{made.SiteName, made.Note, *made.Day})
	_, err = d.ask(consent.Leave, 31)
	require.ErrorIs(t, err, consent.ErrWaiting)
	d.Clock = d.Clock.Add(time.Hour)
	moved, err := d.ask(consent.Move, -10)
	require.NoError(t, err)
	waiting, err := consentstore.NewRequests(d.DB).Waiting(t.Context(), d.Operation)
	require.NoError(t, err)
	require.Len(t, waiting, 1)
	require.Equal(t, []any{d.Sites["École"], 2, made.AskedAt}, []any{waiting[0].SiteID, waiting[0].Number, waiting[0].Since.UTC()})

	give := func(who policy.Principal, outcome consent.Outcome, note string) (consent.Request, error) {
		return d.Answer(t.Context(), who, consent.AnswerInput{OperationID: d.Operation, RequestID: made.ID, Outcome: outcome, Note: note})
	}
	_, err = give(d.Organizer, consent.Refused, " ")
	require.ErrorIs(t, err, consent.ErrReason)
	_, err = give(d.Organizer, "LATER", "")
	require.ErrorIs(t, err, consent.ErrOutcome)
	_, err = give(d.Organizer, consent.Done, strings.Repeat("é", 501))
	require.Equal(t, "field.tooLong", fault.KeyOf(err))
	_, err = give(d.holder, consent.Done, "")
	require.Equal(t, "forbidden", fault.KeyOf(err))
	d.Clock = d.Clock.Add(time.Hour)
	answered, err := give(d.Organizer, consent.Done, " Fait ")
	require.NoError(t, err)
	require.Equal(t, consent.Answer{Outcome: consent.Done, Note: "Fait", At: d.Clock.UTC(), By: d.Organizer.UserID}, *answered.Answer)
	_, err = give(d.Organizer, consent.Done, "")
	require.ErrorIs(t, err, consent.ErrAnswered)
	require.Equal(t, 3, d.told)
	list, err := d.List(t.Context(), d.Organizer, d.Operation)
	require.NoError(t, err)
	require.Equal(t, []id.ID{moved.ID, made.ID}, []id.ID{list[0].ID, list[1].ID}, "what waits first")
	_, err = d.ask(consent.Leave, 40)
	require.NoError(t, err, "an answered one may be asked again")
	_, err = d.Answer(t.Context(), d.Organizer, consent.AnswerInput{OperationID: d.Operation, RequestID: id.New(), Outcome: consent.Done})
	require.Equal(t, "notFound", fault.KeyOf(err))
	require.Equal(t, before, d.Count("participants"))
	require.Equal(t, 2, d.Count("participants where upper_inf(activation)"), "nobody left by asking")
}

func TestRequestsThatAreRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	_, err := d.ask(consent.Withdrawal, 1)
	require.ErrorIs(t, err, consent.ErrKind, "that follows from taking a consent back")
	for _, days := range []int{-367, 367} {
		_, err = d.ask(consent.Leave, days)
		require.ErrorIs(t, err, consent.ErrDayFar, fmt.Sprint(days))
	}
	_, err = d.Ask(t.Context(), d.holder, consent.AskInput{SiteID: d.Sites["École"], Kind: consent.Leave, Day: d.today(), Note: strings.Repeat("é", 501)})
	require.Equal(t, []string{"field.tooLong", "note"}, []string{fault.KeyOf(err), fault.From(err).Field})
	_, err = d.Ask(t.Context(), d.holder, consent.AskInput{SiteID: d.Sites["Mairie"], Kind: consent.Leave, Day: d.today()})
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = d.Ask(t.Context(), d.Organizer, consent.AskInput{SiteID: d.Sites["École"], Kind: consent.Leave, Day: d.today()})
	require.Equal(t, "forbidden", fault.KeyOf(err), "an organizer asks nobody")
	require.Zero(t, d.told)
}
