package journal

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Seller is a legal seller of an operation, with what an accountant looks for first.
type Seller struct {
	EntityID         id.ID
	Name             string
	LegalNumber      string
	Confirmed        bool // may issue; else nothing more is told
	Operations       int  // in which it sells and whose invoices the caller sees, this one with them
	HiddenOperations int  // others in which it sells
	Standing
	Locks []Lock // last month first
}

// Standing is what there is of a seller.
type Standing struct {
	Issued     int         // invoices and credit notes
	Amount     money.Cents // of them, incl. VAT; what a note takes back is negative
	New        int         // of them those that no export holds
	NewAmount  money.Cents
	Owed       Owed        // to producers
	FirstNew   *civil.Date // day of issue of the first piece that is new; nil = none is
	LastExport *time.Time
}

// Owed is what there is of statements, and of their being taken back, which is negative.
type Owed struct {
	Booked    int
	Amount    money.Cents // incl. VAT
	New       int         // of them those that no export holds
	NewAmount money.Cents
}

// Export is a part of the journal that was handed over: by whom, when, and what it was.
type Export struct {
	ID                      id.ID
	OperationID             id.ID // where it was asked for
	EntityID                id.ID
	Owner                   string
	First, Last             civil.Date // days of issue of the first and the last of it
	Entries                 int
	Debit                   money.Cents // = Credit
	Amount                  money.Cents // what clients owe by it; what notes take back is negative
	Owed                    money.Cents // what producers are owed by it; what was taken back is negative
	SHA256                  string      // of the content
	FileName                string
	CreatedBy               id.ID
	CreatedByName           string // read only
	CreatedAt               time.Time
	More                    bool  // there is more that is new, than one export holds; read only
	Size                    int64 // bytes of the content
	FirstNumber, LastNumber string
}

// take counts an entry.
func (e *Export) take(entry Entry) {
	if e.Entries == 0 {
		e.First, e.FirstNumber = entry.Day, entry.Number
	}
	e.Entries, e.Last, e.LastNumber = e.Entries+1, entry.Day, entry.Number
	for _, l := range entry.Lines {
		e.Debit += l.Debit
	}
	if entry.Bought() {
		e.Owed += entry.sign() * entry.Total
	} else {
		e.Amount += entry.sign() * entry.Total
	}
}

// Lock is a month in which nothing of a seller may be dated any more.
type Lock struct {
	Owner        string
	Month        civil.Month
	OperationID  id.ID // where it was asked for
	LockedBy     id.ID
	LockedByName string // read only
	LockedAt     time.Time
}
