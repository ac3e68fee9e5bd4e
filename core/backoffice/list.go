package backoffice

import (
	"maps"
	"slices"
	"strconv"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// MaxRows is the longest page.
const MaxRows = 1000

// Kind says what a field holds, and so how a filter compares it.
type Kind int

// The kinds of fields.
const (
	Text   Kind = iota // equal, letter for letter
	Name               // as Text; sorted as French sorts names
	ID                 // an id.ID
	Bool               // true or false
	IDs                // several id.ID; a filter names one of them
	Moment             // an instant or a day; sorted, not filtered
	Number             // an integer
)

// List is one list of the back-office. Its fields bear the names of the contract.
type List struct {
	Name       string            // the resource, as in Content-Range
	Permission policy.Permission // to read it
	Fields     map[string]Kind
	Sortable   []string
	Filterable []string // besides q; id is always one of them
	Searched   []string // fields that q looks into
	Sort       string   // when the caller does not say
	Descending bool
	Hidden     []string // fields that only a single row shows
}

// Query is the part of a list that a caller asks for.
type Query struct {
	Sort       string // "" = the list's own
	Descending bool
	From       int // first row, from 0
	Count      int // rows; 0 = as many as a page holds
	Text       string
	Filters    map[string][]string // a row fits when its field is one of the values
}

// Rows are one page. A row is the JSON object of the contract, absent fields left out.
type Rows struct {
	JSON  [][]byte
	From  int
	Total int // rows that fit, on all pages
}

// complete checks q against the list and fills what it leaves open.
// Errors: list.sortUnknown, list.filterUnknown, list.filterInvalid, list.rangeInvalid.
func (l List) complete(q Query) (Query, error) {
	if q.Sort == "" {
		q.Sort, q.Descending = l.Sort, l.Descending
	}
	if !slices.Contains(l.Sortable, q.Sort) {
		return Query{}, ErrSort.With("field", q.Sort).With("allowed", l.Sortable)
	}
	if q.Count == 0 {
		q.Count = MaxRows
	}
	if q.From < 0 || q.Count < 1 || q.Count > MaxRows {
		return Query{}, ErrRange.With("max", MaxRows)
	}
	for _, field := range slices.Sorted(maps.Keys(q.Filters)) { // the first that is wrong is told
		values := q.Filters[field]
		if field != "id" && !slices.Contains(l.Filterable, field) {
			return Query{}, ErrFilter.With("field", field).With("allowed", l.Filterable)
		}
		for _, v := range values {
			if !l.Fields[field].takes(v) {
				return Query{}, ErrValue.With("field", field).With("value", v)
			}
		}
	}
	return q, nil
}

func (k Kind) takes(value string) bool {
	switch k {
	case ID, IDs:
		_, err := id.Parse(value)
		return err == nil
	case Bool:
		return value == "true" || value == "false"
	case Number:
		_, err := strconv.ParseInt(value, 10, 64)
		return err == nil
	case Moment:
		return false
	default:
		return true
	}
}
