package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/month/notice"
)

// monthNoticeArgs is a month that is ready and the person who is told.
type monthNoticeArgs struct {
	OperationID id.ID  `json:"operationId"`
	Month       string `json:"month"` // YYYY-MM
	UserID      id.ID  `json:"userId"`
	MessageID   id.ID  `json:"messageId"`
}

func (monthNoticeArgs) Kind() string { return "month_notice_v1" }

// AddMonthNotices registers the sending of mails about months that are ready.
func AddMonthNotices(workers *river.Workers, service func() *notice.Service) {
	Add(workers, Handler[monthNoticeArgs]{Do: func(ctx context.Context, a monthNoticeArgs) error {
		m, err := civil.ParseMonth(a.Month)
		if err != nil {
			return err
		}
		return service().Send(ctx, notice.Notice{OperationID: a.OperationID, Month: m, UserID: a.UserID, MessageID: a.MessageID})
	}})
}

// noticeEvery is how often it is looked which months have become ready.
const noticeEvery = 15 * time.Minute

// MonthNoticeSweep writes about months that have become ready.
func MonthNoticeSweep(service func() *notice.Service) Sweep {
	return Sweep{Name: "month_notices", Every: noticeEvery, Run: func(ctx context.Context) error { return service().NotifyReady(ctx) }}
}

// MonthNotices queues mails (notice.Queue).
type MonthNotices struct{ Client func() *Client }

var _ notice.Queue = MonthNotices{}

// Notice queues one in the transaction of ctx.
func (q MonthNotices) Notice(ctx context.Context, n notice.Notice) error {
	_, err := q.Client().Enqueue(ctx, monthNoticeArgs{OperationID: n.OperationID, Month: n.Month.String(), UserID: n.UserID, MessageID: n.MessageID}, nil)
	return err
}
