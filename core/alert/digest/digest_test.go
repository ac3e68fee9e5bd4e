package digest_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/alert/digest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/tx"
)

// post is the whole world of a digest: who is to be told, who was, and the mails.
type post struct {
	untold  []digest.Digest
	told    map[id.ID]bool // people who had a mail that day
	added   []digest.Digest
	open    []alert.Alert
	known   bool
	asked   []any
	changes []tx.Change
	queued  []id.ID
	mailed  []digest.Text
	sent    []id.ID
	fails   map[string]error
}

func (p *post) Untold(_ context.Context, day civil.Date, limit int) ([]digest.Digest, error) {
	p.asked = append(p.asked, day, limit)
	return p.untold, p.fails["untold"]
}

func (p *post) Add(_ context.Context, d digest.Digest, _ time.Time) (bool, error) {
	if p.told[d.UserID] {
		return false, nil
	}
	p.added = append(p.added, d)
	return true, p.fails[string(d.UserID)]
}

func (p *post) ByID(_ context.Context, digestID id.ID) (digest.Digest, []alert.Alert, bool, error) {
	return digest.Digest{ID: digestID, OperationID: "o"}, p.open, p.known, p.fails["byID"]
}

func (p *post) Sent(_ context.Context, digestID id.ID, _ time.Time) error {
	p.sent = append(p.sent, digestID)
	return nil
}

func (p *post) Digest(_ context.Context, digestID id.ID) error {
	p.queued = append(p.queued, digestID)
	return nil
}

func (p *post) SendDigest(_ context.Context, t digest.Text) error {
	p.mailed = append(p.mailed, t)
	return p.fails["mail"]
}

// operations know one.
type operations struct{ *post }

func (o operations) ByID(context.Context, id.ID) (operation.Operation, error) {
	return operation.Operation{Name: "VAL"}, o.fails["operation"]
}

// InTx keeps a change where it succeeds.
func (p *post) InTx(ctx context.Context, c tx.Change, do func(context.Context) error) error {
	err := do(ctx)
	if err == nil {
		p.changes = append(p.changes, c)
	}
	return err
}

func (p *post) at(hour int) *digest.Service {
	p.fails = map[string]error{}
	now := time.Date(2026, 11, 6, hour, 0, 0, 0, civil.Paris.Location())
	return digest.New(digest.Deps{Now: func() time.Time { return now }, Tx: p, Digests: p, Operations: operations{p}, Queue: p, Mail: p})
}

func TestMailsOfADayBeginAtSevenAndAreOneEach(t *testing.T) {
	t.Parallel()
	p := &post{untold: []digest.Digest{{OperationID: "o", UserID: "a", Alerts: []id.ID{"x", "y"}}, {OperationID: "o", UserID: "had"}, {OperationID: "o", UserID: "b"}}, told: map[id.ID]bool{"had": true}}
	require.NoError(t, p.at(6).Sweep(t.Context()))
	require.Empty(t, p.asked, "nobody is woken")
	s := p.at(7)
	require.NoError(t, s.Sweep(t.Context()))
	day := civil.NewDate(2026, time.November, 6)
	require.Equal(t, []any{day, 1000}, p.asked)
	require.Len(t, p.added, 2)
	require.Equal(t, []id.ID{p.added[0].ID, p.added[1].ID}, p.queued)
	require.Equal(t, day, p.added[0].Day)
	require.False(t, p.added[0].ID.IsZero())
	require.Len(t, p.changes, 2, "who had a mail is no change")
	require.Equal(t, tx.Change{Agent: "system", Action: "alert:read", OperationID: "o", ObjectKind: "alertDigest", ObjectID: p.added[0].ID, Details: map[string]any{"alerts": 2}}, p.changes[0])
}

func TestOneMailThatFailsKeepsNobodyFromTheirs(t *testing.T) {
	t.Parallel()
	p := &post{untold: []digest.Digest{{UserID: "a"}, {UserID: "b"}}}
	s := p.at(12)
	p.fails["a"] = errors.New("full")
	require.ErrorIs(t, s.Sweep(t.Context()), p.fails["a"])
	require.Len(t, p.queued, 1)
	p.fails["untold"] = errors.New("down")
	require.ErrorIs(t, s.Sweep(t.Context()), p.fails["untold"])
}

func TestADigestIsMailedOnceAndOnlyWhileSomethingIsOpen(t *testing.T) {
	t.Parallel()
	p := &post{known: true, open: []alert.Alert{{ID: "x"}}}
	s := p.at(8)
	require.NoError(t, s.Send(t.Context(), "d"))
	require.Equal(t, []digest.Text{{Digest: digest.Digest{ID: "d", OperationID: "o"}, Operation: "VAL", Open: p.open}}, p.mailed)
	require.Equal(t, []id.ID{"d"}, p.sent)

	p.open = nil
	require.NoError(t, s.Send(t.Context(), "e"))
	require.Len(t, p.mailed, 1, "nothing is open any more")
	require.Equal(t, []id.ID{"d", "e"}, p.sent)

	p.known = false
	require.NoError(t, s.Send(t.Context(), "f"))
	require.Len(t, p.sent, 2, "it was sent")

	p.known, p.open = true, []alert.Alert{{ID: "x"}}
	for _, what := range []string{"byID", "operation", "mail"} {
		p.fails = map[string]error{what: errors.New(what)}
		require.ErrorIs(t, s.Send(t.Context(), "g"), p.fails[what])
	}
	require.Len(t, p.sent, 2, "it is tried again")
}
