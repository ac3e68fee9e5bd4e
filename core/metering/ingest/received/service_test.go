package received_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/blob/fs"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest/received"
	"github.com/openpmo/pmo/core/object"
)

// tellingReader answers with the content of a file and what was known before.
type tellingReader struct{ hints curvefile.FileHints }

func (r tellingReader) With(hints curvefile.FileHints) curvefile.FileReader {
	return tellingReader{hints}
}

func (r tellingReader) Read(_ context.Context, name string, _ int64, open func() (io.ReadCloser, error), _ civil.Zone) ([]curvefile.Dataset, error) {
	content, err := open()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(content)
	known := []string{}
	for _, m := range r.hints.Mappings {
		known = append(known, m.Name)
	}
	for _, s := range r.hints.Sites {
		known = append(known, s.Name)
	}
	return []curvefile.Dataset{{FileName: name, Format: strings.Join(append(known, string(text)), " ")}}, err
}

// oneMapping knows one description.
type oneMapping struct{ curvefile.Mappings }

func (oneMapping) List(context.Context, id.ID) ([]curvefile.FileMapping, error) {
	return []curvefile.FileMapping{{Name: "Onduleur"}}, nil
}

// TestAFileIsKeptOnceAndReadWithWhatIsKnown: the name of a content in the store is its sum.
func TestAFileIsKeptOnceAndReadWithWhatIsKnown(t *testing.T) {
	t.Parallel()
	store, err := fs.New(t.TempDir(), bytes.Repeat([]byte{1}, 32), time.Now)
	require.NoError(t, err)
	s := received.New(received.Deps{Files: store, Reader: tellingReader{}, Mappings: oneMapping{}})
	file := received.File{Name: "a.csv", Size: 5, SHA256: strings.Repeat("ab", 32)}
	require.Equal(t, "curves/ab/"+file.SHA256, file.Key())
	opened := 0
	open := func() (io.ReadCloser, error) {
		opened++
		return io.NopCloser(strings.NewReader("hello")), nil
	}
	for range 2 {
		require.NoError(t, s.Keep(t.Context(), file, open))
	}
	require.Equal(t, 1, opened, "what is there is not read again")

	reader, err := s.Reader(t.Context(), id.New(), nil, []metering.Site{{Name: "Mairie"}})
	require.NoError(t, err)
	sets, err := reader.Read(t.Context(), file, civil.Paris)
	require.NoError(t, err)
	require.Equal(t, []curvefile.Dataset{{FileName: "a.csv", Format: "Onduleur Mairie hello"}}, sets)
	file.SHA256 = strings.Repeat("cd", 32)
	_, err = reader.Read(t.Context(), file, civil.Paris)
	require.ErrorIs(t, err, object.ErrNotFound)

	sets, err = s.Look(t.Context(), "b.csv", 5, open, civil.Paris)
	require.NoError(t, err)
	require.Equal(t, "hello", sets[0].Format, "nothing is known of a file that is only looked at")
	require.Error(t, s.Keep(t.Context(), file, func() (io.ReadCloser, error) { return nil, errors.New("gone") }))
	_, err = store.Stat(t.Context(), file.Key())
	require.ErrorIs(t, err, object.ErrNotFound)
}
