// Package branding is how an operation shows itself: its colours and its logo, on screens, documents
// and mails, for all its users.
package branding

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/logo"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Operations operation.Operations
	Logos      *logo.Service
}

// Service is the use cases.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

const (
	read   policy.Permission = "theme:read"
	update policy.Permission = "theme:update"
)

// ThemeInput changes colours, as #rrggbb; nil is unchanged, "" the product's own.
type ThemeInput struct {
	OperationID        id.ID
	IfVersion          int // 0 = not asked
	Primary, Secondary *string
	DryRun             bool // nothing is stored
}

// SetTheme changes the colours of an operation, and answers it as it is then. Errors: forbidden,
// notFound, object.changed, theme.noColour, theme.tooLight with the nearest colour that is not.
func (s *Service) SetTheme(ctx context.Context, p policy.Principal, in ThemeInput) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return operation.Operation{}, err
	}
	if in.DryRun {
		o, err := s.Operations.ByID(ctx, in.OperationID)
		if err == nil {
			o.Theme, err = in.on(o)
		}
		return o, err
	}
	return s.change(ctx, p, in.OperationID, func(_ context.Context, o *operation.Operation) (err error) {
		o.Theme, err = in.on(*o)
		return err
	})
}

func (in ThemeInput) on(o operation.Operation) (operation.Theme, error) {
	if in.IfVersion != 0 && in.IfVersion != o.Version {
		return o.Theme, operation.ErrChanged
	}
	return o.Theme.Changed(in.Primary, in.Secondary)
}

// change applies something to a locked operation; nothing is written where nothing changes.
func (s *Service) change(ctx context.Context, p policy.Principal, operationID id.ID, apply func(ctx context.Context, o *operation.Operation) error) (operation.Operation, error) {
	var after operation.Operation
	err := s.Tx.InTx(ctx, p.Change(update, operationID, "operation", operationID), func(ctx context.Context) error {
		before, err := s.Operations.Locked(ctx, operationID)
		if err != nil {
			return err
		}
		after = before
		if err := apply(ctx, &after); err != nil {
			return err
		}
		if after.Theme == before.Theme && after.LogoID == before.LogoID {
			return nil
		}
		after.Version++
		tx.NoteFields(ctx, before, after)
		return s.Operations.Save(ctx, after)
	})
	return after, err
}

// SetLogo makes a picture the logo of an operation and of its PMO. The one before goes, but from
// invoices that were published with it. Errors: forbidden, notFound, those of logo.Keep.
func (s *Service) SetLogo(ctx context.Context, p policy.Principal, operationID id.ID, file []byte) (logo.Link, error) {
	if err := s.Guard.Operation(ctx, p, update, operationID); err != nil {
		return logo.Link{}, err
	}
	kept, err := s.Logos.Keep(ctx, operationID, file)
	if err != nil {
		return logo.Link{}, err
	}
	o, err := s.change(ctx, p, operationID, func(ctx context.Context, o *operation.Operation) error {
		return s.Logos.Name(ctx, kept, func(context.Context) (id.ID, error) {
			before := o.LogoID
			o.LogoID = kept.ID
			return before, nil
		})
	})
	if err != nil {
		return logo.Link{}, err
	}
	return s.link(ctx, o)
}

// RemoveLogo takes the logo away; none is no error. Errors: forbidden, notFound.
func (s *Service) RemoveLogo(ctx context.Context, p policy.Principal, operationID id.ID) error {
	if err := s.Guard.Operation(ctx, p, update, operationID); err != nil {
		return err
	}
	_, err := s.change(ctx, p, operationID, func(ctx context.Context, o *operation.Operation) error {
		before := o.LogoID
		o.LogoID = ""
		return s.Logos.Release(ctx, before)
	})
	return err
}

// LogoLink is a link to the logo of an operation. Errors: forbidden, notFound, logo.notFound.
func (s *Service) LogoLink(ctx context.Context, p policy.Principal, operationID id.ID) (logo.Link, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return logo.Link{}, err
	}
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return logo.Link{}, err
	}
	return s.link(ctx, o)
}

func (s *Service) link(ctx context.Context, o operation.Operation) (logo.Link, error) {
	return s.Logos.Link(ctx, o.ID, o.LogoID, "logo-"+o.ExternalID)
}

// OperationLink is a link to the logo of an operation.
type OperationLink struct {
	OperationID id.ID
	logo.Link
}

// LogoLinks are links to the logos of those of some operations that have one, by the name of the
// operation. Errors: forbidden, notFound.
func (s *Service) LogoLinks(ctx context.Context, p policy.Principal, operationIDs []id.ID) ([]OperationLink, error) {
	for _, i := range operationIDs {
		if err := s.Guard.Operation(ctx, p, read, i); err != nil {
			return nil, err
		}
	}
	found, err := s.Operations.ByIDs(ctx, operationIDs)
	if err != nil {
		return nil, err
	}
	var out []OperationLink
	for _, o := range found {
		if o.LogoID.IsZero() {
			continue
		}
		link, err := s.link(ctx, o)
		if err != nil {
			return nil, err
		}
		out = append(out, OperationLink{o.ID, link})
	}
	return out, nil
}
