package metering

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// FileMappingInput asks for a new mapping.
type FileMappingInput struct {
	OperationID id.ID
	Name        string
	Fingerprint string
	Header      []string
	Answers     FileAnswers
}

// FileMappingChange changes a mapping; nil = unchanged.
type FileMappingChange struct {
	OperationID id.ID
	MappingID   id.ID
	IfVersion   int // 0 = any
	Name        *string
	Answers     *FileAnswers
}

// longestMappingName in characters.
const longestMappingName = 120

var fingerprint = regexp.MustCompile(`^[0-9a-f]{32}$`)

// FileMappings lists the mappings of an operation, by name. Errors: forbidden, notFound.
func (s *Service) FileMappings(ctx context.Context, p policy.Principal, operationID id.ID) ([]FileMapping, error) {
	if err := s.guard.Operation(ctx, p, permImport, operationID); err != nil {
		return nil, err
	}
	return s.mappings.List(ctx, operationID)
}

// FileMapping is one mapping. Errors: forbidden, notFound, fileMapping.notFound.
func (s *Service) FileMapping(ctx context.Context, p policy.Principal, operationID, mappingID id.ID) (FileMapping, error) {
	if err := s.guard.Operation(ctx, p, permImport, operationID); err != nil {
		return FileMapping{}, err
	}
	return s.mappings.Get(ctx, operationID, mappingID)
}

// CreateFileMapping remembers answers for all files that are understood alike.
// Errors: forbidden, notFound, fileMapping.name, fileMapping.fingerprint,
// fileMapping.year, fileMapping.word, fileMapping.column, fileMapping.site,
// fileMapping.exists.
func (s *Service) CreateFileMapping(ctx context.Context, p policy.Principal, in FileMappingInput) (FileMapping, error) {
	if err := s.guard.Operation(ctx, p, permImport, in.OperationID); err != nil {
		return FileMapping{}, err
	}
	now := s.now()
	if err := s.checkMappingSites(ctx, in.OperationID, in.Header, in.Answers); err != nil {
		return FileMapping{}, err
	}
	m := FileMapping{ID: id.New(), OperationID: in.OperationID, Name: strings.TrimSpace(in.Name), Fingerprint: in.Fingerprint, Header: in.Header,
		Answers: in.Answers, Version: 1, CreatedAt: now, CreatedBy: p.UserID, UpdatedAt: now}
	if err := m.check(); err != nil {
		return FileMapping{}, err
	}
	err := s.tx.InTx(ctx, p.Change(permImport, in.OperationID, "fileMapping", m.ID), func(ctx context.Context) error {
		return s.mappings.Add(ctx, m)
	})
	if err != nil {
		return FileMapping{}, err
	}
	return s.mappings.Get(ctx, in.OperationID, m.ID)
}

// UpdateFileMapping changes the name or the answers of a mapping.
// Errors: forbidden, notFound, object.changed, fileMapping.name, fileMapping.year,
// fileMapping.word, fileMapping.column, fileMapping.site.
func (s *Service) UpdateFileMapping(ctx context.Context, p policy.Principal, in FileMappingChange) (FileMapping, error) {
	if err := s.guard.Operation(ctx, p, permImport, in.OperationID); err != nil {
		return FileMapping{}, err
	}
	var m FileMapping
	err := s.tx.InTx(ctx, p.Change(permImport, in.OperationID, "fileMapping", in.MappingID), func(ctx context.Context) error {
		var err error
		if m, err = s.mappings.Get(ctx, in.OperationID, in.MappingID); err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != m.Version {
			return ErrChanged
		}
		if in.Name != nil {
			m.Name = strings.TrimSpace(*in.Name)
		}
		if in.Answers != nil {
			if err := s.checkMappingSites(ctx, in.OperationID, m.Header, *in.Answers); err != nil {
				return err
			}
			m.Answers = *in.Answers
		}
		if err := m.check(); err != nil {
			return err
		}
		before := m.Version
		m.Version, m.UpdatedAt = before+1, s.now()
		return s.mappings.Update(ctx, m, before)
	})
	return m, err
}

// DeleteFileMapping forgets a mapping. Errors: forbidden, notFound, object.changed.
func (s *Service) DeleteFileMapping(ctx context.Context, p policy.Principal, operationID, mappingID id.ID, ifVersion int) error {
	if err := s.guard.Operation(ctx, p, permImport, operationID); err != nil {
		return err
	}
	return s.tx.InTx(ctx, p.Change(permImport, operationID, "fileMapping", mappingID), func(ctx context.Context) error {
		m, err := s.mappings.Get(ctx, operationID, mappingID)
		if err != nil {
			return err
		}
		if ifVersion != 0 && ifVersion != m.Version {
			return ErrChanged
		}
		return s.mappings.Remove(ctx, operationID, mappingID)
	})
}

// checkMappingSites refuses a site in a mapping that the heading of its column does not
// name: files of another site may be understood alike. Error: fileMapping.site.
func (s *Service) checkMappingSites(ctx context.Context, operationID id.ID, header []string, answers FileAnswers) error {
	var hints FileHints
	for i, c := range answers.Columns {
		if c.DsoID == "" {
			continue
		}
		if hints.Sites == nil {
			var err error
			if hints.Sites, err = s.perimeter.Sites(ctx, operationID); err != nil {
				return err
			}
		}
		heading := ""
		if c.Index >= 0 && c.Index < len(header) {
			heading = header[c.Index]
		}
		if !strings.Contains(heading, c.DsoID) && hints.SiteNamed(heading) != c.DsoID {
			return ErrMappingSite.With("value", c.DsoID).With("column", heading).At(fmt.Sprintf("columns.%d.dsoId", i))
		}
	}
	return nil
}

// check refuses a mapping that cannot be kept. What is said of one file only is not kept.
func (m *FileMapping) check() error {
	m.Answers.FileName, m.Answers.Sheet, m.Answers.LastLine, m.Answers.MeterIndex, m.Answers.LeaveOut = "", "", "", "", false
	switch {
	case m.Name == "" || len([]rune(m.Name)) > longestMappingName:
		return ErrMappingName.With("max", longestMappingName).At("name")
	case !fingerprint.MatchString(m.Fingerprint):
		return ErrMappingFingerprint.At("fingerprint")
	}
	return m.Answers.check()
}

// readerFor is the reader of an import, with what is known about its files.
func (s *Service) readerFor(ctx context.Context, i *Import, sites []Site) (FileReader, error) {
	hints := FileHints{Answers: i.Answers, Sites: sites}
	if s.mappings != nil {
		var err error
		if hints.Mappings, err = s.mappings.List(ctx, i.OperationID); err != nil {
			return nil, err
		}
	}
	return s.reader.With(hints), nil
}

// checkAnswers refuses answers that cannot be meant, naming the part they came in.
func checkAnswers(all []FileAnswers) error {
	for _, a := range all {
		if err := a.check(); err != nil {
			f := fault.From(err)
			return f.At("mapping." + f.Field)
		}
	}
	return nil
}

// understand keeps how files were read, and gives those that leave nothing open. One
// that does is told in a dry run, and refused else.
func (in *intake) understand(sets []Dataset, dryRun bool) []Dataset {
	closed := make([]Dataset, 0, len(sets))
	for _, set := range sets {
		u := set.understood()
		in.files = append(in.files, u)
		switch {
		case !u.Open():
			closed = append(closed, set)
		case dryRun:
			in.open = true
		default:
			in.fail(ErrMappingNeeded.With("fileName", set.FileName).With("questions", u.asked()))
		}
	}
	return closed
}
