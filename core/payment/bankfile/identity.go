package bankfile

import (
	"crypto/sha256"
	"fmt"
)

// Identity names a line on its account for ever: the same line in another file has the same.
type Identity [sha256.Size]byte

func identityOf(said ...any) Identity {
	text := ""
	for _, one := range said {
		v := fmt.Sprint(one)
		text += fmt.Sprintf("%d:%s", len(v), v) // so that no two lists are one text
	}
	return sha256.Sum256([]byte(text))
}
