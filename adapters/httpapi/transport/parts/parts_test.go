package parts

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
)

func TestUploadsAreSpooledWithTheirHash(t *testing.T) {
	t.Parallel()
	const boundary = "b"
	body := "--b\r\nContent-Disposition: form-data; name=\"dryRun\"\r\n\r\ntrue\r\n" +
		"--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.csv\"\r\n\r\nabc\r\n--b--\r\n"
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "multipart/form-data; boundary="+boundary)
	parts, err := r.MultipartReader()
	require.NoError(t, err)
	s, err := Receive(parts, Rules{Words: []string{DryRun, Status}, MaxFiles: 1, TooMany: problem.ErrBodyInvalid})
	require.NoError(t, err)
	defer s.Remove()
	require.True(t, s.Says(DryRun, "true"))
	require.False(t, s.Says(Status, "definitive"))
	require.Len(t, s.Files, 1)
	require.EqualValues(t, 3, s.Files[0].Size)
	require.Equal(t, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", s.Files[0].SHA256)
	content, err := s.Files[0].Open()
	require.NoError(t, err)
	text, err := io.ReadAll(content)
	require.NoError(t, err)
	require.NoError(t, content.Close())
	require.Equal(t, "abc", string(text))
}
