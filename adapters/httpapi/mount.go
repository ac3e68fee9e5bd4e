package httpapi

import (
	"context"
	"io"

	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/account"
	"github.com/openpmo/pmo/adapters/httpapi/admin"
	"github.com/openpmo/pmo/adapters/httpapi/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/billing"
	"github.com/openpmo/pmo/adapters/httpapi/history"
	"github.com/openpmo/pmo/adapters/httpapi/job"
	"github.com/openpmo/pmo/adapters/httpapi/metering"
	"github.com/openpmo/pmo/adapters/httpapi/month"
	"github.com/openpmo/pmo/adapters/httpapi/operation"
	"github.com/openpmo/pmo/adapters/httpapi/participant"
	"github.com/openpmo/pmo/adapters/httpapi/search"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	coreaccount "github.com/openpmo/pmo/core/account"
	allocationassembly "github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/backoffice"
	billingassembly "github.com/openpmo/pmo/core/billing/assembly"
	corehistory "github.com/openpmo/pmo/core/history"
	corejob "github.com/openpmo/pmo/core/job"
	meteringassembly "github.com/openpmo/pmo/core/metering/assembly"
	coremonth "github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/month/notice"
	"github.com/openpmo/pmo/core/month/setup"
	coreoperation "github.com/openpmo/pmo/core/operation"
	participantassembly "github.com/openpmo/pmo/core/participant/assembly"
	coresearch "github.com/openpmo/pmo/core/search"
)

// Services are the use cases that the handlers call, one field a context.
type Services struct {
	Account    *coreaccount.Service
	Allocation *allocationassembly.Services
	Backoffice *backoffice.Service
	Billing    billingassembly.Services
	History    *corehistory.Service
	Jobs       *corejob.Service
	Metering   *meteringassembly.Services
	Month      *coremonth.Service
	Setup      *setup.Service
	// MonthNotices tells organizers that months are ready; jobs call it.
	MonthNotices *notice.Service
	Operation    *coreoperation.Service
	Participant  *participantassembly.Services
	Search       *coresearch.Service
	// OpenFile opens what a signed link of this server leads to; nil when links lead
	// elsewhere. Error: object.linkInvalid.
	OpenFile func(ctx context.Context, token string) (account.File, error)
	// Workbook writes a workbook of one sheet: its name, the words above, the rows, whose
	// cells are texts, numbers or nil.
	Workbook func(w io.Writer, sheet string, header []string, rows [][]any) error
}

// mount routes the operations of every tag to their handlers. Answers about curves and keys
// are named, so that a caller who has one asks whether it still holds.
func (d Deps) mount(r chi.Router, t *transport.Transport) {
	t.Mount(r, account.API{Account: d.Account, Callers: t.Callers, Settings: d.Settings, OpenFile: d.OpenFile}.Endpoints())
	t.Mount(r, admin.API{Account: d.Account, Backoffice: d.Backoffice, Billing: d.Billing, Operation: d.Operation, Participant: d.Participant}.Endpoints())
	t.Mount(r, allocation.API{Allocation: d.Allocation}.Endpoints(), transport.Named)
	t.Mount(r, billing.API{Billing: d.Billing}.Endpoints())
	t.Mount(r, history.API{History: d.History}.Endpoints())
	t.Mount(r, job.API{Jobs: d.Jobs, Billing: d.Billing, Metering: d.Metering}.Endpoints())
	t.Mount(r, metering.API{Metering: d.Metering, Workbook: d.Workbook}.Endpoints(), transport.Kept(), transport.Named)
	t.Mount(r, month.API{Month: d.Month, Setup: d.Setup}.Endpoints())
	t.Mount(r, search.API{Things: d.Search}.Endpoints())
	t.Mount(r, operation.API{Operation: d.Operation}.Endpoints())
	t.Mount(r, participant.API{Participant: d.Participant}.Endpoints())
}
