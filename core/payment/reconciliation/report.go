package reconciliation

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/settlement"
)

// File is one that was taken.
type File struct {
	ID, OperationID id.ID
	Name            string
	Format          bankfile.Format
	Accounts        []party.IBAN // of its statements
	First, Last     *civil.Date  // days of its lines; nil = it had none that were new
	Lines           int          // that were new
	Open            int          // read only: of them, those that are open
	CreatedByName   string       // read only
	CreatedBy       id.ID
	CreatedAt       time.Time
}

// Report is what an import did, or would do.
type Report struct {
	File
	DryRun   bool
	Read     int // lines of the file
	Known    int // that were taken from another file before
	Unbooked int // that move no money, or not yet
	Accepted int // transactions of orders that are on their way
	Others   int // answers about invoices of other operations
	Tally
	Rows     []Row // of lines that are new, and of those open before that were matched now
	LeftOut  int   // rows beyond those
	Settled  int
	SetAside int
	Opened   int
	Matched  int // lines that were open before
}

// Tally is money of matched lines.
type Tally struct {
	Paid     money.Cents // to invoices
	Returned money.Cents // taken back or refused
	Overpaid money.Cents // beyond what was open
}

// mostRows are told of one import.
const mostRows = 1000

// Row is what became of one line.
type Row struct {
	Line
	Overpaid money.Cents
}

// count takes a line that was looked at into the report; mine = it is of the file.
func (r *Report) count(l Line, o Outcome, mine bool) {
	state := l.State()
	switch {
	case !mine && state == Open:
		return // it was open before, and stays so
	case !mine:
		r.Matched++
	case state == Settled:
		r.Settled++
	case state == SetAside:
		r.SetAside++
	default:
		r.Opened++
	}
	for _, s := range o.Settlements {
		if s.Kind == settlement.Payment {
			r.Paid += s.Amount
		} else {
			r.Returned += s.Amount
		}
	}
	r.Overpaid += o.Overpaid
	if len(r.Rows) == mostRows {
		r.LeftOut++
		return
	}
	r.Rows = append(r.Rows, Row{l, o.Overpaid})
}
