package library

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// What an entry is shared with at most.
const (
	MostShares  = 1_000 // sites, named one by one
	MostLinks   = 20    // that have not ended
	MostLinkAge = 365   // days
)

// Share says that those of a site may read an entry, and all that is in it.
type Share struct {
	ID       id.ID
	EntryID  id.ID
	SiteID   id.ID  // "" = every site of the operation, those to come too
	SiteName string // filled when it is read
	SharedAt time.Time
	SharedBy id.ID
}

// Link leads to a document whoever follows it, until it ends.
type Link struct {
	ID           id.ID
	EntryID      id.ID
	OperationID  id.ID
	ExpiresAt    time.Time // it leads nowhere from then on
	CreatedAt    time.Time
	CreatedBy    id.ID
	RevokedAt    *time.Time
	Opened       int // downloads
	LastOpenedAt *time.Time
	Token        string // what its address ends with; filled when it is read
}

// Over reports whether a link leads nowhere any more.
func (l Link) Over(now time.Time) bool { return l.RevokedAt != nil || !now.Before(l.ExpiresAt) }

// Sharing is who may read an entry, beside organizers and observers.
type Sharing struct {
	Shares    []Share // of the entry
	Inherited []Share // of folders that it is in
	Links     []Link  // newest first, those that have ended too
}

// endOf is the instant at which a link ends whose last day is given.
// Error: documents.linkEnd.
func endOf(lastDay civil.Date, zone civil.Zone, now time.Time) (time.Time, error) {
	today := zone.DateOf(now)
	if lastDay < today || lastDay > today+MostLinkAge {
		return time.Time{}, ErrLinkEnd.With("days", MostLinkAge).At("lastDay")
	}
	return zone.Start(lastDay + 1), nil
}
