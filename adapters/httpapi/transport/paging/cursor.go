package paging

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"net/url"
	"reflect"
	"time"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/id"
)

// Page is the part of a list that a caller asks for.
type Page struct {
	Limit  int
	Cursor cursor // behind no row = the first page
}

// cursor is where a page begins: behind the rows it names, wherever they stand by now, so
// that rows which come or go meanwhile make no page skip or repeat others. It belongs to one
// question. Callers hand it back as it is.
type cursor struct {
	Question uint64   `json:"q"` // what was asked, see questionOf
	Row      int      `json:"n"` // rows before the page when it was made
	Behind   []anchor `json:"b"` // the last of them, the latest first
}

// anchor names a row with what it was sorted by: one whose place has changed is no anchor.
type anchor struct {
	ID  string `json:"i,omitempty"` // of lists whose rows have one
	Sum uint64 `json:"h"`
}

// maxAnchors rows have to go, or to change their place, before a cursor falls back on the
// number of rows.
const maxAnchors = 3

// maxCursor is longer than any cursor that is given out, and what the contract takes.
const maxCursor = 400

type questionKey struct{}

// withQuestion keeps for the cursors of a request what it asks; PageOf reads it, for lists alone.
func withQuestion(ctx context.Context) context.Context {
	r := request.HTTP(ctx)
	if r == nil {
		return ctx
	}
	return context.WithValue(ctx, questionKey{}, r.URL)
}

// questionOf is the same for all pages of a list: its address without limit and cursor.
func questionOf(u *url.URL) uint64 {
	query := u.Query()
	query.Del("limit")
	query.Del("cursor")
	sum := fnv.New64a()
	_, _ = io.WriteString(sum, u.Path+"?"+query.Encode()) // sorted by name
	return sum.Sum64()
}

// PageOf reads limit and cursor. Error: cursor.invalid, also for the cursor of another
// question.
func PageOf(ctx context.Context, limit *int, text *string) (Page, error) {
	var question uint64
	if asked, ok := ctx.Value(questionKey{}).(*url.URL); ok {
		question = questionOf(asked)
	}
	p := Page{Limit: MaxRows + 1, Cursor: cursor{Question: question}}
	if limit != nil {
		p.Limit = *limit
	}
	if text == nil {
		return p, nil
	}
	c, ok := readCursor(*text)
	if !ok || c.Question != question {
		return Page{}, problem.ErrInvalidRequest.Of(errCursorInvalid.At("cursor"))
	}
	p.Cursor = c
	return p, nil
}

func readCursor(text string) (c cursor, ok bool) {
	if len(text) > maxCursor {
		return cursor{}, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return cursor{}, false
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&c) != nil || decoder.InputOffset() != int64(len(raw)) {
		return cursor{}, false
	}
	return c, c.Row >= 1 && c.Row <= math.MaxInt32/2 && len(c.Behind) >= 1 && len(c.Behind) <= maxAnchors
}

func (c cursor) String() string {
	raw, _ := json.Marshal(c) //nolint:errchkjson // strings and numbers
	return base64.RawURLEncoding.EncodeToString(raw)
}

// resume is the row that a page begins with. Where none of the rows it lies behind has kept
// its place, it repeats some rather than leave one out.
func (c cursor) resume(rows reflect.Value, orders []Order) int {
	for _, behind := range c.Behind {
		found := -1
		for i := range rows.Len() {
			if !behind.maybe(rows.Index(i)) || anchorOf(rows.Index(i), orders) != behind {
				continue
			}
			if found < 0 || distance(i, c.Row-1) < distance(found, c.Row-1) { // rows without id may be alike
				found = i
			}
		}
		if found >= 0 {
			return found + 1
		}
	}
	return min(c.Fallback(), rows.Len())
}

func (c cursor) Fallback() int { return max(0, c.Row-len(c.Behind)) }

func distance(a, b int) int { return max(a-b, b-a) }

// next is the cursor behind row number end of rows; nil where no more follow.
func (p Page) next(rows reflect.Value, orders []Order, end int, more bool) *string {
	if !more || end < 1 {
		return nil
	}
	c := cursor{Question: p.Cursor.Question, Row: end}
	for i := end - 1; i >= max(0, end-maxAnchors); i-- {
		c.Behind = append(c.Behind, anchorOf(rows.Index(i), orders))
	}
	text := c.String()
	return &text
}

// NextOf is the cursor behind a page that the database cut, whose rows are all there are.
func (p Page) NextOf(rows reflect.Value, orders []Order, more bool) *string {
	if !more || rows.Len() == 0 {
		return nil
	}
	c := cursor{Question: p.Cursor.Question, Row: p.Cursor.Row + rows.Len()}
	for i := rows.Len() - 1; i >= max(0, rows.Len()-maxAnchors); i-- {
		c.Behind = append(c.Behind, anchorOf(rows.Index(i), orders))
	}
	c.Behind = append(c.Behind, p.Cursor.Behind...)
	c.Behind = c.Behind[:min(len(c.Behind), maxAnchors)]
	text := c.String()
	return &text
}

// IDs are those of the rows that a page lies behind.
func (c cursor) IDs() []id.ID {
	out := make([]id.ID, 0, len(c.Behind))
	for _, one := range c.Behind {
		if known, err := id.Parse(one.ID); err == nil {
			out = append(out, known)
		}
	}
	return out
}

// LastKept is the row, of those that ids found, that a page lies behind: the latest that has
// kept its place; "" where none has.
func (c cursor) LastKept(found reflect.Value, orders []Order) id.ID {
	for _, one := range c.Behind {
		for i := range found.Len() {
			if one.maybe(found.Index(i)) && anchorOf(found.Index(i), orders) == one {
				return id.ID(one.ID)
			}
		}
	}
	return ""
}

// maybe reports, at no cost, whether a row can be the one that is named.
func (a anchor) maybe(row reflect.Value) bool { return idOf(row) == a.ID }

func idOf(row reflect.Value) string {
	if at, ok := fieldsOf(row.Type())["id"]; ok && row.FieldByIndex(at).Kind() == reflect.String {
		return row.FieldByIndex(at).String()
	}
	return ""
}

// anchorOf names a row: by its id and what it is sorted by, or by all it holds.
func anchorOf(row reflect.Value, orders []Order) anchor {
	a, sum := anchor{ID: idOf(row)}, fnv.New64a()
	if a.ID == "" {
		_ = json.NewEncoder(sum).Encode(row.Interface())
		return anchor{Sum: sum.Sum64()}
	}
	for _, o := range orders {
		key := sortKey(row.FieldByIndex(o.at))
		if at, ok := key.(time.Time); ok {
			key = at.UnixNano()
		}
		_, _ = fmt.Fprintf(sum, "%s=%v;", o.Field, key)
	}
	return anchor{a.ID, sum.Sum64()}
}
