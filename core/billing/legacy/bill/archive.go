package bill

import "github.com/openpmo/pmo/core/civil"

// File is an archive of documents.
type File struct {
	Name    string
	Content []byte
}

// Pages are documents with what names an archive of them: the last day that they are for, and who sold.
type Pages struct {
	Files []File
	Last  civil.Date
	Name  string
}

// safe has no letter that parts folders.
func safe(name string) string {
	letters := []rune(name)
	for n, r := range letters {
		if r == '/' || r == '\\' || r < ' ' {
			letters[n] = '-'
		}
	}
	return string(letters)
}
