package notice_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paperstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/paper"
	"github.com/openpmo/pmo/core/paper/notice"
	"github.com/openpmo/pmo/core/policy"
)

// office makes papers for two sites, of which one has an account, and keeps what is mailed.
type office struct {
	*coretest.World
	papers  *paper.Service
	notices *notice.Service
	holder  policy.Principal
	queued  []id.ID
	sent    []notice.Text
	fails   error
}

func (o *office) PaperMail(_ context.Context, mailID id.ID) error {
	o.queued = append(o.queued, mailID)
	return nil
}

func (o *office) SendPaperMail(_ context.Context, t notice.Text) error {
	if o.fails == nil {
		o.sent = append(o.sent, t)
	}
	return o.fails
}

func (o *office) DrawPaper(paper.Sheet) ([]byte, error) { return []byte("%PDF-1.7"), nil }

func (o *office) OfOperation(context.Context, id.ID) ([]paper.Creditor, error) { return nil, nil }

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{World: coretest.New(t)}
	o.Site("École", "consumer", "")
	o.Site("Mairie", "consumer", "")
	o.holder = o.Account("École")
	o.Exec("update participants set user_id = $1 where name = 'École'", o.holder.UserID)
	operations := operationstore.NewOperations(o.DB)
	o.notices = notice.New(notice.Deps{Guard: o.Guard, Tx: o.DB, Now: o.Now, Papers: paperstore.New(o.DB), Operations: operations,
		Mails: paperstore.NewMails(o.DB), Queue: o, Post: o, ReminderDays: 14})
	o.papers = paper.New(paper.Deps{Guard: o.Guard, Tx: o.DB, Now: o.Now, Papers: paperstore.New(o.DB), Operations: operations,
		Sites: participantstore.NewParticipants(o.DB), Creditors: o, Documents: o.Keeping(&coretest.Shelf{Bytes: map[string][]byte{}}), Drawer: o, Notices: o.notices})
	return o
}

func (o *office) made(k paper.Kind, sites ...string) []paper.Paper {
	o.T.Helper()
	in := paper.MakeInput{OperationID: o.Operation, Kind: k}
	for _, one := range sites {
		in.SiteIDs = append(in.SiteIDs, o.Sites[one])
	}
	if k == paper.TenantNotice {
		in.NoticeDate, in.RefusalUntil = coretest.Day("2026-11-02"), coretest.Day("2026-11-20")
	}
	made, err := o.papers.Make(o.T.Context(), o.Organizer, in)
	require.NoError(o.T, err)
	return made
}

// work does what is queued.
func (o *office) work() {
	o.T.Helper()
	todo := o.queued
	o.queued = nil
	for _, mailID := range todo {
		require.NoError(o.T, o.notices.Send(o.T.Context(), mailID))
	}
}

func (o *office) journal(p paper.Paper) string {
	o.T.Helper()
	mails, err := o.notices.List(o.T.Context(), o.Organizer, o.Operation, p.ID)
	require.NoError(o.T, err)
	var out []string
	for _, m := range mails {
		out = append(out, string(m.Kind)+" "+string(m.Status))
	}
	return strings.Join(out, ", ")
}

func (o *office) again(p paper.Paper) error {
	_, err := o.notices.SendAgain(o.T.Context(), o.Organizer, o.Operation, p.ID)
	return err
}

func (o *office) close(p paper.Paper) {
	o.T.Helper()
	content := "%PDF-1.7 signed"
	sum := sha256.Sum256([]byte(content))
	_, err := o.papers.Sign(o.T.Context(), o.Organizer, paper.SignInput{Ref: paper.Ref{OperationID: o.Operation, PaperID: p.ID}, On: coretest.Date("2026-11-05"), By: "Anne Martin",
		File: paper.File{Name: "scan.pdf", Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]),
			Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }}})
	require.NoError(o.T, err)
}

func TestWhoHasAnAccountIsWrittenToOnceAPaperWaits(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for _, p := range o.made(paper.Agreement, "École", "Mairie") {
		if p.SiteName == "Mairie" {
			require.Empty(t, o.journal(p), "nobody sees the site")
			require.ErrorIs(t, o.again(p), notice.ErrNoReader)
			continue
		}
		require.Equal(t, "FIRST QUEUED", o.journal(p))
		o.work()
		o.work()
		require.Equal(t, "FIRST SENT", o.journal(p))
		require.Len(t, o.sent, 1)
		require.Equal(t, []any{o.holder.UserID, "École", paper.Agreement}, []any{o.sent[0].UserID, o.sent[0].Site, o.sent[0].Paper})
		require.NoError(t, o.notices.Send(t.Context(), o.sent[0].ID), "a job that comes twice")
		require.Len(t, o.sent, 1)
		register, err := o.papers.List(t.Context(), o.Organizer, o.Operation, p.SiteID)
		require.NoError(t, err)
		require.Equal(t, invitationmail.Sent, register[0].Mail.Status)
		own, err := o.papers.ListOwn(t.Context(), o.holder, p.SiteID)
		require.NoError(t, err)
		require.Nil(t, own[0].Mail, "the journal is the organizer's")
	}
}

func TestAPaperIsWrittenAboutAgain(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	p := o.made(paper.Agreement, "École")[0]
	require.ErrorIs(t, o.again(p), notice.ErrRecent, "one is on its way")
	o.work()
	require.ErrorIs(t, o.again(p), notice.ErrRecent, "within the hour")
	o.Clock = o.Clock.Add(61 * 60e9)
	require.NoError(t, o.again(p))
	o.work()
	require.Equal(t, "AGAIN SENT, FIRST SENT", o.journal(p))
	o.Clock = o.Clock.Add(61 * 60e9)
	require.NoError(t, o.again(p))
	o.close(p)
	o.work()
	require.Equal(t, "AGAIN OBSOLETE, AGAIN SENT, FIRST SENT", o.journal(p), "closed before it went out")
	require.ErrorIs(t, o.again(p), paper.ErrClosed)
	_, err := o.notices.SendAgain(t.Context(), o.holder, o.Operation, p.ID)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	require.Equal(t, 2, o.Count("audit_entries where action = 'paperMail:send'"))
}

func TestAPaperIsRemindedOfOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	p, closed := o.made(paper.Agreement, "École")[0], o.made(paper.SEPAMandate, "École")[0]
	told := o.made(paper.TenantNotice, "École")[0]
	o.work()
	o.close(closed)
	remind := func(days int) {
		o.Clock = o.Clock.AddDate(0, 0, days)
		require.NoError(t, o.notices.Remind(t.Context()))
		o.work()
	}
	remind(13)
	require.Equal(t, "FIRST SENT", o.journal(p))
	remind(2)
	remind(0)
	remind(30)
	require.Equal(t, "REMINDER SENT, FIRST SENT", o.journal(p))
	require.Equal(t, "FIRST SENT", o.journal(closed), "nothing waits any more")
	require.Equal(t, "FIRST SENT", o.journal(told), "a tenant has nothing to do")
	require.Equal(t, paper.MailReminder, o.sent[len(o.sent)-1].Kind)

	late := o.made(paper.Agreement, "École")[0]
	o.work()
	o.notices.ReminderDays = 0
	remind(60)
	require.Equal(t, "FIRST SENT", o.journal(late), "the installation does not want it")
}

func TestWhatKeepsAMailIsKept(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	p := o.made(paper.Agreement, "École")[0]
	mailID := o.queued[0]
	o.fails = mail.ErrUnavailable
	require.ErrorIs(t, o.notices.Send(t.Context(), mailID), mail.ErrUnavailable)
	require.Equal(t, "FIRST QUEUED", o.journal(p))
	require.NoError(t, o.notices.GiveUp(t.Context(), mailID))
	require.Equal(t, "FIRST GIVEN_UP", o.journal(p))
	other := o.made(paper.SEPAMandate, "École")[0]
	o.fails = mail.ErrRejected
	require.NoError(t, o.notices.Send(t.Context(), o.queued[1]))
	require.Equal(t, "FIRST REFUSED", o.journal(other))

	notice := o.made(paper.TenantNotice, "École")[0]
	o.Clock = o.Clock.AddDate(0, 1, 0)
	require.ErrorIs(t, o.again(notice), paper.ErrLate, "the last day to refuse is over")
}
