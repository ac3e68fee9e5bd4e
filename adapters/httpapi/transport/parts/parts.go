// Package parts reads the requests that are made of parts: files, which are kept in a temporary
// folder, and words about them.
package parts

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime/multipart"
	"os"
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/fault"
)

// Parts of a request that are no files.
const (
	DryRun          = "dryRun"
	Status          = "status"
	Mapping         = "mapping"
	AcceptSuspected = "acceptSuspected"
	AddZeros        = "addZeros"
)

// partWords are what such a part may say. What is mistyped must not become an import that
// was meant to be a check.
var partWords = map[string][]string{DryRun: {"true", "false"}, Status: {"definitive"}, AcceptSuspected: {"true", "false"}, AddZeros: {"true", "false"}}

// fileParts are the names of parts with files.
var fileParts = []string{"files", "file"}

// Rules are what a call takes.
type Rules struct {
	Words    []string // names of parts that say a word
	MaxFiles int
	TooMany  *fault.Error // of a file too many
	MaxBytes int64        // of a file: what is beyond is counted and not kept; 0 = all is kept
	// others read the parts of other names.
	Others map[string]func(io.Reader) error
}

// Received are the parts of a request. The files lie in a temporary folder until they are
// stored: an object is named by its content, which is known at its end only.
type Received struct {
	Files  []File
	folder string
	said   map[string]bool // by name=word
}

// File is one file.
type File struct {
	Name   string
	Size   int64
	SHA256 string
	Open   func() (io.ReadCloser, error)
}

func (s *Received) Remove() { _ = os.RemoveAll(s.folder) }

// Says reports whether a part of that name said that word.
func (s *Received) Says(name, word string) bool { return s.said[name+"="+word] }

// Receive reads the parts of a request one after the other. Errors: body.tooLarge,
// request.invalid, and those of the rules.
func Receive(from *multipart.Reader, rules Rules) (*Received, error) {
	folder, err := os.MkdirTemp("", "pmo-upload-")
	if err != nil {
		return nil, err
	}
	s := &Received{folder: folder, said: map[string]bool{}}
	for {
		part, err := from.NextPart()
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err == nil {
			err = s.take(part, rules)
		}
		if err != nil {
			s.Remove()
			return nil, problem.Unreadable(err)
		}
	}
}

func (s *Received) take(part *multipart.Part, rules Rules) error {
	name := part.FormName()
	read, other := rules.Others[name]
	switch {
	case slices.Contains(fileParts, name):
		return s.takeFile(part, rules)
	case other:
		return read(part)
	case !slices.Contains(rules.Words, name):
		return problem.ErrInvalidRequest.Of(problem.ErrFieldUnknown.At(name))
	}
	word, err := Word(part)
	s.said[name+"="+word] = true
	return err
}

// Word reads a part that says one of a few words. Error: request.invalid.
func Word(part *multipart.Part) (string, error) {
	name := part.FormName()
	text, err := io.ReadAll(io.LimitReader(part, 64))
	if err == nil && !slices.Contains(partWords[name], string(text)) {
		err = problem.ErrInvalidRequest.Of(problem.ErrFieldEnum.With("allowed", strings.Join(partWords[name], ", ")).At(name))
	}
	return string(text), err
}

// OneFile reads a request of one file and nothing else, whole; of one that is longer than limit one
// byte more, for the use case refuses what is too large. Errors: body.tooLarge, request.invalid.
func OneFile(from *multipart.Reader, limit int64) ([]byte, error) {
	var content []byte
	found := false
	for {
		part, err := from.NextPart()
		switch {
		case errors.Is(err, io.EOF) && !found:
			return nil, problem.ErrInvalidRequest.Of(problem.ErrFieldRequired.At("file"))
		case errors.Is(err, io.EOF):
			return content, nil
		case err != nil:
			return nil, problem.Unreadable(err)
		case part.FormName() != "file":
			return nil, problem.ErrInvalidRequest.Of(problem.ErrFieldUnknown.At(part.FormName()))
		case found:
			return nil, problem.ErrInvalidRequest.Of(problem.ErrFieldTooLong.With("max", 1).At("file"))
		}
		found = true
		if content, err = io.ReadAll(io.LimitReader(part, limit+1)); err != nil {
			return nil, problem.Unreadable(err)
		}
	}
}

// FileName is that of a part with a file. Error: request.invalid.
func FileName(part *multipart.Part) (string, error) {
	switch name := part.FileName(); {
	case name == "":
		return "", problem.ErrInvalidRequest.Of(problem.ErrFieldRequired.At(part.FormName()))
	case !contract.Readable(name):
		return "", problem.ErrInvalidRequest.Of(problem.ErrText.At(part.FormName()))
	default:
		return name, nil
	}
}

// copyAtMost copies what is within a limit and one byte more, and counts the rest: who sends it reads the
// answer once all was taken.
func copyAtMost(to io.Writer, from io.Reader, most int64) (int64, error) {
	if most == 0 {
		return io.Copy(to, from)
	}
	size, err := io.Copy(to, io.LimitReader(from, most+1))
	if err != nil {
		return size, err
	}
	rest, err := io.Copy(io.Discard, from)
	return size + rest, err
}

func (s *Received) takeFile(part *multipart.Part, rules Rules) error {
	if len(s.Files) >= rules.MaxFiles {
		return rules.TooMany.With("max", rules.MaxFiles).At(part.FormName())
	}
	name, err := FileName(part)
	if err != nil {
		return err
	}
	kept, err := os.CreateTemp(s.folder, "file-")
	if err != nil {
		return err
	}
	sum := sha256.New()
	size, err := copyAtMost(io.MultiWriter(kept, sum), part, rules.MaxBytes)
	if closed := kept.Close(); err == nil {
		err = closed
	}
	s.Files = append(s.Files, File{Name: name, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil)),
		Open: func() (io.ReadCloser, error) { return os.Open(kept.Name()) }})
	return err
}
