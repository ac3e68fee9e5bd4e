package wire

import (
	"mime"
	"strings"
	"unicode"
)

// Attachment is the Content-Disposition that saves a file under name, whatever its letters:
// those that a folder does not take are dashes.
func Attachment(name string) string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || strings.ContainsRune(`/\:*?"<>|`, c) {
			return '-'
		}
		return c
	}, name)})
}
