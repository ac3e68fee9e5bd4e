package httpapi

import (
	"context"
	"io"

	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/gen/account"
	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/job"
	genmetering "github.com/openpmo/pmo/adapters/httpapi/gen/metering"
	genoperation "github.com/openpmo/pmo/adapters/httpapi/gen/operation"
	"github.com/openpmo/pmo/adapters/httpapi/gen/participant"
	coreaccount "github.com/openpmo/pmo/core/account"
	coreallocation "github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/backoffice"
	corebilling "github.com/openpmo/pmo/core/billing"
	coremetering "github.com/openpmo/pmo/core/metering"
	coreoperation "github.com/openpmo/pmo/core/operation"
	coreparticipant "github.com/openpmo/pmo/core/participant"
)

// Services are the use cases that the handlers call, one field a context.
type Services struct {
	Account     *coreaccount.Service
	Allocation  *coreallocation.Service
	Backoffice  *backoffice.Service
	Billing     *corebilling.Service
	Metering    *coremetering.Service
	Operation   *coreoperation.Service
	Participant *coreparticipant.Service
	// OpenFile opens what a signed link of this server leads to; nil when links lead
	// elsewhere. Error: object.linkInvalid.
	OpenFile func(ctx context.Context, token string) (File, error)
	// Workbook writes a workbook of one sheet: its name, the words above, the rows, whose
	// cells are texts, numbers or nil.
	Workbook func(w io.Writer, sheet string, header []string, rows [][]any) error
}

// mount routes the operations of every tag to their handlers.
func (a *API) mount(r chi.Router) {
	account.HandlerWithOptions(
		account.NewStrictHandlerWithOptions(accountAPI{a}, []account.StrictMiddlewareFunc{listed[account.StrictHandlerFunc], withRequest[account.StrictHandlerFunc]},
			account.StrictHTTPServerOptions{RequestErrorHandlerFunc: a.fail, ResponseErrorHandlerFunc: a.fail}),
		account.ChiServerOptions{BaseURL: apiBase, BaseRouter: r, ErrorHandlerFunc: a.fail})
	admin.HandlerWithOptions(
		admin.NewStrictHandlerWithOptions(adminAPI{a}, nil,
			admin.StrictHTTPServerOptions{RequestErrorHandlerFunc: a.fail, ResponseErrorHandlerFunc: a.fail}),
		admin.ChiServerOptions{BaseURL: apiBase, BaseRouter: r, ErrorHandlerFunc: a.fail})
	allocation.HandlerWithOptions(
		allocation.NewStrictHandlerWithOptions(allocationAPI{a}, []allocation.StrictMiddlewareFunc{listed[allocation.StrictHandlerFunc], withRequest[allocation.StrictHandlerFunc]},
			allocation.StrictHTTPServerOptions{RequestErrorHandlerFunc: a.fail, ResponseErrorHandlerFunc: a.fail}),
		allocation.ChiServerOptions{BaseURL: apiBase, BaseRouter: r, ErrorHandlerFunc: a.fail, Middlewares: []allocation.MiddlewareFunc{named}})
	billing.HandlerWithOptions(
		billing.NewStrictHandlerWithOptions(billingAPI{a}, []billing.StrictMiddlewareFunc{listed[billing.StrictHandlerFunc], withRequest[billing.StrictHandlerFunc]},
			billing.StrictHTTPServerOptions{RequestErrorHandlerFunc: a.fail, ResponseErrorHandlerFunc: a.fail}),
		billing.ChiServerOptions{BaseURL: apiBase, BaseRouter: r, ErrorHandlerFunc: a.fail})
	genmetering.HandlerWithOptions(
		genmetering.NewStrictHandlerWithOptions(meteringAPI{a}, []genmetering.StrictMiddlewareFunc{listed[genmetering.StrictHandlerFunc], withRequest[genmetering.StrictHandlerFunc]},
			genmetering.StrictHTTPServerOptions{RequestErrorHandlerFunc: a.fail, ResponseErrorHandlerFunc: a.fail}),
		genmetering.ChiServerOptions{BaseURL: apiBase, BaseRouter: r, ErrorHandlerFunc: a.fail, Middlewares: []genmetering.MiddlewareFunc{named, newKeptAnswers().kept}})
	job.HandlerWithOptions(
		job.NewStrictHandlerWithOptions(jobAPI{a}, []job.StrictMiddlewareFunc{withRequest[job.StrictHandlerFunc]},
			job.StrictHTTPServerOptions{RequestErrorHandlerFunc: a.fail, ResponseErrorHandlerFunc: a.fail}),
		job.ChiServerOptions{BaseURL: apiBase, BaseRouter: r, ErrorHandlerFunc: a.fail})
	genoperation.HandlerWithOptions(
		genoperation.NewStrictHandlerWithOptions(operationAPI{a}, []genoperation.StrictMiddlewareFunc{listed[genoperation.StrictHandlerFunc], withRequest[genoperation.StrictHandlerFunc]},
			genoperation.StrictHTTPServerOptions{RequestErrorHandlerFunc: a.fail, ResponseErrorHandlerFunc: a.fail}),
		genoperation.ChiServerOptions{BaseURL: apiBase, BaseRouter: r, ErrorHandlerFunc: a.fail})
	participant.HandlerWithOptions(
		participant.NewStrictHandlerWithOptions(participantAPI{a}, []participant.StrictMiddlewareFunc{listed[participant.StrictHandlerFunc], withRequest[participant.StrictHandlerFunc]},
			participant.StrictHTTPServerOptions{RequestErrorHandlerFunc: a.fail, ResponseErrorHandlerFunc: a.fail}),
		participant.ChiServerOptions{BaseURL: apiBase, BaseRouter: r, ErrorHandlerFunc: a.fail})
}
