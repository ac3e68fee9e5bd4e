package received_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
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

// TestAFileIsKeptOnceAndReadWithWhatIsKnown: the second import of a content finds it.
func TestAFileIsKeptOnceAndReadWithWhatIsKnown(t *testing.T) {
	t.Parallel()
	w, shelf := coretest.New(t), &coretest.Shelf{Bytes: map[string][]byte{}}
	s := received.New(received.Deps{Documents: w.Keeping(shelf), Reader: tellingReader{}, Mappings: oneMapping{}})
	opened := 0
	open := func() (io.ReadCloser, error) {
		opened++
		return io.NopCloser(strings.NewReader("hello")), nil
	}
	arrived := received.Arrived{Name: "a.csv", Size: 5, SHA256: strings.Repeat("ab", 32), Open: open}
	var names []id.ID
	for range 2 {
		files, err := s.Keep(t.Context(), w.Operation, arrived)
		require.NoError(t, err)
		require.NoError(t, s.Name(t.Context(), w.Operation, append(files, received.File{Name: "too large"}), func(context.Context) error {
			names = append(names, files[0].Document)
			return nil
		}), "one that is not kept has no document")
	}
	require.Equal(t, 1, opened, "what is there is not read again")
	require.Equal(t, names[0], names[1])
	file := received.File{Name: "a.csv", Size: 5, SHA256: arrived.SHA256, Document: names[0]}

	reader, err := s.Reader(t.Context(), w.Operation, nil, []metering.Site{{Name: "Mairie"}})
	require.NoError(t, err)
	sets, err := reader.Read(t.Context(), file, civil.Paris)
	require.NoError(t, err)
	require.Equal(t, []curvefile.Dataset{{FileName: "a.csv", Format: "Onduleur Mairie hello"}}, sets)
	file.Document = id.New()
	_, err = reader.Read(t.Context(), file, civil.Paris)
	require.ErrorIs(t, err, object.ErrNotFound)

	sets, err = s.Look(t.Context(), "b.csv", 5, open, civil.Paris)
	require.NoError(t, err)
	require.Equal(t, "hello", sets[0].Format, "nothing is known of a file that is only looked at")
	_, err = s.Keep(t.Context(), w.Operation, received.Arrived{Name: "c.csv", Size: 5, SHA256: strings.Repeat("cd", 32),
		Open: func() (io.ReadCloser, error) { return nil, errors.New("gone") }})
	require.ErrorContains(t, err, "gone")
	require.Len(t, shelf.Bytes, 1)
}
