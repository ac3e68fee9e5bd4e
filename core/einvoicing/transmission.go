package einvoicing

import (
	"hash/fnv"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Subject is what is transmitted.
type Subject string

// The subjects: an invoice or a credit note, and the message that an invoice was paid.
const (
	OfInvoice    Subject = "INVOICE"
	OfCollection Subject = "COLLECTION"
	OfEReport    Subject = "EREPORT" // a report of sales to the administration
)

// Transmission is a document on its way. Its id is the tracking id that the carrier is given.
type Transmission struct {
	ID, OperationID, ConnectionID id.ID
	InvoiceID                     id.ID // none of a report
	EReportID                     id.ID // of a report
	Subject                       Subject
	Evidence
	Attempts    int
	InDoubt     bool       // an attempt began whose outcome is not known
	NextAt      time.Time  // when it may be tried again
	AttemptedAt *time.Time // the last attempt
	DepositedAt *time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time   // when its evidence changed last
	Problem     *Problem    // of the last attempt, where it is to be repeated
	PaidOn      *civil.Date // of a collection: the day on which the money was there
	SHA256      string      // of the file that was handed over last, or is about to be; "" = none yet
	Syntax      Syntax      // of that file

	// Read only: Task says that it was refused and its invoice still stands, so that somebody has to
	// do something.
	Task                               bool
	Number, ClientName, ConnectionName string
	ClientID                           id.ID
}

// Resendable reports whether the document may be sent anew.
func (t Transmission) Resendable() bool { return !t.State().Live() && !t.Ended() }

// Told is what is known of the way of an invoice by now; false while the platform has not said.
func (t Transmission) Told() (told Told, ok bool) {
	if t.Subject != OfInvoice {
		return told, false
	}
	told = Told{OperationID: t.OperationID, InvoiceID: t.InvoiceID, CarrierID: t.CarrierID}
	switch t.State() {
	case Accepted, Delivered:
		return told, true
	case Refused:
		told.Refused = true
		if reasons := t.Reasons(); len(reasons) > 0 {
			told.Reason = reasons[0].Text
		}
		return told, true
	}
	return told, false
}

const (
	firstPause = time.Minute
	mostPause  = time.Hour
	mostAsked  = 24 * time.Hour // that a carrier may ask to wait
)

// Pause is how long to wait after so many failed attempts: what the carrier asks for, or else longer
// each time up to an hour, apart by a fifth so that many do not come back at once.
func (t Transmission) Pause(asked time.Duration) time.Duration {
	if asked > 0 {
		return min(asked, mostAsked)
	}
	pause := mostPause
	if t.Attempts < 8 {
		pause = min(mostPause, firstPause<<max(0, t.Attempts-1))
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(t.ID))
	return pause + time.Duration(h.Sum32()%1000)*pause/5000
}
