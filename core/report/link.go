package report

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
)

// Bounds.
const (
	MostLinks   = 20  // of a site, that have not ended
	MostListed  = 100 // that are listed
	MostLinkAge = 365 // days
	MostMailed  = 500 // sites, together
	// MailedDays is how long a link of a mail leads to its report.
	MailedDays = 30
	// Kept is how long a link stays in the list after it has ended.
	Kept = 30 * 24 * time.Hour
)

// Stored is the kind of the stored documents.
const Stored document.Kind = "reports"

// Link leads to a report as it was drawn, until it ends.
type Link struct {
	ID, OperationID, SiteID id.ID
	Period                  Period
	FileName                string
	Content                 document.Document
	CreatedAt               time.Time
	CreatedBy               id.ID
	ExpiresAt               time.Time
	RevokedAt               *time.Time
	Opened                  int // downloads
	LastOpenedAt            *time.Time
	JobID                   id.ID  // of the mailing that it was made for; "" = by hand
	Address, Language       string // of who is mailed
	Token                   string // what its address ends with; filled when it is read
}

// Over reports whether a link leads nowhere any more.
func (l Link) Over(now time.Time) bool { return l.RevokedAt != nil || !now.Before(l.ExpiresAt) }

// endOf is the instant at which a link ends whose last day is given. Error: report.linkEnd.
func endOf(lastDay civil.Date, zone civil.Zone, now time.Time) (time.Time, error) {
	today := zone.DateOf(now)
	if lastDay < today || lastDay > today+MostLinkAge {
		return time.Time{}, ErrLinkEnd.With("days", MostLinkAge).At("lastDay")
	}
	return zone.Start(lastDay + 1), nil
}

// Text is what the mail of a link says.
type Text struct {
	LinkID, OperationID id.ID
	Operation, Site     string
	Period              Period
	Address, Language   string
	Token               string
	LastDay             civil.Date
}
