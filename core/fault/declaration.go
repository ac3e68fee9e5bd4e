package fault

import (
	"slices"
	"sync"
)

// Declaration is what is known of a key before anything fails.
type Declaration struct {
	Kind      Kind
	Key       string
	Params    []Param
	Specified bool // the specification's own name
}

// Param is a parameter of a fault's text.
type Param struct {
	Name string
	Type Type
}

// Type is what a parameter holds, as JSON has it.
type Type string

// The types of parameters.
const (
	TypeText    Type = "text"
	TypeInt     Type = "int"
	TypeNumber  Type = "number"
	TypeTexts   Type = "texts"   // a list of texts
	TypeInts    Type = "ints"    // a list of whole numbers
	TypeObjects Type = "objects" // a list of things, each with fields of its own
)

// Params are parameters of one type.
type Params []Param

func params(t Type, names []string) Params {
	list := make(Params, len(names))
	for i, name := range names {
		list[i] = Param{name, t}
	}
	return list
}

// Text are parameters that hold a text: a name, a value as it was received, a day.
func Text(names ...string) Params { return params(TypeText, names) }

// Int are parameters that hold a whole number.
func Int(names ...string) Params { return params(TypeInt, names) }

// Number are parameters that may have decimals.
func Number(names ...string) Params { return params(TypeNumber, names) }

// Texts are parameters that list texts.
func Texts(names ...string) Params { return params(TypeTexts, names) }

// Ints are parameters that list whole numbers.
func Ints(names ...string) Params { return params(TypeInts, names) }

// Objects are parameters that list things with fields of their own.
func Objects(names ...string) Params { return params(TypeObjects, names) }

// declared is filled while the packages of a program are initialised, and only read then.
var declared struct {
	sync.Mutex
	all []Declaration
}

func declare(d Declaration) *Error {
	declared.Lock()
	defer declared.Unlock()
	declared.all = append(declared.all, d)
	return &Error{Kind: d.Kind, Key: d.Key}
}

// Declarations are the keys of all packages that this program holds, in the order in which
// they were declared.
func Declarations() []Declaration {
	declared.Lock()
	defer declared.Unlock()
	return slices.Clone(declared.all)
}

// Stored is a fault that was kept by its key. A key that is declared nowhere any more is
// told as unexpected.
func Stored(key string) *Error {
	for _, d := range Declarations() {
		if d.Key == key {
			return &Error{Kind: d.Kind, Key: d.Key}
		}
	}
	return Unexpected
}
