package text

import (
	"maps"
	"slices"
	"strings"
)

// Word finds what a field means among the words of its column; capitals do not matter.
// Error: field.enum.
func Word[V any](field []byte, words map[string]V) (V, error) {
	v, ok := words[strings.ToUpper(string(field))]
	if !ok {
		allowed := strings.Join(slices.Sorted(maps.Keys(words)), ", ")
		return v, ErrWord.With("value", excerpt(field)).With("allowed", allowed)
	}
	return v, nil
}
