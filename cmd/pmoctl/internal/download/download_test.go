package download

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A name from elsewhere never leaves the folder.
func TestFileName(t *testing.T) {
	for disposition, want := range map[string]string{
		`attachment; filename="F-1.pdf"`:                  "F-1.pdf",
		`attachment; filename*=UTF-8''%C3%89cole%201.pdf`: "École 1.pdf",
		`attachment; filename="../../etc/passwd"`:         "passwd",
		`attachment; filename="C:\\temp\\F-2.pdf"`:        "F-2.pdf",
		`attachment; filename=".bashrc"`:                  "bashrc",
		`attachment; filename=".."`:                       "fallback.pdf",
		`attachment; filename="a/"`:                       "fallback.pdf",
		`attachment; filename*=UTF-8''a%0A%1Bb%3A.pdf`:    "ab.pdf",
		`attachment`:             "fallback.pdf",
		``:                       "fallback.pdf",
		`not; a = valid; header`: "fallback.pdf",
	} {
		require.Equal(t, want, fileName(disposition, "fallback.pdf"), disposition)
	}
	require.Equal(t, "download", fileName("", "../"))
}
