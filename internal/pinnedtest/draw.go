package pinnedtest

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// drawing makes values of any type. A value depends on its variant and its path alone, so that
// a new field moves nothing beside it.
type drawing struct{ variant string }

// Variants of arguments: full has something everywhere and two of each list, empty has
// nothing anywhere; the others have this and that.
var variants = []string{"full", "empty", "a", "b", "c", "d", "e", "f"}

// number is what a path draws.
func (d drawing) number(path string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(d.variant + " " + path))
	n := h.Sum64()
	n ^= n >> 29
	n *= 0xbf58476d1ce4e5b9
	return n ^ n>>32
}

// some reports whether something optional is there, and count how many there are of a list.
func (d drawing) some(path string) bool {
	return d.variant == "full" || d.variant != "empty" && d.number(path+"?")%3 > 0
}

func (d drawing) count(path string) int {
	switch d.variant {
	case "full":
		return 2 - min(1, strings.Count(path, "[")/2)
	case "empty":
		return 0
	}
	return int(d.number(path+"#") % 4)
}

// word is the same also when a type gets one more, mostly.
func (d drawing) word(words []reflect.Value, path string) reflect.Value {
	return slices.MaxFunc(words, func(a, b reflect.Value) int {
		return cmp.Compare(d.number(fmt.Sprintf("%s=%#v", path, a)), d.number(fmt.Sprintf("%s=%#v", path, b)))
	})
}

var (
	contextType = reflect.TypeFor[context.Context]()
	timeType    = reflect.TypeFor[time.Time]()
	faultType   = reflect.TypeFor[*fault.Error]()
)

// into draws a value; deeper than this nothing is drawn.
const depth = 9

func (d drawing) into(v reflect.Value, path string) {
	t := v.Type()
	if strings.Count(path, ".") > depth {
		return
	}
	if words := known.words(t); words != nil {
		if d.variant != "empty" {
			v.Set(d.word(words, path))
		}
		return
	}
	n := d.number(path)
	switch {
	case t == timeType:
		if d.variant != "empty" {
			v.Set(reflect.ValueOf(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(n%(300*24*60)) * time.Minute)))
		}
		return
	case t == contextType:
		v.Set(reflect.ValueOf(context.Background()))
		return
	case t == reflect.TypeFor[time.Duration]() && d.variant != "empty":
		v.SetInt(int64(time.Duration(1+n%4) * 15 * time.Minute))
		return
	case t == reflect.TypeFor[civil.Date]() && d.variant != "empty":
		v.SetInt(int64(civil.NewDate(2026, 1, 1)) + int64(n%400))
		return
	case t == reflect.TypeFor[civil.Month]() && d.variant != "empty":
		v.SetInt(int64(civil.NewMonth(2026, 1)) + int64(n%14))
		return
	case t == reflect.TypeFor[civil.Range]() && d.variant != "empty":
		d.into(v.Field(0), path+".From")
		v.Field(1).SetInt(v.Field(0).Int() + 1 + int64(n%90))
		return
	case t == faultType:
		if d.some(path) {
			v.Set(reflect.ValueOf(&fault.Error{Kind: fault.Kind(1 + n%4), Key: fmt.Sprintf("drawn.key%d", n%100), Params: map[string]any{"of": "this"}}))
		}
		return
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(d.variant == "full" || d.variant != "empty" && n%2 == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(d.integer(n, t.Bits())))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(d.integer(n, t.Bits())))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(d.integer(n, 64)) / 4)
	case reflect.String:
		if d.variant == "full" || d.variant != "empty" && n%5 > 0 {
			v.SetString(fmt.Sprintf("%s%d", path[strings.LastIndexAny(path, ".[")+1:], n%100))
		}
	case reflect.Pointer:
		if d.some(path) {
			v.Set(reflect.New(t.Elem()))
			d.into(v.Elem(), path)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				d.into(v.Field(i), path+"."+t.Field(i).Name)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			d.into(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Slice:
		if count := d.count(path); count > 0 {
			v.Set(reflect.MakeSlice(t, count, count))
			for i := range count {
				d.into(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
			}
		}
	case reflect.Map:
		d.intoMap(v, path)
	case reflect.Interface:
		if t.NumMethod() == 0 && d.some(path) {
			v.Set(reflect.ValueOf(fmt.Sprintf("any%d", n%100)))
		}
	}
}

// intoMap draws a few keys; a value that may be null, a map from bool, has one.
func (d drawing) intoMap(v reflect.Value, path string) {
	t := v.Type()
	count := d.count(path)
	if t.Key().Kind() == reflect.Bool {
		count = 0
		if d.some(path) {
			count = 1
		}
	}
	if count == 0 {
		return
	}
	v.Set(reflect.MakeMap(t))
	for i := range count {
		at := fmt.Sprintf("%s[%d]", path, i)
		key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		if words := known.words(t.Key()); words != nil {
			key.Set(words[i%len(words)])
		} else {
			d.into(key, at+".key")
		}
		if t.Key().Kind() == reflect.Bool {
			key.SetBool(d.variant == "full" || d.number(at)%2 == 0)
			if !key.Bool() {
				v.SetMapIndex(key, value)
				continue
			}
		}
		d.into(value, at)
		v.SetMapIndex(key, value)
	}
}

// integer is small and positive, now and then nothing, below it, or large.
func (d drawing) integer(n uint64, bits int) int {
	switch {
	case d.variant == "empty":
		return 0
	case d.variant == "full" || bits == 8 || n%8 < 5:
		return 1 + int(n>>8%97)
	case n%8 == 5:
		return 0
	case n%8 == 6 && bits > 16:
		return 1000 + int(n>>8%9_000_000)
	}
	return 1
}

// leaf is one plain value within arguments. Change makes another of it, and gives what takes that back.
type leaf struct {
	path   string
	change func() (undo func())
}

// setting makes a leaf of a value that gets another.
func setting(v reflect.Value, path string, other func() reflect.Value) leaf {
	return leaf{path, func() func() {
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		v.Set(other().Convert(v.Type()))
		return func() { v.Set(old) }
	}}
}

// leavesOf lists the plain values of v that are there.
func leavesOf(v reflect.Value, path string) (all []leaf) {
	t := v.Type()
	other := func(of func() any) []leaf {
		return []leaf{setting(v, path, func() reflect.Value { return reflect.ValueOf(of()) })}
	}
	if ws := known.words(t); ws != nil {
		return other(func() any {
			if reflect.DeepEqual(ws[0].Interface(), v.Interface()) {
				return ws[1].Interface()
			}
			return ws[0].Interface()
		})
	}
	switch t {
	case faultType:
		if v.IsNil() {
			return nil
		}
		return other(func() any { return &fault.Error{Kind: fault.Invalid, Key: "drawn.other"} })
	case timeType:
		return other(func() any { return v.Interface().(time.Time).AddDate(0, 1, 1).Add(61 * time.Minute) })
	}
	switch t.Kind() {
	case reflect.Bool:
		return other(func() any { return !v.Bool() })
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return other(func() any { return v.Int() + 3 })
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return other(func() any { return v.Uint() + 3 })
	case reflect.Float32, reflect.Float64:
		return other(func() any { return v.Float() + 3 })
	case reflect.String:
		return other(func() any { return v.String() + "x" })
	case reflect.Pointer:
		if !v.IsNil() {
			return leavesOf(v.Elem(), path)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				all = append(all, leavesOf(v.Field(i), path+"."+t.Field(i).Name)...)
			}
		}
	case reflect.Array, reflect.Slice:
		if v.Len() > 0 {
			return leavesOf(v.Index(0), path+"[]")
		}
	case reflect.Map: // its values cannot be changed in place
		if v.Len() == 0 {
			return nil
		}
		key := slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int {
			return strings.Compare(fmt.Sprintf("%#v", a), fmt.Sprintf("%#v", b))
		})[0]
		copied := reflect.New(t.Elem()).Elem()
		copied.Set(v.MapIndex(key))
		for _, l := range leavesOf(copied, path+"[]") {
			all = append(all, leaf{l.path, func() func() {
				undo := l.change()
				v.SetMapIndex(key, copied)
				return func() { undo(); v.SetMapIndex(key, copied) }
			}})
		}
	}
	return all
}
