package httpapi

import (
	"context"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/endpoint"
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

// mount routes the operations of every tag to their handlers. Answers about curves and keys
// are named, so that a caller who has one asks whether it still holds.
func (a *API) mount(r chi.Router) {
	curves := newKeptAnswers()
	for _, tag := range []struct {
		endpoints []endpoint.Endpoint
		around    chi.Middlewares
	}{
		{account.Endpoints(accountAPI{a}), nil},
		{admin.Endpoints(adminAPI{a}), nil},
		{allocation.Endpoints(allocationAPI{a}), chi.Middlewares{named}},
		{billing.Endpoints(billingAPI{a}), nil},
		{job.Endpoints(jobAPI{a}), nil},
		{genmetering.Endpoints(meteringAPI{a}), chi.Middlewares{curves.kept, named}},
		{genoperation.Endpoints(operationAPI{a}), nil},
		{participant.Endpoints(participantAPI{a}), nil},
	} {
		for _, e := range tag.endpoints {
			r.With(tag.around...).Method(e.Method, apiBase+e.Path, a.serve(e))
		}
	}
}

// serve reads the request of an operation, asks its handler for the part of a list that is
// wanted, and writes the answer.
func (a *API) serve(e endpoint.Endpoint) http.Handler {
	call := listed(e.Call)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, err := e.Read(r)
		if err != nil {
			a.fail(w, r, err)
			return
		}
		answer, err := call(withRequest(r), request)
		if err == nil {
			err = e.Write(w, answer)
		}
		if err != nil {
			a.fail(w, r, err)
		}
	})
}
