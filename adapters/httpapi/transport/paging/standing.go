package paging

import (
	"context"
	"reflect"
)

// Standing is a page of rows that never go and keep their place, cut by the store.
type Standing[T any] struct {
	Rows  []T
	page  Page
	more  bool
	total int
	whole bool
}

// StandingOf reads a page of such rows. Read gives at most limit of them, from the beginning or
// behind the row that the cursor names, and how many there are in all. A list that is sorted or
// picked from is whole: the store knows one order, and the rest is done with all rows.
// Errors: cursor.invalid, list.tooLong, those of read.
func StandingOf[T any](ctx context.Context, limit *int, cursorText *string, whole bool, read func(p Page, limit int) ([]T, int, error)) (Standing[T], error) {
	p, err := PageOf(ctx, limit, cursorText)
	if err != nil {
		return Standing[T]{}, err
	}
	if whole {
		p = Page{Limit: MaxRows + 1}
	}
	rows, total, err := read(p, p.Limit+1)
	if err != nil {
		return Standing[T]{}, err
	}
	if p.Limit > MaxRows && len(rows) > MaxRows {
		return Standing[T]{}, ErrTooLong.With("max", MaxRows)
	}
	return Standing[T]{Rows: rows[:min(len(rows), p.Limit)], page: p, more: len(rows) > p.Limit, total: total, whole: whole}, nil
}

// Headers are the cursor of the next page and the number of all rows, for body, which is what
// the rows are answered as; of a whole list nothing, which is cut and counted when it is sorted.
func (s Standing[T]) Headers(body any) (next *string, total *int) {
	if s.whole {
		return nil, nil
	}
	return s.page.NextOf(reflect.ValueOf(body), nil, s.more), &s.total
}
