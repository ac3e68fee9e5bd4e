package reconciliation

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/payout"
)

// Order is one that was made, with the account that it collects to.
type Order struct {
	MessageID    string
	Account      party.IBAN
	Transactions []OrderedTransaction
}

// OrderedTransaction is one of an order, of whatever operation. Of a payment list it pays a statement,
// and money went.
type OrderedTransaction struct {
	Transaction
	OperationID id.ID
	StatementID id.ID // none = it collects an invoice
}

// batch is how the batch of a transaction is named to the bank.
func (t OrderedTransaction) batch() string {
	if !t.StatementID.IsZero() {
		return payout.BatchID(t.MessageID)
	}
	return batchID(t.MessageID, t.Batch)
}

// Filter narrows a list of lines.
type Filter struct {
	State  State // empty = all
	FileID id.ID // zero = of any file
}

// Mark is what becomes of a line besides settlements.
type Mark struct {
	LineID id.ID
	Reason Reason
	Aside  *Aside
	By     id.ID // zero = it follows from the line
}

// Mapping is what the columns of tables with a header mean, and on which account they are.
type Mapping struct {
	bankfile.Mapping
	ID, OperationID id.ID
	BillingEntityID id.ID
	IssuerName      string // read only
	Columns         []string
}

// Account is one that an issuer or a creditor of an operation has.
type Account struct {
	BillingEntityID id.ID
	IBAN            party.IBAN
}

// Lines stores lines and their files.
type Lines interface {
	// Hold lets one after the other take files and match lines of an operation.
	Hold(ctx context.Context, operationID id.ID) error
	// Accounts are those of the issuers and creditors of an operation; of an issuer its creditor's first.
	Accounts(ctx context.Context, operationID id.ID) ([]Account, error)
	// Holding are the operations of whose issuers or creditors an account is.
	Holding(ctx context.Context, account party.IBAN) ([]id.ID, error)
	// Order finds an order, or a payment list, by how it was named to the bank.
	Order(ctx context.Context, messageID string) (Order, bool, error)
	// OtherFormat finds the days of an account within which lines of another format were taken.
	OtherFormat(ctx context.Context, operationID id.ID, account party.IBAN, format bankfile.Format, days civil.Range) (was bankfile.Format, known civil.Range, found bool, err error)
	// Fresh keeps of some lines those that were not taken before.
	Fresh(ctx context.Context, operationID id.ID, lines []Line) ([]Line, error)
	// Add stores a file with its lines.
	Add(ctx context.Context, f File, lines []Line) error
	// Untried are the open lines that nothing was ever done with, locked, by day.
	Untried(ctx context.Context, operationID id.ID, limit int) ([]Line, error)
	// ByIDs are those that are there, by day; locked keeps others from them.
	ByIDs(ctx context.Context, operationID id.ID, ids []id.ID, locked bool) ([]Line, error)
	// List is newest first, and one more than limit where there are more.
	List(ctx context.Context, operationID id.ID, f Filter, limit int) ([]Line, error)
	// Parts are what of some lines settles invoices, with what was withdrawn.
	Parts(ctx context.Context, operationID id.ID, ids []id.ID) ([]Part, error)
	// Payouts are what of some lines pays statements, by line, with what was withdrawn.
	Payouts(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID][]PaidOut, error)
	Mark(ctx context.Context, marks []Mark) error
	// Files are those that were taken, last first.
	Files(ctx context.Context, operationID id.ID, limit int) ([]File, error)
	// Index is what lines may name.
	Index(ctx context.Context, operationID id.ID) ([]Fact, []Transaction, []Client, error)
	// Told are those of some transactions that answers to orders said to be refused, and elsewhere those of
	// other operations for the same creditors.
	Told(ctx context.Context, operationID id.ID, endToEndIDs []string) (told, elsewhere []string, err error)
}

// Mappings stores what columns of tables mean.
type Mappings interface {
	Of(ctx context.Context, operationID id.ID, columns []string) (Mapping, bool, error)
	// Told are what columns mean in all operations that were told it, at most limit.
	Told(ctx context.Context, columns []string, limit int) ([]Mapping, error)
	Save(ctx context.Context, m Mapping) error
	List(ctx context.Context, operationID id.ID) ([]Mapping, error)
	// Delete forgets one. Error: notFound.
	Delete(ctx context.Context, operationID, mappingID id.ID) error
}
