package allocation

import (
	"cmp"
	"context"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

const maxDraftName = 100

// ListDrafts is the keys in work of an operation, newest first. Errors: forbidden,
// notFound.
func (s *Service) ListDrafts(ctx context.Context, p policy.Principal, operationID id.ID) ([]Config, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return nil, err
	}
	drafts, err := s.Drafts.List(ctx, operationID)
	if err != nil {
		return nil, err
	}
	for i := range drafts {
		drafts[i].Status = Draft
	}
	return drafts, s.name(ctx, drafts)
}

// GetDraft is one of them. Errors: forbidden, key.notFound.
func (s *Service) GetDraft(ctx context.Context, p policy.Principal, operationID, draftID id.ID) (Config, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return Config{}, err
	}
	c, err := s.draft(ctx, operationID, draftID)
	if err != nil {
		return Config{}, err
	}
	return s.named(ctx, c)
}

// draft reads one of an operation.
func (s *Service) draft(ctx context.Context, operationID, draftID id.ID) (Config, error) {
	c, err := s.Drafts.ByID(ctx, draftID)
	if err == nil && c.OperationID != operationID {
		err = ErrNotFound
	}
	c.Status = Draft
	return c, err
}

// addDraft stores a key that holds on no day.
func (s *Service) addDraft(ctx context.Context, p policy.Principal, c Config) (Config, error) {
	c.ID, c.AuthorID, c.CreatedAt, c.Revision, c.Status = id.New(), p.UserID, s.Now().UTC(), 1, Draft
	if err := checkDraft(c); err != nil {
		return Config{}, err
	}
	if c.Planned != nil {
		o, err := s.Operations.ByID(ctx, c.OperationID)
		if err == nil {
			err = checkDay(*c.Planned, o.Zone().DateOf(s.Now()))
		}
		if err != nil {
			return Config{}, err
		}
	}
	c.Pools = keepPoolIDs(c.Pools, nil)
	change := p.Change(update, c.OperationID, "keyDraft", c.ID)
	change.Details = map[string]any{"type": string(c.Type)}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.Drafts.Add(ctx, c) })
	if err != nil {
		return Config{}, err
	}
	return s.named(ctx, c)
}

// checkDraft refuses what no key can be; whether it is complete is asked when it is
// put in force.
func checkDraft(c Config) error {
	switch {
	case !c.Type.known():
		return ErrType.With("value", string(c.Type))
	case utf8.RuneCountInString(c.Name) > maxDraftName:
		return ErrReason.With("max", maxDraftName).At("name")
	case utf8.RuneCountInString(c.Reason) > maxReason:
		return ErrReason.With("max", maxReason)
	}
	return c.checkNumbers()
}

// UpdateDraftInput is new content of a draft; nil = unchanged. IfRevision 0 = not asked.
type UpdateDraftInput struct {
	OperationID, DraftID id.ID
	IfRevision           int
	Name, Season, Reason *string
	Type                 *Type
	Params               *[]Param
	Pools                *[]Pool
}

// UpdateDraft changes a draft. Errors: forbidden, key.notFound, object.changed, the
// checks of the fields.
func (s *Service) UpdateDraft(ctx context.Context, p policy.Principal, in UpdateDraftInput) (Config, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return Config{}, err
	}
	var stored Config
	change := p.Change(update, in.OperationID, "keyDraft", in.DraftID)
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		c, err := s.draft(ctx, in.OperationID, in.DraftID)
		if err != nil {
			return err
		}
		if in.IfRevision != 0 && in.IfRevision != c.Revision {
			return ErrDraftChanged
		}
		in.apply(&c)
		if err := checkDraft(c); err != nil {
			return err
		}
		ok, err := s.Drafts.Update(ctx, c)
		if err == nil && !ok {
			err = ErrDraftChanged
		}
		c.Revision++
		stored = c
		return err
	})
	if err != nil {
		return Config{}, err
	}
	return s.named(ctx, stored)
}

func (in UpdateDraftInput) apply(c *Config) {
	text := func(to *string, from *string) {
		if from != nil {
			*to = strings.TrimSpace(*from)
		}
	}
	text(&c.Name, in.Name)
	text(&c.Season, in.Season)
	text(&c.Reason, in.Reason)
	if in.Type != nil {
		c.Type = *in.Type
	}
	if in.Params != nil {
		c.Params = *in.Params
	}
	if in.Pools != nil {
		c.Pools = keepPoolIDs(*in.Pools, c.Pools)
	}
}

// DeleteDraft forgets a draft. Errors: forbidden, key.notFound, object.changed.
func (s *Service) DeleteDraft(ctx context.Context, p policy.Principal, operationID, draftID id.ID, ifRevision int) error {
	if err := s.Guard.Operation(ctx, p, update, operationID); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(update, operationID, "keyDraft", draftID), func(ctx context.Context) error {
		c, err := s.draft(ctx, operationID, draftID)
		if err != nil {
			return err
		}
		if ifRevision != 0 && ifRevision != c.Revision {
			return ErrDraftChanged
		}
		return s.takeDraft(ctx, c)
	})
}

// takeDraft removes a draft that was read.
func (s *Service) takeDraft(ctx context.Context, c Config) error {
	ok, err := s.Drafts.Remove(ctx, c)
	if err == nil && !ok {
		err = ErrDraftChanged
	}
	return err
}

// PublishDraftInput puts a draft in force. No day is the draft's own, or else today.
type PublishDraftInput struct {
	OperationID, DraftID id.ID
	EffectiveDate        *civil.Date
	Reason               string
}

// PublishDraft makes a version of a draft, which is then gone. Errors: forbidden,
// key.notFound, the checks of the fields, key.invoiced.
func (s *Service) PublishDraft(ctx context.Context, p policy.Principal, in PublishDraftInput) (Config, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return Config{}, err
	}
	return s.set(ctx, p, in.OperationID, func(ctx context.Context, today civil.Date, line Timeline) (Config, error) {
		d, err := s.draft(ctx, in.OperationID, in.DraftID)
		if err != nil {
			return Config{}, err
		}
		if err := s.takeDraft(ctx, d); err != nil {
			return Config{}, err
		}
		c := Config{Type: d.Type, Params: d.Params, Season: d.Season, Reason: strings.TrimSpace(in.Reason)}
		c.Pools = keepPoolIDs(d.Pools, append(line.pools(), d.Pools...))
		c.EffectiveDate = *cmp.Or(in.EffectiveDate, d.Planned, &today)
		return c, nil
	})
}
