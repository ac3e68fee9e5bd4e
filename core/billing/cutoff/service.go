package cutoff

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

const read policy.Permission = "journal:read"

// Deps is what the use cases need.
type Deps struct {
	billing.Access
	Agreements agreement.Loader
	Sources    drafting.Sources
	Invoices   billing.InvoiceQueries
	Books      journal.Books
	// Words puts what accounts are called into words.
	Words func(language, area, key string, values map[string]any) string
}

// Service is the use case of the cut-off.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// On is what an operation, or one of its issuers, had delivered on a day and not invoiced by then. Days
// that were invoiced since count as they would be billed now. Errors: forbidden, notFound,
// featureNotAvailable, cutOff.ahead, billingEntity.notFound.
func (s *Service) On(ctx context.Context, p policy.Principal, operationID, issuerID id.ID, day civil.Date, language string) (CutOff, error) {
	op, err := s.Enter(ctx, p, read, billing.Scope{OperationID: operationID})
	if err != nil {
		return CutOff{}, err
	}
	if today := s.Today(op); day > today {
		return CutOff{}, ErrAhead.With("today", today.String())
	}
	b, err := s.Agreements.Load(ctx, op, agreement.Extent{Printed: true})
	if err != nil {
		return CutOff{}, err
	}
	if _, known := b.Issuers[issuerID]; !issuerID.IsZero() && !known {
		return CutOff{}, billing.ErrIssuerNotFound.At("billingEntityId")
	}
	billed, err := s.Invoices.BilledOn(ctx, op.ID, day)
	if err != nil {
		return CutOff{}, err
	}
	for n := range b.Subscriptions {
		b.Subscriptions[n].Billed = billed[b.Subscriptions[n].ID]
	}
	dues := slices.DeleteFunc(b.Delivered(day), func(d agreement.Due) bool {
		return d.Statement || !issuerID.IsZero() && d.IssuerID != issuerID
	})
	session := s.Sources.Session(op)
	delivered, err := session.Delivered(ctx, b, dues)
	if err != nil {
		return CutOff{}, err
	}
	out := CutOff{Day: day}
	if out.Rows, out.Problems, err = added(b, delivered); err != nil {
		return CutOff{}, err
	}
	var seller *billing.Seller
	if !issuerID.IsZero() {
		seller = &billing.Seller{Issuers: []id.ID{issuerID}, Producers: b.Issuers[issuerID].ProducerIDs}
	}
	if out.Unpriced, err = session.Unpriced(ctx, b, dues, day, seller); err != nil {
		return CutOff{}, err
	}
	zone := op.Zone()
	waiting, err := s.Agreements.Adjustments.WaitingOn(ctx, op.ID, day, zone.Start(day+1))
	if err != nil {
		return CutOff{}, err
	}
	out.Waiting = waitingOf(b, issuerID, zone, waiting)
	out.Entries, err = s.entries(ctx, b, out.Rows, language)
	return out, err
}

// entries books the rows by the accounts of each seller. French books are in French, those of others in the
// language of who asks.
func (s *Service) entries(ctx context.Context, b *agreement.Agreements, rows []Row, language string) ([]Entry, error) {
	if b.Op.DSO.Country() == dso.France {
		language = "fr"
	}
	word := func(key string) string { return s.Words(language, "accounting", "journal.word."+key, nil) }
	of := map[id.ID]journal.Accounts{}
	for _, r := range rows {
		if _, known := of[r.IssuerID]; known {
			continue
		}
		issuer := b.Issuers[r.IssuerID]
		a, told, err := s.Books.Of(ctx, issuer.NumberingOwner())
		if err != nil {
			return nil, err
		}
		if !told {
			a = journal.Defaults(issuer.NumberingOwner(), b.Op.DSO.Country(), word)
		}
		of[r.IssuerID] = a
	}
	return entriesOf(b, rows, of), nil
}

// Tables are a cut-off as sheets, and what its file is called without an ending.
func (s *Service) Tables(c CutOff, language string) (name string, sheets []Table) {
	word := func(key string) string { return s.Words(language, "accounting", "cutOff.word."+key, nil) }
	return word("name") + "-" + c.Day.String(), tables(c, word)
}
