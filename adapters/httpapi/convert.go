package httpapi

import (
	"time"

	"github.com/oapi-codegen/nullable"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// What all conversions need. Absent on the wire is nil; in the core it is the empty
// value or a nil pointer.

// optionalText is nil for an empty text, which replies leave out.
func optionalText(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// textOf is "" for what is absent.
func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// changedText is nil for absent (unchanged) and "" for null (cleared).
func changedText(n nullable.Nullable[string]) *string {
	if !n.IsSpecified() {
		return nil
	}
	text, _ := n.Get() // "" for null
	return &text
}

// wireDate is a day on the wire.
func wireDate(d civil.Date) openapi_types.Date {
	return openapi_types.Date{Time: civil.Zone{}.Start(d)}
}

// optionalWireDate leaves out what is absent.
func optionalWireDate(d *civil.Date) *openapi_types.Date {
	if d == nil {
		return nil
	}
	w := wireDate(*d)
	return &w
}

// civilDay is a day that came over the wire.
func civilDay(d openapi_types.Date) civil.Date { return civil.NewDate(d.Date()) }

// optionalDay is nil for what is absent.
func optionalDay(d *openapi_types.Date) *civil.Date {
	if d == nil {
		return nil
	}
	day := civilDay(*d)
	return &day
}

// wireIDs are the texts of identifiers; an empty list stays one.
func wireIDs(ids []id.ID) *[]string {
	texts := make([]string, len(ids))
	for i, v := range ids {
		texts[i] = string(v)
	}
	return &texts
}

// idsOf reads identifiers that the contract has checked.
func idsOf(texts *[]string) []id.ID {
	if texts == nil {
		return nil
	}
	ids := make([]id.ID, len(*texts))
	for i, v := range *texts {
		ids[i] = id.ID(v)
	}
	return ids
}

// inParis is an instant with the offset of the product's main zone, for what belongs
// to no operation.
func inParis(t time.Time) time.Time { return t.In(civil.Paris.Location()) }

func optionalInParis(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	local := inParis(*t)
	return &local
}

// optionalCount is nil for none, which replies leave out.
func optionalCount(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}
