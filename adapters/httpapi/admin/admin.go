// Package admin answers the operations of the back-office.
package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/openpmo/pmo/adapters/httpapi/gen/admin"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/secondfactor"
	"github.com/openpmo/pmo/core/backoffice"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering/emission"
	coreoperation "github.com/openpmo/pmo/core/operation"
	participantassembly "github.com/openpmo/pmo/core/participant/assembly"
)

// API serves the tag admin. A list or a single row needs three things and no
// code of its own: its description in core/backoffice/lists.go, its query in
// adapters/postgres (adminQueries), and a handler that calls adminList or adminRow
// with the contract's type. Writes call the use cases that everybody else calls.
type API struct {
	Account     *account.Service
	Backoffice  *backoffice.Service
	Economy     *economy.Service
	Emissions   *emission.Service
	Billing     assembly.Services
	Operation   *coreoperation.Service
	Participant *participantassembly.Services
	// Bills are those of the old billing engine.
	Bills *bill.Service
	// SecondFactor is the codes that are asked for after passwords.
	SecondFactor *secondfactor.Service
}

var _ admin.StrictServerInterface = API{}

// Endpoints are the operations of the tag.
func (a API) Endpoints() []endpoint.Endpoint { return admin.Endpoints(a) }

var (
	errSortInvalid   = fault.New(fault.Invalid, "list.sortInvalid").At("sort")
	errRowsInvalid   = fault.ListRangeInvalid.At("range").With("max", backoffice.MaxRows)
	errFilterInvalid = fault.ListFilterInvalid.At("filter")
)

// adminParams are the three parameters of ra-data-simple-rest.
type adminParams struct{ sort, rows, filter *string }

// adminList reads one page of l as rows of the contract's type T, and the value of
// Content-Range.
func adminList[T any](ctx context.Context, a API, l backoffice.List, params adminParams) ([]T, *string, error) {
	q, err := params.query()
	if err != nil {
		return nil, nil, err
	}
	found, err := a.Backoffice.Rows(ctx, request.Principal(ctx), l, q)
	if err != nil {
		return nil, nil, err
	}
	rows := make([]T, len(found.JSON))
	for i, text := range found.JSON {
		if err := json.Unmarshal(text, &rows[i]); err != nil {
			return nil, nil, fmt.Errorf("row of %s: %w", l.Name, err)
		}
		localise(&rows[i])
	}
	page := contentRange(l.Name, found.From, len(rows), found.Total)
	return rows, &page, nil
}

// adminRow reads one row of l.
func adminRow[T any](ctx context.Context, a API, l backoffice.List, rowID string) (row T, err error) {
	text, err := a.Backoffice.Row(ctx, request.Principal(ctx), l, rowID)
	if err != nil {
		return row, err
	}
	if err := json.Unmarshal(text, &row); err != nil {
		return row, fmt.Errorf("row of %s: %w", l.Name, err)
	}
	localise(&row)
	return row, nil
}

// localise gives the instants of a row the offset of the product's zone (decisions
// 9.5): rows come from the database as they are sent, and it writes UTC.
func localise(row any) {
	fields := reflect.ValueOf(row).Elem()
	if fields.Kind() != reflect.Struct {
		return
	}
	for i := range fields.NumField() {
		switch at := fields.Field(i).Addr().Interface().(type) {
		case *time.Time:
			*at = wire.InParis(*at)
		case **time.Time:
			*at = wire.OptionalInParis(*at)
		}
	}
}

func contentRange(name string, from, rows, total int) string {
	if rows == 0 {
		return name + " */" + strconv.Itoa(total)
	}
	return fmt.Sprintf("%s %d-%d/%d", name, from, from+rows-1, total)
}

// query reads sort=["name","ASC"], range=[0,24] and filter={"role":"admin"}. Values
// of a filter are texts, numbers, booleans or lists of them; q is searched for.
func (p adminParams) query() (q backoffice.Query, err error) {
	if p.sort != nil {
		var sort []string
		if json.Unmarshal([]byte(*p.sort), &sort) != nil || len(sort) != 2 || sort[1] != "ASC" && sort[1] != "DESC" {
			return q, errSortInvalid
		}
		q.Sort, q.Descending = sort[0], sort[1] == "DESC"
	}
	if p.rows != nil {
		var rows []int
		if json.Unmarshal([]byte(*p.rows), &rows) != nil || len(rows) != 2 || rows[0] < 0 || rows[1] < rows[0] {
			return q, errRowsInvalid
		}
		q.From, q.Count = rows[0], rows[1]-rows[0]+1
	}
	if p.filter != nil {
		var filter map[string]any
		if json.Unmarshal([]byte(*p.filter), &filter) != nil {
			return q, errFilterInvalid
		}
		err = addFilters(&q, filter)
	}
	return q, err
}

func addFilters(q *backoffice.Query, filter map[string]any) error {
	q.Filters = map[string][]string{}
	for _, field := range slices.Sorted(maps.Keys(filter)) { // the first that is wrong is told
		value := filter[field]
		if text, ok := value.(string); ok && field == "q" {
			q.Text = text
			continue
		}
		values, ok := value.([]any)
		if !ok {
			values = []any{value}
		}
		texts := make([]string, len(values))
		for i, v := range values {
			switch v := v.(type) {
			case string:
				texts[i] = v
			case float64:
				texts[i] = strconv.FormatFloat(v, 'f', -1, 64)
			case bool:
				texts[i] = strconv.FormatBool(v)
			default:
				return errFilterInvalid.With("field", field).With("value", fmt.Sprint(v))
			}
		}
		q.Filters[field] = texts
	}
	return nil
}

func (a API) ListTermsApprovals(ctx context.Context, r admin.ListTermsApprovalsRequestObject) (admin.ListTermsApprovalsResponseObject, error) {
	rows, page, err := adminList[model.TermsApproval](ctx, a, backoffice.Approvals, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	return admin.ListTermsApprovals200JSONResponse{Body: rows, Headers: admin.ListTermsApprovals200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) ListOutboxMessages(ctx context.Context, r admin.ListOutboxMessagesRequestObject) (admin.ListOutboxMessagesResponseObject, error) {
	rows, page, err := adminList[model.OutboxMessage](ctx, a, backoffice.Outbox, adminParams{r.Params.Sort, r.Params.Range, r.Params.Filter})
	if err != nil {
		return nil, err
	}
	return admin.ListOutboxMessages200JSONResponse{Body: rows, Headers: admin.ListOutboxMessages200ResponseHeaders{ContentRange: page}}, nil
}

func (a API) GetOutboxMessage(ctx context.Context, r admin.GetOutboxMessageRequestObject) (admin.GetOutboxMessageResponseObject, error) {
	row, err := adminRow[model.OutboxMessage](ctx, a, backoffice.Outbox, r.MessageId)
	if err != nil {
		return nil, err
	}
	return admin.GetOutboxMessage200JSONResponse(row), nil
}
