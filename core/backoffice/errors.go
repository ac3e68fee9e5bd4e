package backoffice

import "github.com/openpmo/pmo/core/fault"

// Refusals of a list.
var (
	// ErrNotFound is a row that does not exist.
	ErrNotFound = fault.Absent
	// ErrSort is a field that the list cannot be sorted by; parameters field, allowed.
	ErrSort = fault.ListSortUnknown.At("sort")
	// ErrFilter is a field that the list cannot be filtered by; parameters field, allowed.
	ErrFilter = fault.New(fault.Invalid, "list.filterUnknown", fault.Text("field"), fault.Texts("allowed")).At("filter")
	// ErrValue is a value that does not fit its field; parameters field, value.
	ErrValue = fault.ListFilterInvalid.At("filter")
	// ErrRange is a page that begins below 0 or holds no row or too many; parameter max.
	ErrRange = fault.ListRangeInvalid.At("range")
)
