package paging

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	"github.com/openpmo/pmo/core/fault"
)

// MaxRows is what a list answers at most without a limit (specification section 7).
const MaxRows = 10_000

var (
	ErrTooLong       = fault.ListTooLong
	errCursorInvalid = fault.New(fault.Invalid, "cursor.invalid")
)

// listQuery is what a caller asks of any list: the parameters that the contract shares
// between all of them.
type listQuery struct {
	Page
	sort []string // as sent: "-createdAt"
	ids  []string
}

// Listed answers the part of a list that is asked for, so that no handler has to: it
// answers every row, in the list's own order, and here ids are picked, rows are sorted and
// cut, and Total-Count and Next-Cursor said. A list is an operation whose parameters are
// those of lists, and its fields are those of its rows. A handler whose rows are too many
// to read them all pages in the database and says Total-Count itself.
func Listed(next endpoint.Call) endpoint.Call {
	return func(ctx context.Context, request any) (any, error) {
		ctx = withQuestion(ctx)
		q, isList, err := listQueryOf(ctx, request)
		if err != nil {
			return nil, err
		}
		answer, err := next(ctx, request)
		if err != nil || !isList || answer == nil {
			return answer, err
		}
		return q.answer(answer)
	}
}

// listQueryOf reads the parameters of a generated request by their names. Errors:
// cursor.invalid.
func listQueryOf(ctx context.Context, request any) (q listQuery, isList bool, err error) {
	params := reflect.ValueOf(request).FieldByName("Params")
	if !params.IsValid() {
		return q, false, nil
	}
	limit, has := param[int](params, "Limit")
	if !has {
		return q, false, nil
	}
	cursor, _ := param[string](params, "Cursor")
	if q.Page, err = PageOf(ctx, limit, cursor); err != nil {
		return q, true, err
	}
	if fields, _ := param[[]string](params, "Sort"); fields != nil {
		q.sort = *fields
	}
	if ids, _ := param[[]string](params, "Ids"); ids != nil {
		q.ids = *ids
	}
	return q, true, nil
}

// param is an optional parameter, nil where it was not sent, and whether the operation has it.
func param[T any](params reflect.Value, name string) (value *T, has bool) {
	field := params.FieldByName(name)
	if !field.IsValid() {
		return nil, false
	}
	value, has = field.Interface().(*T)
	return value, has
}

// answer is that of a handler with the rows of q only. Error: list.tooLong.
func (q listQuery) answer(answer any) (any, error) {
	whole := reflect.ValueOf(answer)
	if whole.Kind() != reflect.Struct || !whole.FieldByName("Body").IsValid() || whole.FieldByName("Body").Kind() != reflect.Slice {
		return answer, nil // no rows: a refusal
	}
	out := reflect.New(whole.Type()).Elem()
	out.Set(whole)
	body, headers := out.FieldByName("Body"), out.FieldByName("Headers")
	if !headers.FieldByName("TotalCount").IsNil() {
		return answer, nil // paged by the handler
	}
	rows := q.pick(body)
	orders, err := OrdersOf(rows.Type().Elem(), q.sort)
	if err != nil {
		return nil, err
	}
	sortRows(rows, orders)
	total := rows.Len()
	if q.Limit > MaxRows && total > MaxRows {
		return nil, ErrTooLong.With("max", MaxRows)
	}
	from := q.Cursor.resume(rows, orders)
	to := min(from+q.Limit, total)
	next := q.next(rows, orders, to, to < total)
	body.Set(rows.Slice(from, to)) // rows may be the body itself
	headers.FieldByName("TotalCount").Set(reflect.ValueOf(&total))
	headers.FieldByName("NextCursor").Set(reflect.ValueOf(next))
	return out.Interface(), nil
}

// pick keeps the rows whose id is asked for; all without ids.
func (q listQuery) pick(rows reflect.Value) reflect.Value {
	if len(q.ids) == 0 {
		return rows
	}
	at := fieldsOf(rows.Type().Elem())["id"]
	picked := reflect.MakeSlice(rows.Type(), 0, min(rows.Len(), len(q.ids)))
	for i := range rows.Len() {
		if row := rows.Index(i); slices.Contains(q.ids, row.FieldByIndex(at).String()) {
			picked = reflect.Append(picked, row)
		}
	}
	return picked
}

// Order is one field to sort by.
type Order struct {
	Field      string
	at         []int // where it is in a row
	Descending bool
}

// OrdersOf reads sort=-createdAt,name for rows of a type.
func OrdersOf(row reflect.Type, sort []string) ([]Order, error) {
	fields := fieldsOf(row)
	var orders []Order
	for _, text := range sort {
		name, descending := strings.CutPrefix(text, "-")
		at, ok := fields[name]
		if !ok { // the contract was asked before
			return nil, fmt.Errorf("%v is not sorted by %q", row, name)
		}
		orders = append(orders, Order{Field: name, at: at, Descending: descending})
	}
	return orders, nil
}
