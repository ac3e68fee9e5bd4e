// Package wire converts what all tags have: texts, days, instants, ids, versions and numbers.
// Absent on the wire is nil; in the core it is the empty value or a nil pointer.
package wire

import (
	"encoding/json"
	"time"

	"github.com/oapi-codegen/nullable"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// OptionalText is nil for an empty text, which replies leave out.
func OptionalText(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// OptionalTexts is nil for none, so that the field is left out.
func OptionalTexts(s []string) *[]string {
	if len(s) == 0 {
		return nil
	}
	return &s
}

// Text is "" for what is absent.
func Text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// ChangedText is nil for absent (unchanged) and "" for null (cleared).
func ChangedText(n nullable.Nullable[string]) *string {
	if !n.IsSpecified() {
		return nil
	}
	text, _ := n.Get() // "" for null
	return &text
}

// Date is a day on the wire.
func Date(d civil.Date) openapi_types.Date {
	return openapi_types.Date{Time: civil.Zone{}.Start(d)}
}

// OptionalDate leaves out what is absent.
func OptionalDate(d *civil.Date) *openapi_types.Date {
	if d == nil {
		return nil
	}
	w := Date(*d)
	return &w
}

// Day is a day that came over the wire.
func Day(d openapi_types.Date) civil.Date { return civil.NewDate(d.Date()) }

// OptionalDay is nil for what is absent.
func OptionalDay(d *openapi_types.Date) *civil.Date {
	if d == nil {
		return nil
	}
	day := Day(*d)
	return &day
}

// IDTexts are the texts of identifiers; an empty list stays one.
func IDTexts(ids []id.ID) *[]string {
	texts := make([]string, len(ids))
	for i, v := range ids {
		texts[i] = string(v)
	}
	return &texts
}

// IDs reads identifiers that the contract has checked.
func IDs(texts *[]string) []id.ID {
	if texts == nil {
		return nil
	}
	ids := make([]id.ID, len(*texts))
	for i, v := range *texts {
		ids[i] = id.ID(v)
	}
	return ids
}

// InParis is an instant with the offset of the product's main zone, for what belongs
// to no operation.
func InParis(t time.Time) time.Time { return t.In(civil.Paris.Location()) }

func OptionalInParis(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	local := InParis(*t)
	return &local
}

// OptionalCount is nil for none, which replies leave out.
func OptionalCount(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// IsTrue reports whether a switch was sent and is on.
func IsTrue(b *bool) bool { return b != nil && *b }

// Days are days that came over the wire, both ends included. An end before the
// start stays one, for the core to refuse.
func Days(from, to openapi_types.Date) civil.Range {
	return civil.Range{From: Day(from), To: Day(to) + 1}
}

// FieldFault names the field of a fault that a parser of the core made.
func FieldFault(err error, field string) error {
	if f := fault.From(err); f != nil {
		return problem.ErrInvalidRequest.Of(f.At(field))
	}
	return err
}

// JobResult is what a job made as the object that a job of any kind holds.
func JobResult(made any) (*model.JobResult, error) {
	text, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	result := model.JobResult{}
	return &result, json.Unmarshal(text, &result)
}

// LanguageOf is the language of a person, nil for what is absent.
func LanguageOf(l *model.Language) *account.Language {
	if l == nil {
		return nil
	}
	language := account.Language(*l)
	return &language
}

// ChangedDay is nil for an absent day, and points to nil for one that is cleared.
func ChangedDay(n nullable.Nullable[openapi_types.Date]) **civil.Date {
	if !n.IsSpecified() {
		return nil
	}
	var day *civil.Date
	if d, err := n.Get(); err == nil {
		day = OptionalDay(&d)
	}
	return &day
}
