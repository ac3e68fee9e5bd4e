package allocation

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what a Service needs. Authors, Invoices and Curves may be nil.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Configs      Configs
	Drafts       Drafts
	Seasons      Seasonalities
	Energies     Energies
	Coefficients CoefficientSets
	Files        CoefficientFiles
	Expectations Expectations
	Replays      Replays
	Queue        Queue
	Reminders    Reminders
	Organizers   Organizers
	Letters      LetterQueue
	Mail         LetterMail
	DeadlineDay  int // of the next month, for coefficients; 0 = DefaultDeadlineDay
	Operations   Operations
	Participants Participants
	Authors      Authors
	Invoices     Invoices
	Curves       Curves
}

// Service is the use cases of allocation keys.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.DeadlineDay == 0 {
		d.DeadlineDay = DefaultDeadlineDay
	}
	return &Service{d}
}

const (
	read   policy.Permission = "key:read"
	update policy.Permission = "key:update"
)

// Last is the version in force today. Errors: forbidden, notFound.
func (s *Service) Last(ctx context.Context, p policy.Principal, operationID id.ID) (Config, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return Config{}, err
	}
	o, line, err := s.timeline(ctx, operationID)
	if err != nil {
		return Config{}, err
	}
	today := o.Zone().DateOf(s.Now())
	c, _ := line.On(today)
	c.Status = line.Status(c, today)
	return s.named(ctx, c)
}

// List is all versions of an operation's key, newest first. Errors: forbidden, notFound.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID) ([]Config, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return nil, err
	}
	o, line, err := s.timeline(ctx, operationID)
	if err != nil {
		return nil, err
	}
	today := o.Zone().DateOf(s.Now())
	for i, c := range line.Versions {
		line.Versions[i].Status = line.Status(c, today)
	}
	return line.Versions, s.name(ctx, line.Versions)
}

// Get is a version or a draft, by the id it has. Errors: forbidden, key.notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, configID id.ID) (Config, error) {
	return s.get(ctx, p, read, configID)
}

// get finds a version or a draft that the caller may do something with.
func (s *Service) get(ctx context.Context, p policy.Principal, permission policy.Permission, configID id.ID) (Config, error) {
	// An unknown one is asked about too, so that a missing right says 403 whether or
	// not it exists.
	c, err := s.byID(ctx, configID)
	switch refused := s.Guard.Operation(ctx, p, permission, c.OperationID); {
	case errors.Is(refused, policy.ErrNotFound):
		return Config{}, ErrNotFound // as if nobody had made it
	case refused != nil:
		return Config{}, refused
	}
	return c, err
}

// byID is a version or a draft. Error: key.notFound.
func (s *Service) byID(ctx context.Context, configID id.ID) (Config, error) {
	c, err := s.Configs.ByID(ctx, configID)
	if errors.Is(err, ErrNotFound) {
		c, err = s.Drafts.ByID(ctx, configID)
		c.Status = Draft
	}
	if errors.Is(err, ErrNotFound) {
		c, err = s.firstOf(ctx, configID)
	}
	return c, err
}

// KeyOn is the key in force on a day. It is for other contexts, after their own
// permission check. Error: operation.notFound.
func (s *Service) KeyOn(ctx context.Context, operationID id.ID, day civil.Date) (Key, error) {
	_, line, err := s.timeline(ctx, operationID)
	if err != nil {
		return Key{}, err
	}
	c, _ := line.On(day)
	return c.Key(), nil
}

// KeysIn is the keys in force on some days, in their order, without a hole. It is for
// other contexts, after their own permission check. Error: operation.notFound.
func (s *Service) KeysIn(ctx context.Context, operationID id.ID, days civil.Range) ([]Span, error) {
	o, line, err := s.timeline(ctx, operationID)
	if err != nil {
		return nil, err
	}
	return s.withSets(ctx, o, line.Spans(days))
}

// timeline reads all that says which key of an operation holds when.
func (s *Service) timeline(ctx context.Context, operationID id.ID) (o operation.Operation, line Timeline, err error) {
	if o, line.Versions, err = s.versions(ctx, operationID); err != nil {
		return o, line, err
	}
	line.Seasonalities, err = s.Seasons.List(ctx, operationID)
	return o, line, err
}

// versions reads those of an operation; where none is stored, the one that every
// operation begins with.
func (s *Service) versions(ctx context.Context, operationID id.ID) (operation.Operation, []Config, error) {
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return operation.Operation{}, nil, err
	}
	versions, err := s.Configs.Versions(ctx, operationID)
	if err != nil || len(versions) > 0 {
		return o, versions, err
	}
	return o, []Config{first(o)}, nil
}

// firstOf is the first version by its id, which is that of its operation, while the
// operation has no other. Error: key.notFound.
func (s *Service) firstOf(ctx context.Context, configID id.ID) (Config, error) {
	_, versions, err := s.versions(ctx, configID)
	switch {
	case err == nil && versions[len(versions)-1].ID == configID:
		return versions[len(versions)-1], nil
	case err == nil || errors.Is(err, operation.ErrNotFound):
		return Config{}, ErrNotFound
	}
	return Config{}, err
}

// first is the version that every operation begins with. It has the id of the operation
// and follows from it alone, so that nothing is written where it is only read; it is
// stored with the second one.
func first(o operation.Operation) Config {
	c := Config{OperationID: o.ID, ID: o.ID, Version: 1, Type: ByDefault, EffectiveDate: o.Zone().DateOf(o.CreatedAt), CreatedAt: o.CreatedAt.UTC()}
	c.seal()
	return c
}

// begin stores the first version where it is not stored yet, within the caller's
// transaction that has locked the operation.
func (s *Service) begin(ctx context.Context, line Timeline) error {
	if len(line.Versions) != 1 || line.Versions[0].ID != line.Versions[0].OperationID {
		return nil
	}
	_, err := s.Configs.Add(ctx, line.Versions[0])
	return err
}

func (s *Service) named(ctx context.Context, c Config) (Config, error) {
	one := []Config{c}
	err := s.name(ctx, one)
	return one[0], err
}

// name fills the names of the authors.
func (s *Service) name(ctx context.Context, versions []Config) error {
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
