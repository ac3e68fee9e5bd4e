package tx

import (
	"reflect"
	"slices"
)

// FieldNames are the names that a change of a struct may note.
func FieldNames(of reflect.Type) []string {
	var names []string
	for f := range of.Fields() {
		switch {
		case !f.IsExported():
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			names = append(names, FieldNames(f.Type)...)
		case !slices.Contains(unsaid, spelled(f.Name)):
			names = append(names, spelled(f.Name))
		}
	}
	return names
}
