// Package mapping keeps descriptions of files: answers to what a curve file does not say.
package mapping

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Guard     policy.Guard
	Mappings  curvefile.Mappings
	Now       func() time.Time
	Perimeter metering.Perimeter
	Tx        tx.Runner
}

// Service holds the use cases of descriptions of files.
type Service struct {
	guard     policy.Guard
	mappings  curvefile.Mappings
	now       func() time.Time
	perimeter metering.Perimeter
	tx        tx.Runner
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{guard: d.Guard, mappings: d.Mappings, now: d.Now, perimeter: d.Perimeter, tx: d.Tx}
}

// FileMappingInput asks for a new mapping.
type FileMappingInput struct {
	OperationID id.ID
	Name        string
	Fingerprint string
	Header      []string
	Answers     curvefile.FileAnswers
}

// FileMappingChange changes a mapping; nil = unchanged.
type FileMappingChange struct {
	OperationID id.ID
	MappingID   id.ID
	IfVersion   int // 0 = any
	Name        *string
	Answers     *curvefile.FileAnswers
}

// FileMappings lists the mappings of an operation, by name. Errors: forbidden, notFound.
func (s *Service) FileMappings(ctx context.Context, p policy.Principal, operationID id.ID) ([]curvefile.FileMapping, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return nil, err
	}
	return s.mappings.List(ctx, operationID)
}

// FileMapping is one mapping. Errors: forbidden, notFound, fileMapping.notFound.
func (s *Service) FileMapping(ctx context.Context, p policy.Principal, operationID, mappingID id.ID) (curvefile.FileMapping, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return curvefile.FileMapping{}, err
	}
	return s.mappings.Get(ctx, operationID, mappingID)
}

// CreateFileMapping remembers answers for all files that are understood alike.
// Errors: forbidden, notFound, fileMapping.name, fileMapping.fingerprint,
// fileMapping.year, fileMapping.word, fileMapping.column, fileMapping.site,
// fileMapping.exists.
func (s *Service) CreateFileMapping(ctx context.Context, p policy.Principal, in FileMappingInput) (curvefile.FileMapping, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, in.OperationID); err != nil {
		return curvefile.FileMapping{}, err
	}
	now := s.now()
	if err := s.checkMappingSites(ctx, in.OperationID, in.Header, in.Answers); err != nil {
		return curvefile.FileMapping{}, err
	}
	m := curvefile.FileMapping{ID: id.New(), OperationID: in.OperationID, Name: strings.TrimSpace(in.Name), Fingerprint: in.Fingerprint, Header: in.Header,
		Answers: in.Answers, Version: 1, CreatedAt: now, CreatedBy: p.UserID, UpdatedAt: now}
	if err := m.Check(); err != nil {
		return curvefile.FileMapping{}, err
	}
	err := s.tx.InTx(ctx, p.Change(metering.PermImport, in.OperationID, "fileMapping", m.ID), func(ctx context.Context) error {
		return s.mappings.Add(ctx, m)
	})
	if err != nil {
		return curvefile.FileMapping{}, err
	}
	return s.mappings.Get(ctx, in.OperationID, m.ID)
}

// UpdateFileMapping changes the name or the answers of a mapping.
// Errors: forbidden, notFound, object.changed, fileMapping.name, fileMapping.year,
// fileMapping.word, fileMapping.column, fileMapping.site.
func (s *Service) UpdateFileMapping(ctx context.Context, p policy.Principal, in FileMappingChange) (curvefile.FileMapping, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, in.OperationID); err != nil {
		return curvefile.FileMapping{}, err
	}
	var m curvefile.FileMapping
	err := s.tx.InTx(ctx, p.Change(metering.PermImport, in.OperationID, "fileMapping", in.MappingID), func(ctx context.Context) error {
		var err error
		if m, err = s.mappings.Get(ctx, in.OperationID, in.MappingID); err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != m.Version {
			return metering.ErrChanged
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
		if err := m.Check(); err != nil {
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
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return err
	}
	return s.tx.InTx(ctx, p.Change(metering.PermImport, operationID, "fileMapping", mappingID), func(ctx context.Context) error {
		m, err := s.mappings.Get(ctx, operationID, mappingID)
		if err != nil {
			return err
		}
		if ifVersion != 0 && ifVersion != m.Version {
			return metering.ErrChanged
		}
		return s.mappings.Remove(ctx, operationID, mappingID)
	})
}

// checkMappingSites refuses a site in a mapping that the heading of its column does not
// name: files of another site may be understood alike. Error: fileMapping.site.
func (s *Service) checkMappingSites(ctx context.Context, operationID id.ID, header []string, answers curvefile.FileAnswers) error {
	var hints curvefile.FileHints
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
			return metering.ErrMappingSite.With("value", c.DsoID).With("column", heading).At(fmt.Sprintf("answers.columns.%d.dsoId", i))
		}
	}
	return nil
}
