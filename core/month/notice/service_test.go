package notice_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/month/notice"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// post is what notices are kept and sent with; its transaction keeps nothing of a failure.
type post struct {
	op      operation.Operation
	sides   []billable.SideMonth
	clock   time.Time
	asking  policy.Principal // of the last question about data
	told    map[id.ID]bool
	queued  []notice.Notice
	mailed  []notice.Text
	changes []tx.Change
	fails   error // of the queue
}

var days = civil.NewMonth(2026, time.October).Range()

func side(name string, missing, provisional int) billable.SideMonth {
	s := billable.SideMonth{Site: metering.Site{ParticipantID: id.ID(name), Name: name}, Side: metering.Consumer, Month: civil.MonthOf(days.From), Days: days}
	if missing > 0 {
		s.Missing = []civil.Range{{From: days.From, To: days.From + civil.Date(missing)}}
	}
	if provisional > 0 {
		s.Provisional = []civil.Range{{From: days.To - civil.Date(provisional), To: days.To}}
	}
	return s
}

func (p *post) ByID(context.Context, id.ID) (operation.Operation, error) { return p.op, nil }

func (p *post) Coverage(_ context.Context, principal policy.Principal, _ id.ID, _ []civil.Month) ([]billable.SideMonth, error) {
	p.asking = principal
	return p.sides, nil
}

func (p *post) Untold(_ context.Context, m civil.Month) (out []id.ID, _ error) {
	for _, one := range []id.ID{"op"} {
		if !p.told[one] {
			out = append(out, one)
		}
	}
	return out, nil
}

func (p *post) Add(_ context.Context, operationID id.ID, _ civil.Month, _ time.Time) (bool, error) {
	if p.told[operationID] {
		return false, nil
	}
	p.told[operationID] = true
	return true, nil
}

func (p *post) Of(context.Context, []id.ID, policy.Role) (map[id.ID][]id.ID, error) {
	return map[id.ID][]id.ID{"op": {"camille", "louis"}}, nil
}

func (p *post) Notice(_ context.Context, n notice.Notice) error {
	p.queued = append(p.queued, n)
	return p.fails
}

func (p *post) SendNotice(_ context.Context, t notice.Text) error {
	p.mailed = append(p.mailed, t)
	return nil
}

func (p *post) InTx(ctx context.Context, c tx.Change, fn func(context.Context) error) error {
	err := fn(ctx)
	if err != nil {
		p.queued, p.told = nil, map[id.ID]bool{}
		return err
	}
	p.changes = append(p.changes, c)
	return nil
}

func (p *post) notifier() *notice.Service {
	return notice.New(notice.Deps{Now: func() time.Time { return p.clock }, Operations: p, Curves: p,
		Tx: p, Notices: p, Organizers: p, Queue: p, Mail: p})
}

func TestOrganizersAreToldOnceThatAMonthIsReady(t *testing.T) {
	t.Parallel()
	p := &post{sides: []billable.SideMonth{side("A", 0, 0), side("B", 0, 0)}, clock: time.Date(2026, 11, 3, 8, 0, 0, 0, time.UTC), told: map[id.ID]bool{}}
	p.op.Name = "Soleil du Val"
	p.sides[0] = side("A", 1, 0)
	s := p.notifier()
	require.NoError(t, s.NotifyReady(t.Context()))
	require.Empty(t, p.queued, "a day is missing")
	require.Equal(t, policy.RoleAdmin, p.asking.Role, "all sites are looked at")
	p.sides[0] = side("A", 0, 2)
	require.NoError(t, s.NotifyReady(t.Context()))
	require.Empty(t, p.queued, "two may still change")

	p.sides[0] = side("A", 0, 0)
	p.fails = errors.New("no database")
	require.ErrorIs(t, s.NotifyReady(t.Context()), p.fails)
	require.Empty(t, p.changes, "nothing is recorded of a failure")
	p.fails = nil
	require.NoError(t, s.NotifyReady(t.Context()))
	require.NoError(t, s.NotifyReady(t.Context()))
	require.Len(t, p.queued, 2, "each organizer, once")
	require.Len(t, p.changes, 1)
	require.Equal(t, map[string]any{"month": "2026-10"}, p.changes[0].Details)

	require.NoError(t, s.Send(t.Context(), p.queued[0]))
	require.Equal(t, []notice.Text{{Notice: p.queued[0], Operation: "Soleil du Val", Sides: 2}}, p.mailed)
	p.sides[1] = side("B", 0, 3)
	require.NoError(t, s.Send(t.Context(), p.queued[1]))
	require.Len(t, p.mailed, 1, "a month that is corrected meanwhile is not ready")

	p.sides, p.told = nil, map[id.ID]bool{}
	require.NoError(t, s.NotifyReady(t.Context()))
	require.Len(t, p.changes, 1, "an operation without sites has no month")
}
