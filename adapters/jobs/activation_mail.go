package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
)

// activationMailArgs is the account whose owner is written to.
type activationMailArgs struct {
	UserID id.ID `json:"userId"`
}

func (activationMailArgs) Kind() string { return "activation_mail_v1" }

// AddActivationMail registers the sending of activation mails.
func AddActivationMail(workers *river.Workers, service *account.Service) {
	Add(workers, Handler[activationMailArgs]{Do: func(ctx context.Context, a activationMailArgs) error {
		return service.SendActivation(ctx, a.UserID)
	}})
}

// ActivationMails queues them (account.ActivationQueue).
type ActivationMails struct{ Client func() *Client }

var _ account.ActivationQueue = ActivationMails{}

// ActivationMail queues one in the transaction of ctx.
func (q ActivationMails) ActivationMail(ctx context.Context, userID id.ID) error {
	_, err := q.Client().Enqueue(ctx, activationMailArgs{userID}, nil)
	return err
}
