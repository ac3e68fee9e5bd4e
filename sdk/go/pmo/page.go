package pmo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"strings"
)

// PageRows is how many rows one request of a paged list asks for (the most there is).
const PageRows = 1000

// Page is one answer of a paged list.
type Page[T any] struct {
	Rows  []T
	Body  []byte // the answer as it came
	Total int    // rows in all pages, 0 when the server does not say
	next  Cursor // of the page after, "" at the end
}

// Rows are the rows of all pages. An error ends them.
func Rows[T any](pages iter.Seq2[Page[T], error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page, err := range pages {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, row := range page.Rows {
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

// Collect is all rows of all pages, and the whole list as one JSON array whose
// elements are as the server sent them.
func Collect[T any](pages iter.Seq2[Page[T], error]) ([]T, []byte, error) {
	rows := []T{}
	raw := []json.RawMessage{}
	for page, err := range pages {
		if err != nil {
			return nil, nil, err
		}
		var elements []json.RawMessage
		if err := json.Unmarshal(page.Body, &elements); err != nil {
			return nil, nil, err
		}
		rows, raw = append(rows, page.Rows...), append(raw, elements...)
	}
	whole, err := json.Marshal(raw)
	return rows, whole, err
}

// OperationParticipants are the sites of an operation, page after page. Limit and
// Cursor of params are its own.
func (c *ClientWithResponses) OperationParticipants(ctx context.Context, operationID Id, params ListOperationParticipantsParams) iter.Seq2[Page[Participant], error] {
	return byCursor(func(cursor *Cursor) (Page[Participant], error) {
		params.Limit, params.Cursor = new(PageRows), cursor
		r, err := c.ListOperationParticipantsWithResponse(ctx, operationID, &params)
		if err != nil {
			return Page[Participant]{}, err
		}
		return pageOf(r, r.HTTPResponse.Header)
	})
}

// OperationInvoices are the invoices of an operation, newest first. Limit and
// Cursor of params are its own.
func (c *ClientWithResponses) OperationInvoices(ctx context.Context, operationID Id, params ListOperationInvoicesParams) iter.Seq2[Page[Invoice], error] {
	return byCursor(func(cursor *Cursor) (Page[Invoice], error) {
		params.Limit, params.Cursor = new(PageRows), cursor
		r, err := c.ListOperationInvoicesWithResponse(ctx, operationID, &params)
		if err != nil {
			return Page[Invoice]{}, err
		}
		return pageOf(r, r.HTTPResponse.Header)
	})
}

// BankLines are what banks told of an operation, newest first. Limit and Cursor of params are its own.
func (c *ClientWithResponses) BankLines(ctx context.Context, operationID Id, params ListBankLinesParams) iter.Seq2[Page[BankLine], error] {
	return byCursor(func(cursor *Cursor) (Page[BankLine], error) {
		params.Limit, params.Cursor = new(PageRows), cursor
		r, err := c.ListBankLinesWithResponse(ctx, operationID, &params)
		if err != nil {
			return Page[BankLine]{}, err
		}
		return pageOf(r, r.HTTPResponse.Header)
	})
}

// CurveImports are the imports of an operation, newest first.
func (c *ClientWithResponses) CurveImports(ctx context.Context, operationID Id) iter.Seq2[Page[CurveImport], error] {
	return byCursor(func(cursor *Cursor) (Page[CurveImport], error) {
		r, err := c.ListCurveImportsWithResponse(ctx, operationID, &ListCurveImportsParams{Limit: new(PageRows), Cursor: cursor})
		if err != nil {
			return Page[CurveImport]{}, err
		}
		return pageOf(r, r.HTTPResponse.Header)
	})
}

// AdminUsers are the accounts, page after page. Range of params is its own;
// without Sort they come by e-mail, so that the order is the same on each page.
func (c *ClientWithResponses) AdminUsers(ctx context.Context, params ListAdminUsersParams) iter.Seq2[Page[AdminUser], error] {
	if params.Sort == nil {
		params.Sort = new(`["email","ASC"]`)
	}
	fetch := func(from int) (Page[AdminUser], error) {
		params.Range = new(fmt.Sprintf("[%d,%d]", from, from+PageRows-1))
		r, err := c.ListAdminUsersWithResponse(ctx, &params)
		if err != nil {
			return Page[AdminUser]{}, err
		}
		page, err := pageOf(r, r.HTTPResponse.Header)
		_, total, _ := strings.Cut(r.HTTPResponse.Header.Get("Content-Range"), "/")
		page.Total, _ = strconv.Atoi(total)
		return page, err
	}
	return func(yield func(Page[AdminUser], error) bool) {
		for from := 0; ; {
			page, err := fetch(from)
			from += len(page.Rows)
			if !yield(page, err) || err != nil || len(page.Rows) == 0 || from >= page.Total {
				return
			}
		}
	}
}

// byCursor follows Next-Cursor until it is absent.
func byCursor[T any](fetch func(*Cursor) (Page[T], error)) iter.Seq2[Page[T], error] {
	return func(yield func(Page[T], error) bool) {
		var cursor *Cursor
		for {
			page, err := fetch(cursor)
			if !yield(page, err) || err != nil || page.next == "" {
				return
			}
			if cursor != nil && page.next == *cursor {
				yield(Page[T]{}, errors.New("the server sends the same page again and again"))
				return
			}
			cursor = &page.next
		}
	}
}

// pageOf reads one page from a generated reply and its headers.
func pageOf[T any](r interface {
	answer
	GetJSON200() *[]T
}, header http.Header) (Page[T], error) {
	rows, err := OK(r, nil)
	if err != nil {
		return Page[T]{}, err
	}
	page := Page[T]{Rows: *rows, Body: r.GetBody(), next: header.Get("Next-Cursor")}
	page.Total, _ = strconv.Atoi(header.Get("Total-Count"))
	return page, nil
}
