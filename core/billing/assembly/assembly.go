package assembly

import (
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/adjustment"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/billing/cutoff"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/billing/pricerange"
	"github.com/openpmo/pmo/core/billing/publishing"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/billing/trial"
	stored "github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/logo"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Parts are what billing is made of: stores, the services of other contexts, and adapters.
// Volumes and Mandates may be nil: what needs them is then refused.
type Parts struct {
	Guard policy.Guard
	Tx    tx.Runner
	Now   func() time.Time

	Operations billing.Operations
	billing.Stores
	Measurements billing.Measurements
	Adjustments  adjustment.Store
	Journals     journal.Stores
	Corrections  correction.Corrections
	Thresholds   correction.Thresholds
	// Words are catalogues of texts, of the journal.
	Words      func(language, area, key string, values map[string]any) string
	Volumes    billing.Volumes
	Mandates   billing.Mandates
	Jobs       *job.Service
	Events     event.Publisher // nil = nobody hears
	Stored     *stored.Service
	Logos      *logo.Service
	Renderer   billing.Renderer
	EInvoices  einvoice.Writer
	Delivery   delivery.Means
	Statements statement.Means
}

// Services are the rooms of billing.
type Services struct {
	Entities    *entity.Service
	Contracts   *contract.Service
	Adjustments *adjustment.Service
	Trials      *trial.Service
	PriceRanges *pricerange.Service
	Runs        *billrun.Service
	Invoices    *invoicing.Service
	Publication *publishing.Service
	Documents   *document.Service
	Delivery    *delivery.Service
	Journal     *journal.Service
	Corrections *correction.Service
	CutOff      *cutoff.Service
	Statements  *statement.Service
	Agreements  agreement.Loader // for contexts above, after their own permission check
}

// Assemble makes all services of billing.
func Assemble(p Parts) Services {
	if p.Now == nil {
		p.Now = time.Now
	}
	access := billing.Access{Guard: p.Guard, Operations: p.Operations, Tx: p.Tx, Locks: p.Locks, Now: p.Now}
	agreements := agreement.Loader{Sites: p.Sites, BillingEntities: p.BillingEntities, BillableEntities: p.BillableEntities, Plans: p.Plans, Subscriptions: p.Subscriptions, Adjustments: p.Adjustments}
	sources := drafting.Sources{Agreements: agreements, Measurements: p.Measurements, Volumes: p.Volumes, Mandates: p.Mandates, Drafts: p.Drafts}
	finder := invoicing.Finder{Invoices: p.Invoices, Drafts: p.Drafts, Runs: p.Runs}
	s := Services{Agreements: agreements}
	s.Entities = entity.New(entity.Deps{Access: access, Agreements: agreements, BillingEntities: p.BillingEntities, Claims: p.Claims, Numbers: p.Numberings,
		BillableEntities: p.BillableEntities, Subscriptions: p.Subscriptions, Sites: p.Sites, Logos: p.Logos})
	s.Contracts = contract.New(contract.Deps{Access: access, Agreements: agreements, Plans: p.Plans, Subscriptions: p.Subscriptions, Invoices: p.Invoices,
		OwnIssuers: s.Entities, Volumes: p.Volumes, Mandates: p.Mandates, PriceRanges: p.PriceRanges})
	s.Adjustments = adjustment.New(adjustment.Deps{Access: access, Agreements: agreements, Store: p.Adjustments})
	s.PriceRanges = pricerange.New(pricerange.Deps{Guard: p.Guard, Tx: p.Tx, Ranges: p.PriceRanges, Now: p.Now})
	s.Trials = trial.New(trial.Deps{Access: access, Agreements: agreements, Sources: sources, Contracts: s.Contracts})
	s.Runs = billrun.New(billrun.Deps{Access: access, Agreements: agreements, Sources: sources, Runs: p.Runs, Drafts: p.Drafts, Invoices: p.Invoices, Jobs: p.Jobs})
	s.Documents = document.New(document.Deps{LegalTexts: p.LegalTexts, Measurements: p.Measurements, Invoices: p.Invoices, Documents: p.Documents,
		Stored: p.Stored, Logos: p.Logos, Renderer: p.Renderer, EInvoices: p.EInvoices})
	s.Invoices = invoicing.New(invoicing.Deps{Access: access, Agreements: agreements, Sites: p.Sites, Finder: finder, Invoices: p.Invoices, Drafts: p.Drafts,
		Documents: s.Documents, Accounts: p.Accounts})
	s.Publication = publishing.New(publishing.Deps{Access: access, Agreements: agreements, Sources: sources, Documents: s.Documents, Finder: finder,
		Invoices: p.Invoices, Drafts: p.Drafts, Publication: p.Publication, Series: publishing.Series{Numberings: p.Numberings, MonthLocks: p.Journals.Months}, Events: p.Events})
	s.Delivery = delivery.New(delivery.Deps{Access: access, Means: p.Delivery, Invoices: p.Invoices, Clients: p.BillableEntities, Snapshots: p.Documents,
		Documents: s.Documents, Events: p.Events})
	s.Statements = statement.New(statement.Deps{Access: access, Means: p.Statements, Agreements: agreements, Volumes: p.Volumes, Documents: document.ByBuyer{Service: s.Documents},
		Series: publishing.Series{Numberings: p.Numberings, MonthLocks: p.Journals.Months}, Events: p.Events})
	s.Journal = journal.New(journal.Deps{Access: access, Stores: p.Journals, Entities: p.BillingEntities, Words: p.Words})
	s.CutOff = cutoff.New(cutoff.Deps{Access: access, Agreements: agreements, Sources: sources, Invoices: p.Invoices, Books: p.Journals.Books, Words: p.Words})
	s.Corrections = correction.New(correction.Deps{Access: access, Agreements: agreements, Sources: sources, Drafts: p.Drafts, Publication: p.Publication, Crediting: s.Publication,
		Corrections: p.Corrections, Thresholds: p.Thresholds, Events: p.Events})
	return s
}
