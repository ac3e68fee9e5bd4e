package communication_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/communicationstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// post is the mail server, the frame and the queue of a test.
type post struct {
	*coretest.World
	*communication.Service
	sent   []mail.Message
	queued []id.ID
	fails  map[string]error // by address
}

func (p *post) Lay(op operation.Operation, d communication.Draft, language string) mail.Message {
	return mail.Message{Subject: d.Subject, Text: d.Body + "\n\n" + op.Name + " " + language}
}

func (p *post) Deliveries(_ context.Context, ids []id.ID) error {
	p.queued = append(p.queued, ids...)
	return nil
}

func (p *post) Send(_ context.Context, m mail.Message) error {
	if err := p.fails[m.To]; err != nil {
		return err
	}
	p.sent = append(p.sent, m)
	return nil
}

// newPost is an operation of four sites and an observer: two with one contact, one with an
// account alone, one without any address.
func newPost(t *testing.T) *post {
	t.Helper()
	p := &post{World: coretest.New(t), fails: map[string]error{}}
	for _, name := range []string{"École", "Mairie", "Boulangerie", "Ferme"} {
		p.Site(name, map[bool]string{true: "producer", false: "consumer"}[name == "Mairie"], "")
	}
	p.Exec("update participants set email = 'commune@example.org' where name in ('École', 'Mairie')")
	p.Exec("update participants set user_id = $1 where name = 'Boulangerie'", p.User(policy.RoleParticipant))
	p.Exec("update users set email = 'boulanger@example.org', language = 'nl' where role = 'participant'")
	p.Exec("insert into operation_members (operation_id, user_id, role) values ($1, $2, 'observer')", p.Operation, p.Observer().UserID)
	p.Exec("update users set firstname = 'Ana', lastname = 'Roux', email = 'ana@example.org' where role = 'observer'")
	p.Exec("update operations set pmo_email = 'pmo@example.org' where id = $1", p.Operation)
	p.Service = communication.New(communication.Deps{Guard: p.Guard, Tx: p.DB, Now: p.Now, Messages: communicationstore.NewMessages(p.DB),
		Recipients: communicationstore.NewRecipients(p.DB), Operations: operations{operationstore.NewOperations(p.DB)},
		Documents: p.Keeping(&coretest.Shelf{Bytes: map[string][]byte{}}), Letters: p, Queue: p, Mail: p})
	return p
}

type operations struct{ *operationstore.Operations }

func (p *post) all() []id.ID {
	p.T.Helper()
	found, err := p.List(p.T.Context(), p.Organizer, p.Operation, "", "")
	require.NoError(p.T, err)
	ids := make([]id.ID, len(found))
	for n, r := range found {
		ids[n] = r.ID
	}
	return ids
}

func (p *post) write(change func(*communication.SendInput)) (communication.Report, error) {
	in := communication.SendInput{OperationID: p.Operation, Draft: communication.Draft{Subject: "Assemblée", Body: "Le 12 décembre."}, Recipients: p.all()}
	if change != nil {
		change(&in)
	}
	return p.Service.Send(p.T.Context(), p.Organizer, in)
}

func (p *post) deliver() {
	p.T.Helper()
	for _, one := range p.queued {
		require.NoError(p.T, p.Deliver(p.T.Context(), one))
	}
	p.queued = nil
}

func names(rs []communication.Recipient) (out []string) {
	for _, r := range rs {
		out = append(out, r.Name)
	}
	return out
}

func upload(p *post, name, content string) (communication.Attachment, error) {
	sum := sha256.Sum256([]byte(content))
	return p.Upload(p.T.Context(), p.Organizer, p.Operation, communication.File{Name: name, Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader([]byte(content))), nil }})
}

// TestEachAddressGetsOneMail: two sites of one person get one; who has no address, or one that is
// none, is told apart, and the rest is written to.
func TestEachAddressGetsOneMail(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	p.Site("Moulin", "consumer", "")
	p.Exec("update participants set email = 'moulin' where name = 'Moulin'")
	p.Site("Parti", "consumer", "[2026-01-01,2026-11-01)")
	found, err := p.List(t.Context(), p.Organizer, p.Operation, "", "")
	require.NoError(t, err)
	require.Equal(t, []string{"Ana Roux", "Boulangerie", "École", "Ferme", "Mairie", "Moulin"}, names(found), "who has left is not written to")
	report, err := p.write(nil)
	require.NoError(t, err)
	require.Equal(t, []string{"Ana Roux", "Boulangerie", "École", "Mairie"}, names(report.Accepted))
	require.Equal(t, []string{"Moulin"}, names(report.Rejected))
	require.Equal(t, []string{"Ferme"}, names(report.Missing))
	p.deliver()
	require.Len(t, p.sent, 3)
	var to []string
	for _, m := range p.sent {
		to = append(to, m.To)
		require.Equal(t, "pmo@example.org", m.ReplyTo)
		require.Equal(t, "Assemblée", m.Subject)
	}
	require.Equal(t, []string{"ana@example.org", "boulanger@example.org", "commune@example.org"}, to)
	require.Contains(t, p.sent[1].Text, "VAL nl", "in the language of the account")
	m, err := p.Get(t.Context(), p.Organizer, p.Operation, report.MessageID)
	require.NoError(t, err)
	require.Equal(t, communication.Counts{Sent: 3, Unreached: 2}, m.Counts())
	require.Equal(t, []string{"École", "Mairie"}, names(m.Deliveries[2].Recipients))
	require.Equal(t, []string{"Ferme", "Moulin"}, names(m.Unreached))
	listed, err := p.Sent(t.Context(), p.Organizer, p.Operation)
	require.NoError(t, err)
	require.Equal(t, m.Counts(), listed[0].Counts)
	require.Equal(t, m.Author, listed[0].Author)
}

// TestWhatBecomesOfAMail: refused for good, tried again while the server is away, given up.
func TestWhatBecomesOfAMail(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	p.fails = map[string]error{"ana@example.org": mail.ErrRejected, "boulanger@example.org": mail.ErrUnavailable}
	report, err := p.write(nil)
	require.NoError(t, err)
	require.NoError(t, p.Deliver(t.Context(), p.queued[0]))
	require.ErrorIs(t, p.Deliver(t.Context(), p.queued[1]), mail.ErrUnavailable)
	require.NoError(t, p.Deliver(t.Context(), p.queued[2]))
	require.NoError(t, p.Deliver(t.Context(), p.queued[2]))
	require.Len(t, p.sent, 1, "a mail that went is not sent again")
	counts := func() communication.Counts {
		m, err := p.Get(t.Context(), p.Organizer, p.Operation, report.MessageID)
		require.NoError(t, err)
		return m.Counts()
	}
	require.Equal(t, communication.Counts{Queued: 1, Sent: 1, Rejected: 1, Unreached: 1}, counts())
	for _, one := range p.queued {
		require.NoError(t, p.GiveUp(t.Context(), one))
	}
	require.Equal(t, communication.Counts{Failed: 1, Sent: 1, Rejected: 1, Unreached: 1}, counts(), "what went stays so")
	require.NoError(t, p.Deliver(t.Context(), id.New()), "nothing is there to send")
}

// TestOneIsWrittenToAgain at the address that it has now, also who had none; not while a mail is
// on its way.
func TestOneIsWrittenToAgain(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	report, err := p.write(nil)
	require.NoError(t, err)
	again := func(site string) error {
		_, err := p.Resend(t.Context(), p.Organizer, p.Operation, report.MessageID, p.Sites[site])
		return err
	}
	require.ErrorIs(t, again("École"), communication.ErrUnderway)
	require.ErrorIs(t, again("Ferme"), communication.ErrUnreachable)
	p.deliver()
	p.Exec("update participants set email = 'ferme@example.org' where name = 'Ferme'")
	p.Exec("update participants set email = 'ecole@example.org' where name = 'École'")
	require.NoError(t, again("Ferme"))
	require.NoError(t, again("École"))
	p.deliver()
	require.Equal(t, []string{"ferme@example.org", "ecole@example.org"}, []string{p.sent[3].To, p.sent[4].To})
	m, err := p.Get(t.Context(), p.Organizer, p.Operation, report.MessageID)
	require.NoError(t, err)
	require.Equal(t, communication.Counts{Sent: 5}, m.Counts())
	listed, err := p.Sent(t.Context(), p.Organizer, p.Operation)
	require.NoError(t, err)
	require.Equal(t, m.Counts(), listed[0].Counts)
	newcomer := p.Site("Nouveau", "consumer", "")
	_, err = p.Resend(t.Context(), p.Organizer, p.Operation, report.MessageID, newcomer)
	require.ErrorIs(t, err, policy.ErrNotFound, "it was not written to")
	_, err = p.Resend(t.Context(), p.Organizer, p.Operation, id.New(), p.Sites["École"])
	require.ErrorIs(t, err, policy.ErrNotFound)
}

// TestNothingIsKeptOfWhatIsRefused: each field by its name.
func TestNothingIsKeptOfWhatIsRefused(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for name, one := range map[string]struct {
		change func(*communication.SendInput)
		key    string
		field  string
	}{
		"no subject": {func(in *communication.SendInput) { in.Subject = " " }, "field.required", "subject"},
		"lines":      {func(in *communication.SendInput) { in.Subject = "a\nb" }, "communication.subjectLines", "subject"},
		"long":       {func(in *communication.SendInput) { in.Body = strings.Repeat("é", communication.MostBody+1) }, "field.tooLong", "body"},
		"nobody":     {func(in *communication.SendInput) { in.Recipients = nil }, "field.required", "recipients"},
		"stranger":   {func(in *communication.SendInput) { in.Recipients = append(in.Recipients[:1], id.New()) }, "communication.recipientUnknown", "recipients[1]"},
		"file gone": {func(in *communication.SendInput) {
			in.Attachments = []communication.Named{{DocumentID: id.New(), Name: "a.pdf"}}
		}, "communication.attachmentGone", "attachments[0]"},
		"too many files":  {func(in *communication.SendInput) { in.Attachments = make([]communication.Named, 6) }, "communication.attachmentCount", "attachments"},
		"too many people": {func(in *communication.SendInput) { in.Recipients = make([]id.ID, communication.MostRecipients+1) }, "field.tooLong", "recipients"},
	} {
		_, err := p.write(one.change)
		f := fault.From(err)
		require.NotNil(t, f, name)
		if len(f.Items) > 0 {
			f = f.Items[0]
		}
		require.Equal(t, []string{one.key, one.field}, []string{f.Key, f.Field}, name)
	}
	report, err := p.write(func(in *communication.SendInput) { in.Recipients = []id.ID{p.Sites["Ferme"]} })
	require.NoError(t, err)
	require.True(t, report.MessageID.IsZero(), "nobody can be written to")
	require.Equal(t, []string{"Ferme"}, names(report.Missing))
	require.Zero(t, p.Count("messages"))
	require.Empty(t, p.queued)
}

// TestFilesGoAlong under the name that was given; what is another type than its name is refused.
func TestFilesGoAlong(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for name, content := range map[string]string{"a.pdf": "MZ\x90", "a.exe": "MZ\x90", "a.html": "<script>", "a.txt": "a\x00b", "a": "%PDF-1.7", "x.png": "%PDF-1.7"} {
		_, err := upload(p, name, content)
		require.ErrorIs(t, err, communication.ErrAttachmentType, name)
	}
	_, err := upload(p, "a/b.pdf", "%PDF-1.7")
	require.ErrorIs(t, err, communication.ErrAttachmentName)
	_, err = upload(p, "a.txt", strings.Repeat("a", communication.MostAttachmentBytes+1))
	require.ErrorIs(t, err, communication.ErrAttachmentSize)
	kept, err := upload(p, "ordre.pdf", "%PDF-1.7 ordre du jour")
	require.NoError(t, err)
	with := func(name string) func(in *communication.SendInput) {
		return func(in *communication.SendInput) {
			in.Attachments = []communication.Named{{DocumentID: kept.Document.ID, Name: name}}
		}
	}
	_, err = p.write(with("ordre.exe"))
	require.ErrorIs(t, err, communication.ErrAttachmentType)
	report, err := p.write(with("Ordre du jour.pdf"))
	require.NoError(t, err)
	p.deliver()
	require.Equal(t, []mail.Attachment{{Name: "Ordre du jour.pdf", ContentType: "application/pdf", Content: []byte("%PDF-1.7 ordre du jour")}}, p.sent[0].Attachments)
	p.Clock = p.Clock.Add(48 * time.Hour)
	require.NoError(t, p.Keeping(&coretest.Shelf{}).Sweep(t.Context()))
	m, err := p.Get(t.Context(), p.Organizer, p.Operation, report.MessageID)
	require.NoError(t, err)
	require.Len(t, m.Attachments, 1, "what a message names stays")
	var big []communication.Named
	for n := range 3 {
		one, err := upload(p, "a.txt", fmt.Sprint(n)+strings.Repeat("a", communication.MostAttachmentBytes-1))
		require.NoError(t, err)
		big = append(big, communication.Named{DocumentID: one.Document.ID, Name: "a.txt"})
	}
	_, err = p.write(func(in *communication.SendInput) { in.Attachments = big })
	require.ErrorIs(t, err, communication.ErrAttachmentSize)
}

// TestOnlyOrganizersWrite, and only where there are messages.
func TestOnlyOrganizersWrite(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	report, err := p.write(nil)
	require.NoError(t, err)
	calls := map[string]func(policy.Principal) error{
		"list": func(who policy.Principal) error { _, err := p.List(t.Context(), who, p.Operation, "", ""); return err },
		"send": func(who policy.Principal) error {
			_, err := p.Service.Send(t.Context(), who, communication.SendInput{OperationID: p.Operation})
			return err
		},
		"upload": func(who policy.Principal) error {
			_, err := p.Upload(t.Context(), who, p.Operation, communication.File{})
			return err
		},
		"preview": func(who policy.Principal) error {
			_, err := p.Preview(t.Context(), who, p.Operation, communication.Draft{}, "fr")
			return err
		},
		"sent": func(who policy.Principal) error { _, err := p.Sent(t.Context(), who, p.Operation); return err },
		"get": func(who policy.Principal) error {
			_, err := p.Get(t.Context(), who, p.Operation, report.MessageID)
			return err
		},
		"resend": func(who policy.Principal) error {
			_, err := p.Resend(t.Context(), who, p.Operation, report.MessageID, p.Sites["École"])
			return err
		},
	}
	for name, call := range calls {
		for _, who := range []policy.Principal{p.Observer(), p.Account("École"), {UserID: id.New(), Role: policy.RoleOrganizer}} {
			f := fault.From(call(who))
			require.NotNil(t, f, name)
			require.Contains(t, []string{"forbidden", "notFound"}, f.Key, "%s as %s", name, who.Role)
		}
	}
	p.Exec("update operations set dso = 'SIBELGA' where id = $1", p.Operation)
	for name, call := range calls {
		require.ErrorIs(t, call(p.Organizer), fault.FeatureNotAvailable, name)
	}
}

// TestADayHasItsMost: messages are for what is worth reading.
func TestADayHasItsMost(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for range communication.MostADay {
		_, err := p.write(nil)
		require.NoError(t, err)
	}
	_, err := p.write(nil)
	require.ErrorIs(t, err, communication.ErrTooMany)
	p.Clock = p.Clock.Add(24*time.Hour + time.Second)
	_, err = p.write(nil)
	require.NoError(t, err)
}

// TestWhoIsFound: by group and by words.
func TestWhoIsFound(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for _, one := range []struct {
		group communication.Group
		q     string
		want  []string
	}{
		{communication.Producers, "", []string{"Mairie"}},
		{communication.Observers, "", []string{"Ana Roux"}},
		{communication.Consumers, "", []string{"Boulangerie", "École", "Ferme"}},
		{"", "ecole", []string{"École"}},
		{"", "COMMUNE@", []string{"École", "Mairie"}},
		{communication.Observers, "ecole", nil},
	} {
		found, err := p.List(t.Context(), p.Organizer, p.Operation, one.group, one.q)
		require.NoError(t, err)
		require.Equal(t, one.want, names(found), "%s %q", one.group, one.q)
	}
	m, err := p.Preview(t.Context(), p.Organizer, p.Operation, communication.Draft{Subject: " Objet ", Body: "a\r\nb"}, "nl")
	require.NoError(t, err)
	require.Equal(t, []string{"Objet", "a\nb\n\nVAL nl", "pmo@example.org"}, []string{m.Subject, m.Text, m.ReplyTo})
	_, err = p.Preview(t.Context(), p.Organizer, p.Operation, communication.Draft{}, "nl")
	require.True(t, errors.Is(err, communication.ErrInvalid) || fault.KeyOf(err) == "communication.invalid")
}
