package billing

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Site is what billing needs of a participant.
type Site struct {
	ID, OperationID        id.ID
	Name, DsoID            string
	Street, PostCode, City string // where it is; read for what is printed
	Consumes, Produces     bool
	Activation             civil.Range // empty = never entered; an open end is civil.Forever
	AccountID              id.ID       // who sees the site; none = nobody yet
	Holder                 string      // who holds its contract with the operator; empty = not known
	BilledUntil            *civil.Date // the last day that another tool billed; nil = none did
}

// Place is what a client is made of: a site, where it is and whom to write to.
type Place struct {
	ID                                                          id.ID
	Consumes                                                    bool
	Name, Street, PostCode, City, Email, Phone, EstablishmentID string
	EntityType                                                  party.EntityType
}

// Operations reads operations. Error: operation.notFound.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Sites reads the sites of an operation, by name.
type Sites interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]Site, error)
	// Places reads where some sites are and whom to write to, in any order.
	Places(ctx context.Context, operationID id.ID, sites []id.ID) ([]Place, error)
	// Roster reads some clients, nil = all, with their sites and subscriptions, and all
	// sites that produce, in any order.
	Roster(ctx context.Context, operationID id.ID, clients []id.ID) (Roster, error)
	// PeakHours are the peak hours of the sites of an operation, as their contracts of supply were told
	// last; those of which none are known have no entry.
	PeakHours(ctx context.Context, operationID id.ID) (map[id.ID]civil.Hours, error)
	// BilledAs finds the issuer and the client of sites; those with neither have no entry.
	BilledAs(ctx context.Context, operationID id.ID, sites []id.ID) (map[id.ID]participant.BilledAs, error)
}

// AccountSites reads what accounts have to do with billing.
type AccountSites interface {
	// OfAccount reads one. Error: user.notFound.
	OfAccount(ctx context.Context, userID id.ID) (AccountHoldings, error)
}

// AccountHoldings is what an account has to do with billing: the operations that it runs or
// watches, and the sites that it sees.
type AccountHoldings struct {
	Role       policy.Role
	Operations []id.ID
	Sites      []HeldSite // by operation, then by name
}

// HeldSite is a site of an account, with its client and its issuer; nil where there is none.
type HeldSite struct {
	Site
	Client, Issuer *Addressee
}

// Addressee is a party of invoices with its address.
type Addressee struct {
	ID                           id.ID
	Name, Street, PostCode, City string
}

// Roster is what a run needs of clients: of each its name, address, legal number and
// consumers, and nothing that only documents print; subscriptions without what is read only.
type Roster struct {
	Sites         []Site
	Clients       []BillableEntity
	Subscriptions []Subscription
}

// Measurements is what metering knows of energy that the operator allocated;
// *billable.Service is one.
// All days are civil days of the operation's zone.
type Measurements interface {
	// PairEnergy is the energy each consumer received from each producer; the pairs of a
	// consumer add up to its shared energy exactly.
	PairEnergy(ctx context.Context, operationID id.ID, days civil.Range) (map[Pair]energy.MilliWh, error)
	// DailyEnergy is PairEnergy of some pairs on each day of the period, metering.Absent
	// where a day is not known whole; a pair without producer is from all of them. Pairs
	// of which no day is known have no entry.
	DailyEnergy(ctx context.Context, operationID id.ID, pairs []Pair, days civil.Range) (map[Pair][]energy.MilliWh, error)
	// EnergyAt is PairEnergy of some pairs at some hours of each day; a pair without producer is from all
	// of them. What is at the others is the rest of PairEnergy.
	EnergyAt(ctx context.Context, operationID id.ID, asked []metering.AtHours, days civil.Range) (map[metering.AtHours]energy.MilliWh, error)
	// Readiness lists, for each side of each site, the days for which definitive data are
	// not complete, in order; sites = nil asks for all. A side without an entry in the
	// answer is complete.
	Readiness(ctx context.Context, operationID id.ID, sites []id.ID, days civil.Range) (map[billable.Billed][]civil.Date, error)
	// PairsInDoubt lists, for each consumer, the days on which it cannot be said from which
	// producer its energy came, in order.
	PairsInDoubt(ctx context.Context, operationID id.ID, days civil.Range) (map[id.ID][]civil.Date, error)
	// Fingerprint names the data that PairEnergy was computed from: equal data, equal
	// bytes; sites = nil means all.
	Fingerprint(ctx context.Context, operationID id.ID, sites []id.ID, days civil.Range) ([]byte, error)
	// LastDefinitive is the last day of the latest month that is complete and definitive
	// for all sites; false when there is none.
	LastDefinitive(ctx context.Context, operationID id.ID) (civil.Date, bool, error)
}

// VolumeKey is a site and the usage its volume is of.
type VolumeKey struct {
	SiteID id.ID
	Usage  Usage
}

// Volumes reads the monthly volumes by register that Sibelga delivers. Where there is
// none, plans with these usages are refused.
type Volumes interface {
	// Volumes sums the lines that lie within the days. Sites in broken cannot be billed by
	// them: a line reaches beyond the days, or some of the site's days have none. Costs are those of
	// the network, of each site that takes part on some of the days.
	Volumes(ctx context.Context, operationID id.ID, days civil.Range) (volumes map[VolumeKey]energy.MilliWh, broken map[id.ID]bool, costs map[id.ID]SiteCosts, err error)
}

// SiteCosts is what the operator asks for the network of a site on some days.
type SiteCosts struct {
	Costs   []NetworkCost // in the order of days
	Lacking civil.Range   // from the first to the last day whose costs nobody has told; empty = none
	Torn    bool          // a cost is also of other days: it cannot be divided
}

// NetworkCost is that of some days, without VAT.
type NetworkCost struct {
	Days civil.Range
	Cost money.MicroEuro
}

// Mandates knows which clients an issuer may collect from by direct debit: nil where it has no
// creditor. Where there are no Mandates, nobody can be.
type Mandates interface {
	Collectable(ctx context.Context, operationID, issuerID id.ID) (clients map[id.ID]bool, err error)
	// Holding are the mandates that clients gave to the creditor of an issuer and that hold today.
	Holding(ctx context.Context, operationID, issuerID id.ID) ([]DebitMandate, error)
}

// DebitMandate is the leave of a client to collect from its account, given for one of its sites.
type DebitMandate struct {
	ClientID, SiteID id.ID
	ICS              party.ICS
	RUM              party.RUM
	IBAN             party.IBAN
	SignedOn, Until  civil.Date // the first day on which it holds, and on which it holds no more
}

// MandateOf finds the one that an invoice of a client is collected by on a day: it holds on that day. Of
// several it is that of a site on the invoice, then the one signed last, then the first by its RUM; -1
// where there is none.
func MandateOf(all []DebitMandate, clientID id.ID, sites []id.ID, on civil.Date) int {
	found := -1
	for n, m := range all {
		if m.ClientID != clientID || m.SignedOn > on || m.Until <= on {
			continue
		}
		if found < 0 {
			found = n
			continue
		}
		billed := func(m DebitMandate) int { return slices.Index([]bool{true, false}, slices.Contains(sites, m.SiteID)) }
		if b := all[found]; cmp.Or(cmp.Compare(billed(m), billed(b)), cmp.Compare(b.SignedOn, m.SignedOn), cmp.Compare(m.RUM, b.RUM)) < 0 {
			found = n
		}
	}
	return found
}

// BillingEntities stores issuers. Errors: billingEntity.notFound,
// billingEntity.producerTaken, billingEntity.operationHasOne, object.changed.
type BillingEntities interface {
	List(ctx context.Context, operationID id.ID) ([]BillingEntity, error)
	Add(ctx context.Context, e BillingEntity) error
	// Change stores e when its stored version is e.Version - 1.
	Change(ctx context.Context, e BillingEntity) error
	// Numbered reports whether numbers were given in the issuer's name.
	Numbered(ctx context.Context, operationID, entityID id.ID) (bool, error)
}

// SellerClaims stores who may issue for which legal person. Error: claim.notFound.
type SellerClaims interface {
	// Of reads the claims of a legal person over all operations, locked until the
	// transaction ends.
	Of(ctx context.Context, owner string) ([]SellerClaim, error)
	Get(ctx context.Context, claimID id.ID) (SellerClaim, error)
	Add(ctx context.Context, c SellerClaim) error
	Decide(ctx context.Context, c SellerClaim) error
	// DropIdle deletes what no issuer of the operation claims any more and never used.
	DropIdle(ctx context.Context, operationID id.ID) error
}

// BillableEntities stores clients. Errors: billableEntity.notFound,
// billableEntity.consumerTaken, object.changed.
type BillableEntities interface {
	List(ctx context.Context, operationID id.ID) ([]BillableEntity, error)
	// ByIDs reads some in the order of names, as the language sorts them.
	ByIDs(ctx context.Context, operationID id.ID, ids []id.ID) ([]BillableEntity, error)
	Add(ctx context.Context, e BillableEntity) error
	Change(ctx context.Context, e BillableEntity) error
}

// Plans stores plans with their charges. Errors: plan.notFound, plan.nameTaken,
// object.changed.
type Plans interface {
	List(ctx context.Context, operationID id.ID) ([]Plan, error)
	// Prices is List without what hangs on the plans, in any order.
	Prices(ctx context.Context, operationID id.ID) ([]Plan, error)
	Add(ctx context.Context, p Plan) error
	Change(ctx context.Context, p Plan) error
}

// PriceRanges stores where prices are usual. Error: priceRange.taken.
type PriceRanges interface {
	// All reads every one; they are few.
	All(ctx context.Context) ([]PriceRange, error)
	Add(ctx context.Context, r PriceRange) error
	// Save replaces one whose stored version is one less; ok is false where it is another.
	Save(ctx context.Context, r PriceRange) (ok bool, err error)
}

// Subscriptions stores subscriptions. Errors: subscription.notFound,
// subscription.overlap.
type Subscriptions interface {
	// List gives them with names and InvoicedUntil, by consumer and start.
	List(ctx context.Context, operationID id.ID) ([]Subscription, error)
	// Add stores subscriptions; each entry of closes ends the subscription of the key on
	// the first day of the new one of the value.
	Add(ctx context.Context, subscriptions []Subscription, closes map[id.ID]id.ID) error
	// Remove deletes subscriptions with what has no number of them, and reopens those that
	// they closed.
	Remove(ctx context.Context, operationID id.ID, ids []id.ID) error
	// End makes a subscription end before the day.
	End(ctx context.Context, operationID, subscriptionID id.ID, before civil.Date) error
}

// Numbers is what publishing gives an invoice.
type Numbers struct {
	InvoiceID          id.ID
	Number             string
	Owner, Series      string // the numbering that the number is of
	Year, Sequence     int
	IssueDate, DueDate civil.Date
	Snapshot           Document
}

// InvoiceQueries reads invoices. Error: invoice.notFound.
type InvoiceQueries interface {
	List(ctx context.Context, operationID id.ID, f InvoiceFilter) (rows []Invoice, total int, err error)
	// Get reads one with its lines and spans.
	Get(ctx context.Context, operationID, invoiceID id.ID) (Invoice, error)
	// Heads reads invoices without lines; unknown ones have no entry.
	Heads(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]Invoice, error)
	// Totals adds up what the filter leaves, by type, state and whether it is overdue on the filter's day.
	Totals(ctx context.Context, operationID id.ID, f InvoiceFilter) ([]StateTotal, error)
	// MonthAmounts is, for each of these that is the draft of an invoice, what its pair is drafted
	// for the month of its last day, and was drafted or billed for the month before.
	MonthAmounts(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]MonthAmounts, error)
	// LastBefore is, for each issuer and client, the invoice that holds with the latest days, of those
	// that were made before a run and are not of it.
	LastBefore(ctx context.Context, operationID, runID id.ID) (map[PartyPair]Invoice, error)
	// LastIssued is the invoice of each operation that was issued last, with the names of its
	// parties; operations that issued none have no entry.
	LastIssued(ctx context.Context, operationIDs []id.ID) (map[id.ID]Invoice, error)
	// BilledOn are the days of subscriptions that stand on invoices issued by a day and not taken back by
	// then, or that were not charged.
	BilledOn(ctx context.Context, operationID id.ID, day civil.Date) (map[id.ID][]civil.Range, error)
	// LastDate is the last day that is invoiced between issuer and client.
	LastDate(ctx context.Context, operationID, issuerID, clientID id.ID) (*civil.Date, error)
	// LastDates is LastDate for all pairs that have one.
	LastDates(ctx context.Context, operationID id.ID) (map[PartyPair]civil.Date, error)
}

// Drafts stores what has no number: drafts, and what was not charged.
type Drafts interface {
	// Drafts reads drafts with lines and spans, locked until the transaction ends, in the
	// order of their ids; those that are not drafts any more are left out.
	Drafts(ctx context.Context, operationID id.ID, ids []id.ID) ([]Invoice, error)
	// DraftIDs lists the drafts of a run.
	DraftIDs(ctx context.Context, operationID, runID id.ID) ([]id.ID, error)
	// DraftPairs lists who has drafts, with their number.
	DraftPairs(ctx context.Context, operationID id.ID) (map[PartyPair]int, error)
	// Replace deletes the drafts of the pairs, and of what was not charged that which was
	// taken back, and stores the invoices, all in bulk.
	Replace(ctx context.Context, operationID id.ID, pairs []PartyPair, invoices []Invoice) error
	// Delete removes drafts.
	Delete(ctx context.Context, operationID id.ID, ids []id.ID) error
	// DropDraftsAfter removes the drafts that bill a site, or what it sells, after its last day.
	DropDraftsAfter(ctx context.Context, operationID, participantID id.ID, last civil.Date) error
	// NotCharged reads what was not charged, without lines.
	NotCharged(ctx context.Context, operationID id.ID) ([]Invoice, error)
	// TakeBack makes the days of what was not charged due again; what is charged stays.
	TakeBack(ctx context.Context, operationID id.ID, ids []id.ID) error
}

// DirectDebit is an order to the bank that asks for the money of an invoice.
type DirectDebit struct {
	Message string // its identification
	On      civil.Date
}

// Publication makes invoices of drafts, and takes invoices back. Error: invoice.alreadyBilled.
type Publication interface {
	// TakeReferences gives invoices the next payment references of a bank account, none of
	// which was ever given for it. The account is locked until the transaction ends.
	TakeReferences(ctx context.Context, account string, ids []id.ID) ([]int64, error)
	// Publish gives numbers to drafts and makes their spans definitive, at an instant.
	Publish(ctx context.Context, operationID id.ID, numbers []Numbers, at time.Time) error
	// Published reads invoices that hold, with lines and spans, locked until the transaction
	// ends, in the order of their ids; others are left out.
	Published(ctx context.Context, operationID id.ID, ids []id.ID) ([]Invoice, error)
	// Collected says of those of some invoices that are not paid and that an order to the bank
	// asks for which order it is.
	Collected(ctx context.Context, ids []id.ID) (map[id.ID]DirectDebit, error)
	// Held says of those of some drafts that must wait which invoice of another seller, of the same client
	// and days, waits for a decision about its correction.
	Held(ctx context.Context, operationID id.ID, draftIDs []id.ID) (map[id.ID]InvoiceReference, error)
	// Credit stores credit notes without numbers, each of one invoice, which has no other.
	// Publish follows in the same transaction. Error: invoice.notCancellable.
	Credit(ctx context.Context, notes []Invoice) error
	// Cancel marks drafts and published invoices as cancelled; their days are due again.
	Cancel(ctx context.Context, operationID id.ID, ids []id.ID) error
}

// Documents knows what was frozen of published invoices, and the stored renderings of it.
type Documents interface {
	// Snapshots reads what was frozen of published invoices; others are left out.
	Snapshots(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]Document, error)
	// SetDocuments records the stored documents of invoices, each once.
	SetDocuments(ctx context.Context, operationID id.ID, documents map[id.ID]StoredFiles) error
	// Electronic is the stored e-invoice of an invoice; no id where there is none.
	Electronic(ctx context.Context, operationID, invoiceID id.ID) (id.ID, error)
}

// StoredFiles are the documents of an invoice: the PDF, and the e-invoice where it has one.
type StoredFiles struct{ PrintedID, ElectronicID id.ID }

// PartyPair is an issuer and a client.
type PartyPair struct{ IssuerID, ClientID id.ID }

// Numberings counts invoice numbers, without gaps: a number is taken in the
// transaction that uses it.
type Numberings interface {
	// LastIssue is the issue date of the last number of the series, in any year; nil when
	// there is none. It locks the series until the transaction ends.
	LastIssue(ctx context.Context, owner, series string) (*civil.Date, error)
	// Take reserves n numbers of the year and returns the first. It follows LastIssue.
	Take(ctx context.Context, owner, series string, year, n int, issue civil.Date) (first int, err error)
	Begin(ctx context.Context, owner, series string, year, first int) (begun bool, err error) // once, before any is taken
}

// MonthLocks knows the months in which nothing of a legal seller may be dated any more.
type MonthLocks interface {
	// Locked reports whether a month is, and keeps it as it is until the transaction ends.
	Locked(ctx context.Context, owner string, m civil.Month) (bool, error)
}

// Runs stores bill runs, beside their jobs, which say whether they go on. Error: run.notFound.
type Runs interface {
	// Add stores one whose job is stored, with what is pending of it.
	Add(ctx context.Context, r Run) error
	Get(ctx context.Context, operationID, runID id.ID) (Run, error)
	// Head is Get without items.
	Head(ctx context.Context, operationID, runID id.ID) (Run, error)
	Last(ctx context.Context, operationID id.ID, of *Seller) (Run, error)
	// List reads all of an operation, newest first.
	List(ctx context.Context, operationID id.ID) ([]RunSummary, error)
	// Pending reads the items of a batch that are not done.
	Pending(ctx context.Context, operationID, runID id.ID, batch int) ([]RunItem, error)
	// Finish records what became of all pending items of a batch.
	Finish(ctx context.Context, operationID, runID id.ID, batch int, items []RunItem) error
	// IsPending reports whether a batch is not done.
	IsPending(ctx context.Context, operationID, runID id.ID) (bool, error)
	// Abandon fails what is pending of a batch (-1 = all).
	Abandon(ctx context.Context, operationID, runID id.ID, batch int, why RunItem) error
}

// LegalTexts reads the texts of a country in force on a day, by key.
type LegalTexts interface {
	On(ctx context.Context, country dso.Country, language string, day civil.Date) (map[string]string, error)
}

// Locks serialise changes of who bills what. All last until the transaction ends.
type Locks interface {
	// Operation keeps runs and publishing out (exclusive), or changes of subscriptions.
	Operation(ctx context.Context, operationID id.ID, exclusive bool) error
	// Months keeps imports from changing the curves of months, in their order; others may
	// hold them too.
	Months(ctx context.Context, operationID id.ID, months []civil.Month) error
	// Pairs locks issuers and clients, in a fixed order.
	Pairs(ctx context.Context, operationID id.ID, pairs []PartyPair) error
}

// Stores are what a database keeps of billing.
type Stores struct {
	Sites            Sites
	Accounts         AccountSites
	Claims           SellerClaims
	BillingEntities  BillingEntities
	BillableEntities BillableEntities
	Plans            Plans
	PriceRanges      PriceRanges
	Subscriptions    Subscriptions
	Invoices         InvoiceQueries
	Drafts           Drafts
	Publication      Publication
	Documents        Documents
	Numberings       Numberings
	Runs             Runs
	LegalTexts       LegalTexts
	Locks            Locks
}
