package party

import (
	"strings"
	"unicode/utf8"
)

// How many tags a thing has at most, and how long one is, in characters.
const (
	MaxTags      = 20
	MaxTagLength = 40
)

// Tags are the words by which an organizer finds sites and clients again: without blanks around
// them, each once whatever its capitals, in the order given; nil for none. A comma ends a tag in
// tables, so that none holds one. Errors: tags.tooMany, tags.invalid.
func Tags(given []string) ([]string, error) {
	var tags []string
	seen := map[string]bool{}
	for _, tag := range given {
		tag = strings.Join(strings.Fields(tag), " ")
		folded := strings.ToLower(tag)
		if tag == "" || seen[folded] {
			continue
		}
		seen[folded] = true
		if utf8.RuneCountInString(tag) > MaxTagLength || strings.ContainsAny(tag, ",;") {
			return given, ErrTag.With("value", tag).With("max", MaxTagLength)
		}
		tags = append(tags, tag)
	}
	if len(tags) > MaxTags {
		return given, ErrTooManyTags.With("max", MaxTags)
	}
	return tags, nil
}
