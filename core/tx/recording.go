package tx

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/openpmo/pmo/core/id"
)

// Object is a thing that a change is about.
type Object struct {
	Kind string // as Change.ObjectKind
	ID   id.ID
}

// Record is what a change turned out to do while it ran. A change that is tried again
// begins with an empty one.
type Record struct {
	concerned map[Object]bool
	noted     map[string]any
}

type recordKey struct{}

// Recording is ctx with a record for one change; a Runner makes it for each try.
func Recording(ctx context.Context) (context.Context, *Record) {
	r := &Record{}
	return context.WithValue(ctx, recordKey{}, r), r
}

// Concern says which other things the change that runs in ctx is about, besides the object
// of its line: the invoices of a publication, the sites of an import. It stands in the
// history of each. Without a Runner it does nothing.
func Concern(ctx context.Context, kind string, ids ...id.ID) {
	r, ok := ctx.Value(recordKey{}).(*Record)
	if !ok {
		return
	}
	if r.concerned == nil {
		r.concerned = map[Object]bool{}
	}
	for _, one := range ids {
		if !one.IsZero() {
			r.concerned[Object{kind, one}] = true
		}
	}
}

// Note adds a detail that is known only now to the line of the change that runs in ctx.
func Note(ctx context.Context, name string, value any) {
	r, ok := ctx.Value(recordKey{}).(*Record)
	if !ok {
		return
	}
	if r.noted == nil {
		r.noted = map[string]any{}
	}
	r.noted[name] = value
}

// Complete is the change with what was noted of it.
func (r *Record) Complete(c Change) Change {
	if len(r.noted) == 0 {
		return c
	}
	details := maps.Clone(r.noted)
	maps.Copy(details, c.Details)
	c.Details = details
	return c
}

// Concerned are the other things, each once, by kind and id.
func (r *Record) Concerned() []Object {
	return slices.SortedFunc(maps.Keys(r.concerned), func(a, b Object) int {
		return slices.Compare([]string{a.Kind, string(a.ID)}, []string{b.Kind, string(b.ID)})
	})
}

// NoteFields notes the names of the fields in which two values of one struct differ, as the
// detail "fields", but for those that every change changes. What stood in them and stands there
// now is noted for the few that hold nothing personal: a trace is never rid of what it holds.
func NoteFields(ctx context.Context, before, after any) {
	fields := Differing(before, after)
	if len(fields) == 0 {
		return
	}
	Note(ctx, "fields", fields)
	was, is := values(before), values(after)
	for _, field := range fields {
		if slices.Contains(impersonal, field) {
			NoteValue(ctx, field, was[field], is[field])
		}
	}
}

// Value is what a field held before a change, and holds after it; "" = nothing.
type Value struct {
	Field string `json:"field"` // as the contract spells it
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
}

// NoteValue notes from what to what a change takes a field that holds nothing personal: a word of
// the contract, a number or a day.
func NoteValue(ctx context.Context, field, from, to string) {
	r, ok := ctx.Value(recordKey{}).(*Record)
	if !ok || from == to {
		return
	}
	noted, _ := r.noted["values"].([]Value)
	Note(ctx, "values", append(noted, Value{field, from, to}))
}

// impersonal are the fields whose values are noted: words of the contract, yes and no, terms in days,
// and the id of the folder that something is in.
var impersonal = []string{"energyType", "segment", "entityType", "isProsumer", "entryDateKnown", "consumerType", "vatRegime", "franchiseForm",
	"period", "method", "termDays", "publicBody", "commitmentRequired", "chosenChannel", "billingMandate", "language", "ownedByOperation", "folderId"}

// values are the fields of a struct that are words, numbers or yes and no, as text.
func values(of any) map[string]string {
	texts := map[string]string{}
	v := reflect.ValueOf(of)
	for i := range v.NumField() {
		f, x := v.Type().Field(i), v.Field(i)
		for x.Kind() == reflect.Pointer && !x.IsNil() {
			x = x.Elem()
		}
		switch {
		case !f.IsExported():
		case f.Anonymous && x.Kind() == reflect.Struct:
			maps.Copy(texts, values(x.Interface()))
		case x.Kind() == reflect.String:
			texts[spelled(f.Name)] = x.String()
		case x.Kind() == reflect.Bool:
			texts[spelled(f.Name)] = strconv.FormatBool(x.Bool())
		case x.CanInt():
			texts[spelled(f.Name)] = strconv.FormatInt(x.Int(), 10)
		}
	}
	return texts
}

// unsaid are fields that say nothing of a change.
var unsaid = []string{"version", "updatedAt", "createdAt", "id", "operationId", "claim", "heldElsewhere", "masked", "usual", "dsoStatus", "dsoAction"}

// Differing are the names of the exported fields in which two values of one struct differ,
// ascending, as the contract spells names; those of embedded structs are its own.
func Differing(before, after any) []string {
	var fields []string
	a, b := reflect.ValueOf(before), reflect.ValueOf(after)
	for i := range a.NumField() {
		f := a.Type().Field(i)
		if !f.IsExported() {
			continue
		}
		switch x, y := a.Field(i).Interface(), b.Field(i).Interface(); {
		case reflect.DeepEqual(x, y):
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			fields = append(fields, Differing(x, y)...)
		default:
			fields = append(fields, spelled(f.Name))
		}
	}
	fields = slices.DeleteFunc(fields, func(name string) bool { return slices.Contains(unsaid, name) })
	slices.Sort(fields)
	return slices.Compact(fields)
}

// spelled is a name as the contract spells it: SIRET is siret, ProducerIDs producerIds.
func spelled(name string) string {
	runes := []rune(strings.ReplaceAll(name, "ID", "Id"))
	for i, r := range runes {
		if !unicode.IsUpper(r) || i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(r)
	}
	return string(runes)
}
