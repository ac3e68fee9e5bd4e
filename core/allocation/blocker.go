package allocation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Blocker is one reason why a key cannot be put in force, and what it is about.
type Blocker struct {
	*fault.Error
	Pool int   // place in the cascade, from 1; 0 = no group alone
	Site id.ID // "" = no site alone
	// OfDraft says that keeping the key as a draft would lose something: groups and what they
	// leave go by names, and a selection of nobody is one of everybody once it is kept.
	OfDraft bool
}

// Blockers tells what each refusal of a key is about.
func Blockers(faults ...*fault.Error) []Blocker {
	out := make([]Blocker, len(faults))
	for i, f := range faults {
		b := Blocker{Error: f, OfDraft: f.Is(ErrSelectionEmpty)}
		if consumer, ok := f.Params["consumerId"].(string); ok {
			b.Site = id.ID(consumer)
		}
		if at, field, ok := poolAt(f.Field); ok {
			b.Pool = at + 1
			b.OfDraft = field == poolName || field == poolDestination
		}
		out[i] = b
	}
	return out
}

const (
	poolName        = "name"
	poolDestination = "surplusDestinationPoolName"
)

// poolAt is the group of a field, from 0, and the field's own name; the inverse of poolField.
func poolAt(field string) (at int, name string, ok bool) {
	rest, ok := strings.CutPrefix(field, "pools.")
	if !ok {
		return 0, "", false
	}
	place, name, _ := strings.Cut(rest, ".")
	at, err := strconv.Atoi(place)
	return at, name, err == nil
}

// row is where the blocker stands on the page: with its group, or after all of them.
func (b Blocker) row() int {
	if b.Pool == 0 {
		return maxPools
	}
	return b.Pool
}

// column is the place of the field in its group.
func (b Blocker) column() int {
	_, field, _ := poolAt(b.Field)
	return slices.Index([]string{poolName, "percentageProduction", poolDestination, "algorithm"}, field)
}

// maxPools is above any place of a group: the contract takes 100.
const maxPools = 1 << 20
