package billing

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/object"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what the use cases need. Volumes and Mandates may be nil: what needs them is
// then refused.
type Deps struct {
	Guard policy.Guard
	Tx    tx.Runner
	Now   func() time.Time

	Operations       Operations
	Sites            Sites
	BillingEntities  BillingEntities
	Claims           SellerClaims
	BillableEntities BillableEntities
	Plans            Plans
	Subscriptions    Subscriptions
	Invoices         Invoices
	Numberings       Numberings
	Runs             Runs
	LegalTexts       LegalTexts
	Locks            Locks
	Measurements     Measurements
	Volumes          Volumes
	Mandates         Mandates
	Queue            Queue
	Objects          object.Store
	Renderer         Renderer
	UsualPrices      PriceRange // the zero range = UsualPrices
}

// Service holds the use cases of billing.
type Service struct {
	Deps
	guard  policy.Guard
	recent recentMeasures
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.UsualPrices == (PriceRange{}) {
		d.UsualPrices = UsualPrices
	}
	return &Service{Deps: d, guard: d.Guard}
}

// Scope is which family of calls is meant: an operation's, or a participant's when
// ParticipantID is set (specification section 7); OperationID is then found.
type Scope struct{ OperationID, ParticipantID id.ID }

// enter asks the policy, then whether the operation has billing at all.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, scope Scope) (operation.Operation, error) {
	var err error
	if scope.ParticipantID.IsZero() {
		err = s.guard.Operation(ctx, p, perm, scope.OperationID)
	} else {
		scope.OperationID, err = s.guard.Participant(ctx, p, perm, scope.ParticipantID)
	}
	if err != nil {
		return operation.Operation{}, err
	}
	op, err := s.Operations.ByID(ctx, scope.OperationID)
	if err != nil {
		return operation.Operation{}, err
	}
	return op, op.Require(operation.FeatureBilling)
}

// today is the day in the operator's zone.
func (s *Service) today(op operation.Operation) civil.Date { return op.Zone().DateOf(s.Now()) }

// terms of a plan of the operation, as of today. A method that collects by itself needs
// mandates.
func (s *Service) terms(op operation.Operation) terms {
	t := terms{usages: s.usages(op), rates: party.VATRatesOn(op.DSO.Country(), s.today(op)),
		methods: []PaymentMethod{Transfer, Cheque, PublicTreasuryPaymentOrder, PublicTreasuryDebit}}
	if s.Mandates != nil {
		t.methods = append(t.methods, Debit)
	}
	return t
}

// usages are the volumes a plan of the operation can price.
func (s *Service) usages(op operation.Operation) []Usage {
	if op.DSO.Capabilities().BillingUsages && s.Volumes != nil {
		return []Usage{UsageEnergy, UsageHigh, UsageLow, UsageTotal}
	}
	return []Usage{UsageEnergy}
}

// Invoiced tells whether a published invoice bills a day of the month, which then
// cannot be declared or measured anew without a word. It is for other contexts and
// checks no permission.
func (s *Service) Invoiced(ctx context.Context, operationID id.ID, month civil.Month) (bool, error) {
	return s.Invoices.InvoicedOn(ctx, operationID, month.Range())
}

// NotCharged tells whether a day of the month was billed without anything to pay: the
// next run bills it again when it comes out otherwise. It is for other contexts and checks
// no permission.
func (s *Service) NotCharged(ctx context.Context, operationID id.ID, month civil.Month) (bool, error) {
	return s.Invoices.NotChargedOn(ctx, operationID, month.Range())
}

// LastInvoiced is the last day of the published invoices that bill a day of the range;
// nil = none does. It is for other contexts and checks no permission.
func (s *Service) LastInvoiced(ctx context.Context, operationID id.ID, days civil.Range) (*civil.Date, error) {
	return s.Invoices.LastInvoiced(ctx, operationID, days)
}

// Touching is the published invoices that bill some of these days of these sites. It is
// for other contexts and checks no permission.
func (s *Service) Touching(ctx context.Context, operationID id.ID, asked []participant.SiteDays) ([]participant.Touch, error) {
	return s.Invoices.Touching(ctx, operationID, asked)
}

// country of an entity: the one given, else the operator's.
func country(given string, op operation.Operation) (dso.Country, error) {
	switch c := dso.Country(given); c {
	case "":
		return op.DSO.Country(), nil
	case dso.France, dso.Belgium:
		return c, nil
	}
	return "", errCountry
}

var errCountry = fault.New(fault.Invalid, "country.unknown").At("country")
