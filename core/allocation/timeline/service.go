// Package timeline says which key of an operation holds when: its versions and its seasons.
package timeline

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// Deps are what the service works with. Authors may be nil: no version then says who made it.
type Deps struct {
	Authors    Authors
	Configs    Configs
	Operations allocation.Operations
	Seasons    Seasonalities
}

// Service reads which key holds when, and adds versions and seasons. Who calls it has asked for the
// right; who adds holds the lock of the operation.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// KeyOn is the key in force on a day. It is for other contexts, after their own
// permission check. Error: operation.notFound.
func (s *Service) KeyOn(ctx context.Context, operationID id.ID, day civil.Date) (allocation.Key, error) {
	_, line, err := s.Of(ctx, operationID)
	if err != nil {
		return allocation.Key{}, err
	}
	c, _ := line.On(day)
	return c.Key(), nil
}

// Of reads all that says which key of an operation holds when.
func (s *Service) Of(ctx context.Context, operationID id.ID) (o operation.Operation, line allocation.Timeline, err error) {
	if o, line.Versions, err = s.versions(ctx, operationID); err != nil {
		return o, line, err
	}
	line.Seasonalities, err = s.Seasons.List(ctx, operationID)
	return o, line, err
}

// Sender is Timeline of an operation whose organizer sends coefficients. Errors:
// operation.notFound, featureNotAvailable.
func (s *Service) Sender(ctx context.Context, operationID id.ID) (operation.Operation, allocation.Timeline, error) {
	o, line, err := s.Of(ctx, operationID)
	if err == nil {
		err = o.Require(operation.FeatureCoefficients)
	}
	return o, line, err
}

// versions reads those of an operation; where none is stored, the one that every
// operation begins with.
func (s *Service) versions(ctx context.Context, operationID id.ID) (operation.Operation, []allocation.Config, error) {
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return operation.Operation{}, nil, err
	}
	versions, err := s.Configs.Versions(ctx, operationID)
	if err != nil || len(versions) > 0 {
		return o, versions, err
	}
	return o, []allocation.Config{first(o)}, nil
}

// FirstOf is the first version by its id, which is that of its operation, while the
// operation has no other. Error: key.notFound.
func (s *Service) FirstOf(ctx context.Context, configID id.ID) (allocation.Config, error) {
	_, versions, err := s.versions(ctx, configID)
	switch {
	case err == nil && versions[len(versions)-1].ID == configID:
		return versions[len(versions)-1], nil
	case err == nil || errors.Is(err, operation.ErrNotFound):
		return allocation.Config{}, allocation.ErrNotFound
	}
	return allocation.Config{}, err
}

// first is the version that every operation begins with. It has the id of the operation
// and follows from it alone, so that nothing is written where it is only read; it is
// stored with the second one.
func first(o operation.Operation) allocation.Config {
	c := allocation.Config{OperationID: o.ID, ID: o.ID, Version: 1, Type: allocation.ByDefault, EffectiveDate: o.Zone().DateOf(o.CreatedAt), CreatedAt: o.CreatedAt.UTC()}
	c.Seal()
	return c
}

// Begin stores the first version where it is not stored yet, within the caller's
// transaction that has locked the operation.
func (s *Service) Begin(ctx context.Context, line allocation.Timeline) error {
	if len(line.Versions) != 1 || line.Versions[0].ID != line.Versions[0].OperationID {
		return nil
	}
	_, err := s.Configs.Add(ctx, line.Versions[0])
	return err
}

func (s *Service) Named(ctx context.Context, c allocation.Config) (allocation.Config, error) {
	one := []allocation.Config{c}
	err := s.NameAuthors(ctx, one)
	return one[0], err
}

// NameAuthors fills the names of the authors.
func (s *Service) NameAuthors(ctx context.Context, versions []allocation.Config) error {
	if s.Authors == nil {
		return nil
	}
	var ids []id.ID
	for _, c := range versions {
		if !c.AuthorID.IsZero() {
			ids = append(ids, c.AuthorID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	accounts, err := s.Authors.ByIDs(ctx, ids)
	if err != nil {
		return err
	}
	names := map[id.ID]string{}
	for _, a := range accounts {
		names[a.ID] = cmp.Or(strings.TrimSpace(a.FirstName+" "+a.LastName), a.Email)
	}
	for i := range versions {
		versions[i].Author = names[versions[i].AuthorID]
	}
	return nil
}

// ByID is a stored version. Error: key.notFound.
func (s *Service) ByID(ctx context.Context, configID id.ID) (allocation.Config, error) {
	return s.Configs.ByID(ctx, configID)
}

// Add stores a version; ok is false when the operation has one of this number.
func (s *Service) Add(ctx context.Context, c allocation.Config) (ok bool, err error) {
	return s.Configs.Add(ctx, c)
}

// AddSeasonality stores the seasons from a day on.
func (s *Service) AddSeasonality(ctx context.Context, n allocation.Seasonality) error {
	return s.Seasons.Add(ctx, n)
}
