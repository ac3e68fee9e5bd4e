// Package connection keeps by which platform a seller's invoices travel, asks whether it answers, and
// looks buyers up in its directory.
package connection

import (
	"context"
	"errors"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what the use cases need.
type Deps struct {
	einvoicing.Access
	Issuers     einvoicing.Issuers
	Clients     einvoicing.Clients
	Connections einvoicing.Connections
	Carriers    einvoicing.Carriers
	Signatures  einvoicing.Signatures
}

// Service holds the use cases of connections.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

const kind = "einvoiceConnection"

// View is a connection with the end of the address that its platform may call.
type View struct {
	einvoicing.Connection
	HookToken string
}

func (s *Service) view(c einvoicing.Connection) View { return View{c, s.Signatures.Sign(c.ID)} }

// List is the connections of an operation, by name. Errors: those of Access.Enter.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID) ([]View, error) {
	if _, err := s.Enter(ctx, p, einvoicing.PermRead, operationID); err != nil {
		return nil, err
	}
	list, err := s.Connections.List(ctx, operationID)
	out := make([]View, len(list))
	for n, c := range list {
		out[n] = s.view(c)
	}
	return out, err
}

// ByID is one. Errors: those of Access.Enter, notFound.
func (s *Service) ByID(ctx context.Context, p policy.Principal, operationID, connectionID id.ID) (View, error) {
	if _, err := s.Enter(ctx, p, einvoicing.PermRead, operationID); err != nil {
		return View{}, err
	}
	c, err := s.Connections.ByID(ctx, operationID, connectionID)
	return s.view(c), err
}

// Create keeps a new one. Errors: those of Access.Enter, billingEntity.notFound, connection.sellerNumber,
// connection.invalid with what is wrong, connection.taken.
func (s *Service) Create(ctx context.Context, p policy.Principal, operationID, issuerID id.ID, c einvoicing.Connection) (View, error) {
	op, err := s.Enter(ctx, p, einvoicing.PermUpdate, operationID)
	if err != nil {
		return View{}, err
	}
	issuers, err := s.Issuers.List(ctx, op.ID)
	if err != nil {
		return View{}, err
	}
	at := slices.IndexFunc(issuers, func(e billing.BillingEntity) bool { return e.ID == issuerID })
	if at < 0 {
		return View{}, billing.ErrIssuerNotFound.At("billingEntityId")
	}
	issuer := issuers[at]
	if issuer.LegalNumber == "" {
		return View{}, einvoicing.ErrSellerNumber.With("name", issuer.Name)
	}
	if c, err = c.Check(); err != nil {
		return View{}, err
	}
	c.ID, c.OperationID, c.IssuerID, c.IssuerName, c.Seller = id.New(), op.ID, issuer.ID, issuer.Name, party.LegalPerson(issuer.LegalNumber)
	c.Version, c.CreatedAt = 1, s.Now().UTC()
	err = s.Tx.InTx(ctx, p.Change(einvoicing.PermUpdate, op.ID, kind, c.ID), func(ctx context.Context) error {
		tx.Concern(ctx, "billingEntity", issuer.ID)
		return s.Connections.Add(ctx, c)
	})
	return s.view(c), err
}

// Update changes one. Errors: those of Access.Enter, notFound, connection.invalid, object.changed.
func (s *Service) Update(ctx context.Context, p policy.Principal, operationID, connectionID id.ID, version int, change func(*einvoicing.Connection)) (View, error) {
	if _, err := s.Enter(ctx, p, einvoicing.PermUpdate, operationID); err != nil {
		return View{}, err
	}
	var c einvoicing.Connection
	err := s.Tx.InTx(ctx, p.Change(einvoicing.PermUpdate, operationID, kind, connectionID), func(ctx context.Context) error {
		before, err := s.Connections.ByID(ctx, operationID, connectionID)
		if err != nil {
			return err
		}
		if version != 0 && version != before.Version {
			return fault.ObjectChanged
		}
		c = before
		change(&c)
		if c, err = c.Check(); err != nil {
			return err
		}
		tx.NoteFields(ctx, before, c)
		c.Version++
		return s.Connections.Change(ctx, c)
	})
	return s.view(c), err
}

// Delete removes one by which nothing was sent. Errors: those of Access.Enter, notFound, connection.used.
func (s *Service) Delete(ctx context.Context, p policy.Principal, operationID, connectionID id.ID) error {
	if _, err := s.Enter(ctx, p, einvoicing.PermUpdate, operationID); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(einvoicing.PermUpdate, operationID, kind, connectionID), func(ctx context.Context) error {
		return s.Connections.Remove(ctx, operationID, connectionID)
	})
}

// Test asks the platform whether it knows us; nil = it does. What is wrong is kept with the connection,
// and no error. Errors: those of Access.Enter, notFound.
func (s *Service) Test(ctx context.Context, p policy.Principal, operationID, connectionID id.ID) (*einvoicing.Problem, error) {
	if _, err := s.Enter(ctx, p, einvoicing.PermUpdate, operationID); err != nil {
		return nil, err
	}
	c, err := s.Connections.ByID(ctx, operationID, connectionID)
	if err != nil {
		return nil, err
	}
	carrier, err := s.Carriers.Of(c)
	if err == nil {
		err = carrier.Test(ctx, c)
	}
	problem, err := s.problem(err)
	if err != nil {
		return nil, err
	}
	change := p.Change(einvoicing.PermUpdate, operationID, kind, connectionID)
	change.Details = map[string]any{"tested": true, "works": problem == nil}
	return problem, s.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.Connections.Report(ctx, connectionID, problem) })
}

// problem tells what is wrong with a platform from what is wrong here.
func (s *Service) problem(err error) (*einvoicing.Problem, error) {
	var t *einvoicing.Trouble
	if errors.As(err, &t) {
		return t.Problem(s.Now().UTC()), nil
	}
	return nil, err
}

// Directory are the addresses of a legal person, as the directory of a connection knows them: none is
// chosen where there are several. Errors: those of Access.Enter, notFound, connection.siren,
// bce.invalid, connection.noDirectory, connection.carrier.
func (s *Service) Directory(ctx context.Context, p policy.Principal, operationID, connectionID id.ID, number string) ([]einvoicing.Line, error) {
	if _, err := s.Enter(ctx, p, einvoicing.PermRead, operationID); err != nil {
		return nil, err
	}
	c, err := s.Connections.ByID(ctx, operationID, connectionID)
	if err != nil {
		return nil, err
	}
	asked, err := c.Asked(number)
	if err != nil {
		return nil, err
	}
	if !c.LooksUp() {
		return nil, einvoicing.ErrNoDirectory
	}
	carrier, err := s.Carriers.Of(c)
	if err != nil {
		return nil, err
	}
	lines, err := carrier.Directory(ctx, c, asked)
	return lines, Refusal(err)
}

// changeClients is the right to say where a client receives its invoices.
const changeClients policy.Permission = "client:update"

// KeepAddress keeps an address of the directory as the one where a client receives its e-invoices. It is
// asked for again, so that none is kept that is not there, is closed or is somebody else's. Errors: those
// of Access.Enter, notFound, billableEntity.notFound, connection.noDirectory, connection.clientNumber,
// connection.lineUnknown, connection.lineClosed, connection.lineOther, connection.carrier, those of
// changing a client.
func (s *Service) KeepAddress(ctx context.Context, p policy.Principal, operationID, connectionID, clientID id.ID, address einvoicing.Address) (billing.BillableEntity, error) {
	op, err := s.Enter(ctx, p, changeClients, operationID)
	if err != nil {
		return billing.BillableEntity{}, err
	}
	c, err := s.Connections.ByID(ctx, op.ID, connectionID)
	if err != nil {
		return billing.BillableEntity{}, err
	}
	if !c.LooksUp() {
		return billing.BillableEntity{}, einvoicing.ErrNoDirectory
	}
	scope := billing.Scope{OperationID: op.ID}
	client, err := s.Clients.BillableEntity(ctx, p, scope, clientID)
	if err != nil {
		return client, err
	}
	if client.LegalNumber == "" {
		return client, einvoicing.ErrClientNumber.With("name", client.Name)
	}
	carrier, err := s.Carriers.Of(c)
	if err != nil {
		return client, Refusal(err)
	}
	line, ok, err := carrier.Line(ctx, c, address)
	switch {
	case err != nil:
		return client, Refusal(err)
	case !ok:
		return client, einvoicing.ErrLineUnknown.With("address", address.Value)
	case line.Siren != "" && line.Siren != party.LegalPerson(client.LegalNumber):
		return client, einvoicing.ErrLineOther.With("address", address.Value).With("name", client.Name)
	case !line.Routable():
		return client, einvoicing.ErrLineClosed.With("address", address.Value)
	}
	in := entity.BillableEntityChange{}
	in.EAddressScheme, in.EAddress = &address.Scheme, &address.Value
	return s.Clients.UpdateBillableEntity(ctx, p, scope, client.ID, in)
}

// Refusal is how a carrier that cannot be asked now is told to who wants its answer.
func Refusal(err error) error {
	var t *einvoicing.Trouble
	if !errors.As(err, &t) {
		return err
	}
	wait := max(1, int(t.RetryAfter.Seconds()))
	return einvoicing.ErrCarrier.With("kind", string(t.Kind)).With("reason", t.Text).With("retryAfterSeconds", wait)
}
