package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
)

// activationMailArgs is the account whose owner is written to.
type activationMailArgs struct {
	UserID id.ID `json:"userId"`
}

func (activationMailArgs) Kind() string { return "activation_mail_v1" }

// InsertOpts gives it days.
func (activationMailArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttempts}
}

// passwordMailArgs is the account whose owner has forgotten the password; none = nobody's.
type passwordMailArgs struct {
	UserID id.ID `json:"userId,omitempty"`
}

func (passwordMailArgs) Kind() string { return "password_mail_v1" }

// InsertOpts gives it a day: who asked has asked again by then.
func (passwordMailArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttemptsOfADay}
}

// emailConfirmationArgs is the account that is to have another address, which is written to.
type emailConfirmationArgs struct {
	UserID id.ID `json:"userId"`
}

func (emailConfirmationArgs) Kind() string { return "email_confirmation_v1" }

// InsertOpts gives it a day.
func (emailConfirmationArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttemptsOfADay}
}

// emailNoticeArgs is the same account, whose present address is told.
type emailNoticeArgs struct {
	UserID id.ID `json:"userId"`
}

func (emailNoticeArgs) Kind() string { return "email_notice_v1" }

// InsertOpts gives it a day.
func (emailNoticeArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mailAttemptsOfADay}
}

// A mail that the mail server cannot take now is tried after 1, 2, 4, 8, 16 and 32
// minutes, then each hour: for five days, and for one.
const (
	mailAttempts       = 7 + 5*24
	mailAttemptsOfADay = 7 + 24
)

// mailPause is how long a mail waits that has failed so often.
func mailPause(failed int) time.Duration {
	if failed > 6 {
		return time.Hour
	}
	return time.Minute << max(0, failed-1)
}

// AddAccountMails registers the sending of activation mails, of those to who has forgotten a
// password, and of those about another address.
func AddAccountMails(workers *river.Workers, service *account.Service) {
	Add(workers, Handler[activationMailArgs]{
		Do: func(ctx context.Context, a activationMailArgs) error { return service.SendActivation(ctx, a.UserID) },
		Close: func(ctx context.Context, a activationMailArgs, _ error) error {
			return service.GiveUpActivation(ctx, a.UserID)
		},
		Pause: mailPause,
	})
	Add(workers, Handler[passwordMailArgs]{
		Do:    func(ctx context.Context, a passwordMailArgs) error { return service.SendPasswordReset(ctx, a.UserID) },
		Pause: mailPause,
	})
	Add(workers, Handler[emailConfirmationArgs]{
		Do: func(ctx context.Context, a emailConfirmationArgs) error {
			return service.SendEmailConfirmation(ctx, a.UserID)
		},
		Pause: mailPause,
	})
	Add(workers, Handler[emailNoticeArgs]{
		Do:    func(ctx context.Context, a emailNoticeArgs) error { return service.SendEmailNotice(ctx, a.UserID) },
		Pause: mailPause,
	})
}

// AccountMails queues them (account.MailQueue).
type AccountMails struct{ Client func() *Client }

var _ account.MailQueue = AccountMails{}

// ActivationMail queues one in the transaction of ctx.
func (q AccountMails) ActivationMail(ctx context.Context, userID id.ID) error {
	_, err := q.Client().Enqueue(ctx, activationMailArgs{userID}, nil)
	return err
}

// PasswordMail queues one in the transaction of ctx.
func (q AccountMails) PasswordMail(ctx context.Context, userID id.ID) error {
	_, err := q.Client().Enqueue(ctx, passwordMailArgs{userID}, nil)
	return err
}

// EmailMails queues the two mails about another address in the transaction of ctx.
func (q AccountMails) EmailMails(ctx context.Context, userID id.ID) error {
	if _, err := q.Client().Enqueue(ctx, emailConfirmationArgs{userID}, nil); err != nil {
		return err
	}
	_, err := q.Client().Enqueue(ctx, emailNoticeArgs{userID}, nil)
	return err
}
