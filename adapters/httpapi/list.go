package httpapi

import (
	"encoding/base64"
	"strconv"

	"github.com/openpmo/pmo/core/fault"
)

// maxRows is what a list answers at most without a limit (decisions 9.7).
const maxRows = 10_000

var (
	errListTooLong   = fault.New(fault.Invalid, "list.tooLong")
	errCursorInvalid = fault.New(fault.Invalid, "cursor.invalid")
)

// page is the part of a list that a caller asks for.
type page struct{ offset, limit int }

// pageOf reads limit and cursor. Errors: cursor.invalid.
func pageOf(limit *int, cursor *string) (page, error) {
	p := page{limit: maxRows + 1}
	if limit != nil {
		p.limit = *limit
	}
	if cursor == nil {
		return p, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(*cursor)
	n, err2 := strconv.Atoi(string(raw))
	if err != nil || err2 != nil || n < 0 {
		return page{}, errInvalidRequest.Of(errCursorInvalid.At("cursor"))
	}
	p.offset = n
	return p, nil
}

// cut takes the page out of all rows and names the cursor of the next one.
// Error: list.tooLong when there is no limit and more rows than maxRows.
func cut[T any](rows []T, p page) (part []T, next *string, err error) {
	if p.limit > maxRows && len(rows) > maxRows {
		return nil, nil, errListTooLong.With("max", maxRows)
	}
	from := min(p.offset, len(rows))
	to := min(from+p.limit, len(rows))
	return rows[from:to], p.next(len(rows)), nil
}

// next is the cursor after the page when there are total rows, nil at the end.
func (p page) next(total int) *string {
	if p.offset+p.limit >= total {
		return nil
	}
	c := base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(p.offset + p.limit)))
	return &c
}
