package paging

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/collate"
	french "golang.org/x/text/language"
)

// rowFields remembers fieldsOf by type.
var rowFields sync.Map

// fieldsOf are the fields of a row, by their names in JSON, that rows can be sorted by:
// those that hold one value.
func fieldsOf(row reflect.Type) map[string][]int {
	if known, ok := rowFields.Load(row); ok {
		return known.(map[string][]int)
	}
	fields := map[string][]int{}
	for _, f := range reflect.VisibleFields(row) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" && holdsOneValue(f.Type) {
			fields[name] = f.Index
		}
	}
	rowFields.Store(row, fields)
	return fields
}

func holdsOneValue(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int32, reflect.Int64, reflect.Float32, reflect.Float64:
		return true
	}
	return t.ConvertibleTo(timeType) || isDay(t)
}

var timeType = reflect.TypeFor[time.Time]()

// isDay reports whether t is the civil day of generated code: an instant in a struct.
func isDay(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.NumField() == 1 && t.Field(0).Type == timeType
}

// sortRows sorts rows in their place. Rows that are alike keep their order; rows without
// the field come last, either way.
func sortRows(rows reflect.Value, orders []Order) {
	if len(orders) == 0 {
		return
	}
	keys := make([]sortKeys, rows.Len())
	words := collate.New(french.French, collate.Numeric)
	for i := range keys {
		keys[i] = keysOf(rows.Index(i), orders)
	}
	slices.SortStableFunc(keys, func(a, b sortKeys) int {
		for i, o := range orders {
			if c := compareKeys(words, a.keys[i], b.keys[i], o.Descending); c != 0 {
				return c
			}
		}
		return 0
	})
	sorted := reflect.MakeSlice(rows.Type(), 0, rows.Len())
	for _, k := range keys {
		sorted = reflect.Append(sorted, k.row)
	}
	reflect.Copy(rows, sorted)
}

// sortKeys are a row and what it is sorted by: nil, string, int64, float64 or time.Time.
type sortKeys struct {
	row  reflect.Value
	keys []any
}

func keysOf(row reflect.Value, orders []Order) sortKeys {
	k := sortKeys{row: reflect.New(row.Type()).Elem(), keys: make([]any, len(orders))}
	k.row.Set(row) // the row itself moves
	for i, o := range orders {
		k.keys[i] = sortKey(row.FieldByIndex(o.at))
	}
	return k
}

func sortKey(v reflect.Value) any {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return map[bool]int64{true: 1}[v.Bool()]
	case reflect.Int, reflect.Int32, reflect.Int64:
		return v.Int()
	case reflect.Float32, reflect.Float64:
		return v.Float()
	}
	if isDay(v.Type()) {
		v = v.Field(0)
	}
	return v.Convert(timeType).Interface()
}

// compareKeys compares as people expect it: É beside E, and site 2 before site 10.
func compareKeys(words *collate.Collator, a, b any, descending bool) int {
	if a == nil || b == nil {
		return cmp.Compare(map[bool]int{true: 1}[a == nil], map[bool]int{true: 1}[b == nil])
	}
	c := 0
	switch a := a.(type) {
	case string:
		c = cmp.Or(words.CompareString(a, b.(string)), strings.Compare(a, b.(string)))
	case int64:
		c = cmp.Compare(a, b.(int64))
	case float64:
		c = cmp.Compare(a, b.(float64))
	case time.Time:
		c = a.Compare(b.(time.Time))
	}
	if descending {
		return -c
	}
	return c
}
