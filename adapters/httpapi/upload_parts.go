package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime/multipart"
	"os"
	"slices"
	"strings"

	core "github.com/openpmo/pmo/core/metering"
)

// spool keeps the files of a request in a temporary folder until they are stored: an
// object is named by its content, which is known at its end only.
type spool struct {
	folder     string
	files      []core.ReceivedFile
	dryRun     bool
	definitive bool
	confirmed  bool
	answers    []core.FileAnswers
}

func (s *spool) remove() { _ = os.RemoveAll(s.folder) }

// Parts of a request that are no files.
const (
	partDryRun  = "dryRun"
	partStatus  = "status"
	partMapping = "mapping"
	partAccept  = "acceptSuspected"
)

// partWords are what such a part may say. What is mistyped must not become an import that
// was meant to be a check.
var partWords = map[string][]string{partDryRun: {"true", "false"}, partStatus: {"definitive"}, partAccept: {"true", "false"}}

// fileParts are the names of parts with files.
var fileParts = []string{"files", "file"}

// receive reads the parts of a request one after the other: files, and those of the
// others that the call knows. Errors: body.tooLarge, request.invalid.
func receive(parts *multipart.Reader, known ...string) (*spool, error) {
	folder, err := os.MkdirTemp("", "pmo-upload-")
	if err != nil {
		return nil, err
	}
	s := &spool{folder: folder}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err == nil {
			err = s.take(part, known)
		}
		if err != nil {
			s.remove()
			if errors.Is(err, errInvalidRequest) || errors.Is(err, core.ErrTooManyFiles) {
				return nil, err
			}
			return nil, unreadable(err)
		}
	}
}

func (s *spool) take(part *multipart.Part, known []string) error {
	name := part.FormName()
	switch {
	case slices.Contains(fileParts, name):
		return s.takeFile(part)
	case !slices.Contains(known, name):
		return errInvalidRequest.Of(errFieldUnknown.At(name))
	case name == partMapping:
		if len(s.answers) >= mostAnswers {
			return errInvalidRequest.Of(errFieldTooLong.With("max", mostAnswers).At(name))
		}
		answers, err := answersOf(part)
		s.answers = append(s.answers, answers)
		return err
	}
	word, err := wordOf(part)
	s.dryRun = s.dryRun || name == partDryRun && word == "true"
	s.definitive = s.definitive || name == partStatus
	s.confirmed = s.confirmed || name == partAccept && word == "true"
	return err
}

// wordOf reads a part that says one of a few words. Error: request.invalid.
func wordOf(part *multipart.Part) (string, error) {
	name := part.FormName()
	text, err := io.ReadAll(io.LimitReader(part, 64))
	if err == nil && !slices.Contains(partWords[name], string(text)) {
		err = errInvalidRequest.Of(errFieldEnum.With("allowed", strings.Join(partWords[name], ", ")).At(name))
	}
	return string(text), err
}

// fileName is that of a part with a file. Error: request.invalid.
func fileName(part *multipart.Part) (string, error) {
	switch name := part.FileName(); {
	case name == "":
		return "", errInvalidRequest.Of(errFieldRequired.At(part.FormName()))
	case !readable(name):
		return "", errInvalidRequest.Of(errText.At(part.FormName()))
	default:
		return name, nil
	}
}

func (s *spool) takeFile(part *multipart.Part) error {
	if len(s.files) >= core.MaxFiles {
		return core.ErrTooManyFiles.With("max", core.MaxFiles).At(part.FormName())
	}
	name, err := fileName(part)
	if err != nil {
		return err
	}
	kept, err := os.CreateTemp(s.folder, "file-")
	if err != nil {
		return err
	}
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(kept, sum), part)
	if closed := kept.Close(); err == nil {
		err = closed
	}
	s.files = append(s.files, core.ReceivedFile{Name: name, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil)),
		Open: func() (io.ReadCloser, error) { return os.Open(kept.Name()) }})
	return err
}
