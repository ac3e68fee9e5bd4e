package blob_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rclone/gofakes3"
	"github.com/rclone/gofakes3/s3mem"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/blob/fs"
	"github.com/openpmo/pmo/adapters/blob/s3"
	"github.com/openpmo/pmo/core/object"
)

func folder(t *testing.T) object.Store {
	t.Helper()
	store, err := fs.New(t.TempDir(), bytes.Repeat([]byte{1}, 32), time.Now)
	require.NoError(t, err)
	return store
}

// service is an S3 server over HTTP that checks signatures.
func service(t *testing.T) s3.Options {
	t.Helper()
	fake := gofakes3.New(s3mem.New(), gofakes3.WithV4Auth(map[string]string{"access": "secret-key"}))
	server := httptest.NewServer(fake.Server())
	t.Cleanup(server.Close)
	return s3.Options{Endpoint: server.URL, Bucket: "objects", Prefix: "pmo/", AccessKey: "access", SecretKey: "secret-key", CreateBucket: true}
}

func bucket(t *testing.T) object.Store {
	t.Helper()
	store, err := s3.New(t.Context(), service(t))
	require.NoError(t, err)
	return store
}

func TestStoresAgree(t *testing.T) {
	t.Parallel()
	stores := map[string]func(*testing.T) object.Store{"fs": folder, "s3": bucket}
	rules := map[string]func(*testing.T, object.Store){
		"keeps and replaces": keeps, "opens anywhere": seeks, "misses": misses, "refuses keys": refuses, "sizes": sizes, "gives up": givesUp, "takes several": several,
	}
	for name, open := range stores {
		for rule, holds := range rules {
			t.Run(name+" "+rule, func(t *testing.T) {
				t.Parallel()
				holds(t, open(t))
			})
		}
	}
}

func put(t *testing.T, s object.Store, key, content string) {
	t.Helper()
	require.NoError(t, s.Put(t.Context(), key, strings.NewReader(content), int64(len(content)), "text/csv; charset=utf-8"))
}

func content(t *testing.T, s object.Store, key string) string {
	t.Helper()
	opened, info, err := s.Get(t.Context(), key)
	require.NoError(t, err)
	defer opened.Close()
	text, err := io.ReadAll(opened)
	require.NoError(t, err)
	require.EqualValues(t, len(text), info.Size)
	return string(text)
}

func keeps(t *testing.T, s object.Store) {
	put(t, s, "a/b", "first")
	put(t, s, "a/b", "a second, longer one\n")
	put(t, s, "a/b/c", "below a key")
	put(t, s, "empty", "")
	require.Equal(t, "a second, longer one\n", content(t, s, "a/b"))
	require.Equal(t, "below a key", content(t, s, "a/b/c"))
	require.Empty(t, content(t, s, "empty"))
	info, err := s.Stat(t.Context(), "a/b")
	require.NoError(t, err)
	require.Equal(t, object.Info{Size: 21, ContentType: "text/csv; charset=utf-8"}, info)
}

func several(t *testing.T, s object.Store) {
	of := func(key, text string) object.Object {
		return object.Object{Key: key, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }, Size: int64(len(text)), ContentType: "text/plain"}
	}
	put(t, s, "a/b", "before")
	require.NoError(t, s.PutAll(t.Context(), nil))
	require.NoError(t, s.PutAll(t.Context(), []object.Object{of("a/b", "first"), of("new/folder/c", "second"), of("d", "third")}))
	require.Equal(t, []string{"first", "second", "third"}, []string{content(t, s, "a/b"), content(t, s, "new/folder/c"), content(t, s, "d")})
	require.ErrorIs(t, s.PutAll(t.Context(), []object.Object{of("e", "fourth"), of("../e", "fifth")}), object.ErrKey)
	short := of("a/b", "sixth")
	short.Size++
	require.ErrorIs(t, s.PutAll(t.Context(), []object.Object{short}), object.ErrSize)
	require.Equal(t, "first", content(t, s, "a/b"), "as it was")
}

func seeks(t *testing.T, s object.Store) {
	put(t, s, "a", "0123456789")
	opened, _, err := s.Get(t.Context(), "a")
	require.NoError(t, err)
	defer opened.Close()
	at, err := opened.Seek(-3, io.SeekEnd)
	require.NoError(t, err)
	require.EqualValues(t, 7, at)
	text, err := io.ReadAll(opened)
	require.NoError(t, err)
	require.Equal(t, "789", string(text))
	_, err = opened.Seek(0, io.SeekStart)
	require.NoError(t, err)
	text, err = io.ReadAll(opened)
	require.NoError(t, err)
	require.Equal(t, "0123456789", string(text))
}

func misses(t *testing.T, s object.Store) {
	put(t, s, "a/b", "x")
	for _, key := range []string{"a", "b", "a/b/c"} {
		_, _, err := s.Get(t.Context(), key)
		require.ErrorIs(t, err, object.ErrNotFound, key)
		_, err = s.Stat(t.Context(), key)
		require.ErrorIs(t, err, object.ErrNotFound, key)
		require.NoError(t, s.Delete(t.Context(), key))
	}
	require.NoError(t, s.Delete(t.Context(), "a/b"))
	_, err := s.Stat(t.Context(), "a/b")
	require.ErrorIs(t, err, object.ErrNotFound)
}

func refuses(t *testing.T, s object.Store) {
	const key = "../a"
	require.ErrorIs(t, s.Put(t.Context(), key, strings.NewReader(""), 0, "text/plain"), object.ErrKey)
	_, _, err := s.Get(t.Context(), key)
	require.ErrorIs(t, err, object.ErrKey)
	_, err = s.Stat(t.Context(), key)
	require.ErrorIs(t, err, object.ErrKey)
	require.ErrorIs(t, s.Delete(t.Context(), key), object.ErrKey)
	_, err = s.SignGet(t.Context(), key, "a", time.Minute)
	require.ErrorIs(t, err, object.ErrKey)
}

func sizes(t *testing.T, s object.Store) {
	put(t, s, "a", "before")
	for _, size := range []int64{0, 4, 6} {
		err := s.Put(t.Context(), "a", strings.NewReader("12345"), size, "text/plain")
		require.ErrorIs(t, err, object.ErrSize, "announced %d", size)
	}
	require.Equal(t, "before", content(t, s, "a"))
	require.NoError(t, s.Put(t.Context(), "a", strings.NewReader("unknown length"), -1, "text/plain"))
	require.Equal(t, "unknown length", content(t, s, "a"))
	require.NoError(t, s.Put(t.Context(), "a", strings.NewReader(""), -1, "text/plain"))
	require.Empty(t, content(t, s, "a"))
	// Hidden behind a plain reader, as an upload is.
	require.NoError(t, s.Put(t.Context(), "a", io.MultiReader(strings.NewReader("12345")), 5, "text/plain"))
	require.Equal(t, "12345", content(t, s, "a"))
}

func givesUp(t *testing.T, s object.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Put(ctx, "a", strings.NewReader("x"), 1, "text/plain"), context.Canceled)
	errUpload := errors.New("upload broken off")
	broken := io.MultiReader(strings.NewReader("begin"), readerFunc(func([]byte) (int, error) { return 0, errUpload }))
	require.ErrorIs(t, s.Put(t.Context(), "a", broken, -1, "text/plain"), errUpload)
	_, err := s.Stat(t.Context(), "a")
	require.ErrorIs(t, err, object.ErrNotFound)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestSignedAddressOfS3(t *testing.T) {
	t.Parallel()
	options := service(t)
	store, err := s3.New(t.Context(), options)
	require.NoError(t, err)
	put(t, store, "invoices/1.pdf", "content")
	address, err := store.SignGet(t.Context(), "invoices/1.pdf", "Facture n° 1.pdf", time.Minute)
	require.NoError(t, err)
	status, disposition, body := download(t, address)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "content", body)
	require.Contains(t, disposition, "Facture%20n%C2%B0%201.pdf")
	status, _, _ = download(t, strings.Replace(address, "1.pdf", "2.pdf", 1))
	require.Equal(t, http.StatusForbidden, status)

	options.PublicEndpoint = "https://files.example.org"
	store, err = s3.New(t.Context(), options)
	require.NoError(t, err)
	address, err = store.SignGet(t.Context(), "invoices/1.pdf", "a.pdf", time.Minute)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(address, "https://files.example.org/objects/pmo/invoices/1.pdf?"), address)
}

func TestS3RefusesAtTheStart(t *testing.T) {
	t.Parallel()
	good := service(t)
	for name, change := range map[string]func(*s3.Options){
		"wrong secret": func(o *s3.Options) { o.SecretKey = "another-key" },
		"no URL":       func(o *s3.Options) { o.Endpoint = "localhost:9000" },
		"no bucket":    func(o *s3.Options) { o.Bucket, o.CreateBucket = "elsewhere", false },
	} {
		options := good
		change(&options)
		_, err := s3.New(t.Context(), options)
		require.Error(t, err, name)
	}
}

func download(t *testing.T, address string) (status int, disposition, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	require.NoError(t, err)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, answer.Header.Get("Content-Disposition"), string(text)
}
