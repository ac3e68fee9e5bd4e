package parts

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/fault"
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

// TestAFileThatIsTooLongIsKeptToTheLimit and one byte more, and told with all its size.
func TestAFileThatIsTooLongIsKeptToTheLimit(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{"abc": "abc", "abcd": "abcd", "abcde": "abcd", strings.Repeat("x", 100_000): "xxxx"} {
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		part, err := w.CreateFormFile("files", "a.csv")
		require.NoError(t, err)
		_, err = part.Write([]byte(content))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		s, err := Receive(multipart.NewReader(&body, w.Boundary()), Rules{MaxFiles: 1, MaxBytes: 3, TooMany: problem.ErrBodyInvalid})
		require.NoError(t, err)
		defer s.Remove()
		require.EqualValues(t, len(content), s.Files[0].Size)
		kept, err := s.Files[0].Open()
		require.NoError(t, err)
		text, err := io.ReadAll(kept)
		require.NoError(t, err)
		require.NoError(t, kept.Close())
		require.Equal(t, want, string(text))
	}
}

// TestOneFile: exactly one, of the name file; a longer one is read no further than is needed to say so.
func TestOneFile(t *testing.T) {
	t.Parallel()
	request := func(parts ...[2]string) *multipart.Reader {
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		for _, p := range parts {
			part, err := w.CreateFormFile(p[0], "a.png")
			require.NoError(t, err)
			_, err = part.Write([]byte(p[1]))
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		return multipart.NewReader(&body, w.Boundary())
	}
	got, err := OneFile(request([2]string{"file", "abc"}), 3)
	require.NoError(t, err)
	require.Equal(t, "abc", string(got))
	got, err = OneFile(request([2]string{"file", "abcdefgh"}), 3)
	require.NoError(t, err)
	require.Equal(t, "abcd", string(got))
	for name, bad := range map[string]*multipart.Reader{"none": request(), "two": request([2]string{"file", "a"}, [2]string{"file", "b"}), "another": request([2]string{"logo", "a"})} {
		_, err := OneFile(bad, 3)
		require.Equal(t, "request.invalid", fault.KeyOf(err), name)
	}
}
