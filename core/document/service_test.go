package document_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/blob"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/object"
)

// content of a hash that begins with two digits.
func content(digits, text string) document.Content {
	return document.Content{SHA256: strings.Repeat(digits, 32), Size: int64(len(text)), ContentType: "text/plain",
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

func nothing(context.Context) error { return nil }

func read(t *testing.T, s *document.Service, d document.Document) string {
	t.Helper()
	file, err := s.Open(t.Context(), d)
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(file)
	require.NoError(t, err)
	return string(text)
}

// TestAContentIsKeptOnce per operation and kind, also twice in one call.
func TestAContentIsKeptOnce(t *testing.T) {
	t.Parallel()
	w, shelf := coretest.New(t), &coretest.Shelf{Bytes: map[string][]byte{}}
	s := w.Keeping(shelf)
	docs, err := s.Keep(t.Context(), w.Operation, "curves", content("aa", "one"), content("bb", "two"), content("aa", "one"))
	require.NoError(t, err)
	require.Equal(t, []any{docs[0], 2, "one", "two"}, []any{docs[2], len(shelf.Bytes), read(t, s, docs[0]), read(t, s, docs[1])})
	require.NoError(t, s.Attach(t.Context(), docs, nothing))
	again, err := s.Keep(t.Context(), w.Operation, "curves", content("aa", "one"))
	require.NoError(t, err)
	require.Equal(t, docs[:1], again)
	other, err := s.Keep(t.Context(), w.Operation, "invoices", content("aa", "one"))
	require.NoError(t, err)
	require.NotEqual(t, docs[0].ID, other[0].ID, "another kind is another document")
	none, err := s.Keep(t.Context(), w.Operation, "curves")
	require.NoError(t, err)
	require.Empty(t, none)
}

// TestContentsOfTwoKindsAreKeptTogether: the same content of another kind is another document, also in one call,
// and the answer is in the order of the contents.
func TestContentsOfTwoKindsAreKeptTogether(t *testing.T) {
	t.Parallel()
	w, shelf := coretest.New(t), &coretest.Shelf{Bytes: map[string][]byte{}}
	s := w.Keeping(shelf)
	of := func(kind document.Kind, digits, text string) document.ContentOf {
		return document.ContentOf{Kind: kind, Content: content(digits, text)}
	}
	docs, err := s.KeepEach(t.Context(), w.Operation, []document.ContentOf{of("invoices", "cc", "three"), of("invoices", "aa", "one"), of("curves", "aa", "one"), of("curves", "bb", "two"), of("invoices", "aa", "one")})
	require.NoError(t, err)
	require.Equal(t, docs[1], docs[4])
	require.NotEqual(t, docs[1].ID, docs[2].ID)
	require.Len(t, shelf.Bytes, 4)
	var is []string
	for _, d := range docs {
		is = append(is, string(d.Kind)+" "+read(t, s, d))
	}
	require.Equal(t, []string{"invoices three", "invoices one", "curves one", "curves two", "invoices one"}, is)
	require.NoError(t, s.Attach(t.Context(), docs, nothing))
	again, err := s.KeepEach(t.Context(), w.Operation, []document.ContentOf{of("curves", "aa", "one"), of("invoices", "cc", "three")})
	require.NoError(t, err)
	require.Equal(t, []document.Document{docs[2], docs[0]}, again)
}

// TestWhatNothingNamesIsRemoved after a day, and nothing else.
func TestWhatNothingNamesIsRemoved(t *testing.T) {
	t.Parallel()
	w, shelf := coretest.New(t), &coretest.Shelf{Bytes: map[string][]byte{}}
	s := w.Keeping(shelf)
	docs, err := s.Keep(t.Context(), w.Operation, "curves", content("aa", "named"), content("bb", "left"), content("cc", "refused"))
	require.NoError(t, err)
	require.NoError(t, s.Attach(t.Context(), docs[:1], nothing))
	refused := errors.New("refused")
	require.ErrorIs(t, s.Attach(t.Context(), docs[2:], func(context.Context) error { return refused }), refused)

	w.Clock = w.Clock.Add(24 * time.Hour)
	require.NoError(t, s.Sweep(t.Context()))
	require.Len(t, shelf.Bytes, 3, "it may still be on its way")
	w.Clock = w.Clock.Add(time.Second)
	back, err := s.Keep(t.Context(), w.Operation, "curves", content("cc", "refused"))
	require.NoError(t, err)
	require.Equal(t, docs[2:], back, "it comes again, and has a day from now")
	require.NoError(t, s.Sweep(t.Context()))
	require.Equal(t, map[string][]byte{docs[0].Key(): []byte("named"), docs[2].Key(): []byte("refused")}, shelf.Bytes)

	require.ErrorIs(t, s.Attach(t.Context(), docs[:2], nothing), document.ErrGone, "too late")
	fresh, err := s.Keep(t.Context(), w.Operation, "curves", content("bb", "left"))
	require.NoError(t, err)
	require.NotEqual(t, docs[1].ID, fresh[0].ID)
	require.NoError(t, s.Attach(t.Context(), append(back, fresh...), nothing))
	w.Clock = w.Clock.Add(100 * 24 * time.Hour)
	require.NoError(t, s.Sweep(t.Context()))
	require.Equal(t, []any{3, "left"}, []any{len(shelf.Bytes), read(t, s, fresh[0])})
}

// stuck is an object store that cannot remove, or store, for a while.
type stuck struct {
	*coretest.Shelf
	is bool
}

var errStuck = errors.New("stuck")

func (s *stuck) Delete(ctx context.Context, key string) error {
	if s.is {
		return errStuck
	}
	return s.Shelf.Delete(ctx, key)
}

func (s *stuck) Put(ctx context.Context, key string, content io.Reader, size int64, contentType string) error {
	if s.is {
		return errStuck
	}
	return s.Shelf.Put(ctx, key, content, size, contentType)
}

func (s *stuck) PutAll(ctx context.Context, objects []object.Object) error {
	return blob.PutAll(ctx, s, objects)
}

// TestALeavingContentMayComeBack: what the store could not remove yet is out of reach, the same
// content has another name meanwhile, and the next sweep removes the old one only.
func TestALeavingContentMayComeBack(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	store := &stuck{Shelf: &coretest.Shelf{Bytes: map[string][]byte{}}}
	s := w.Keeping(store)
	old, err := s.Keep(t.Context(), w.Operation, "curves", content("aa", "one"))
	require.NoError(t, err)
	w.Clock, store.is = w.Clock.Add(25*time.Hour), true
	require.ErrorIs(t, s.Sweep(t.Context()), errStuck)
	require.ErrorIs(t, s.Attach(t.Context(), old, nothing), document.ErrGone, "it is on its way out")
	_, err = s.Keep(t.Context(), w.Operation, "curves", content("aa", "one"))
	require.ErrorIs(t, err, errStuck)
	store.is = false
	back, err := s.Keep(t.Context(), w.Operation, "curves", content("aa", "one"))
	require.NoError(t, err)
	require.NotEqual(t, old[0].ID, back[0].ID)
	require.NoError(t, s.Attach(t.Context(), back, nothing))
	require.NoError(t, s.Sweep(t.Context()))
	require.Equal(t, map[string][]byte{back[0].Key(): []byte("one")}, store.Bytes)
}

// TestAFileInMemoryIsAContent: whole, as often as it is opened, by the hash that it has.
func TestAFileInMemoryIsAContent(t *testing.T) {
	t.Parallel()
	c := document.Of([]byte("bonjour"), "text/plain")
	require.Equal(t, []any{"2cb4b1431b84ec15d35ed83bb927e27e8967d75f4bcd9cc4b25c8d879ae23e18", int64(7), "text/plain"}, []any{c.SHA256, c.Size, c.ContentType})
	for range 2 {
		file, err := c.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(file)
		require.NoError(t, err)
		require.Equal(t, "bonjour", string(text))
	}
}
