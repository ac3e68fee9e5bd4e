package bill

// File is an archive of documents.
type File struct {
	Name    string
	Content []byte
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
