package participant

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Touched is the published invoices that bill days on which a change moves a site. Where
// the operator shares the change is right even so, for the operator says what each site
// received. The invoices stay as they are (domain 8.3); the organizer must know of them.
type Touched struct {
	Count    int
	Months   []civil.Month    // in which these days are, ascending
	Invoices []TouchedInvoice // the first of them, by period and number
}

// TouchedInvoice is one of them.
type TouchedInvoice struct {
	ID         id.ID
	Number     string
	ClientName string
	Days       civil.Range // that it bills
}

// SiteDays are days on which a site takes part in another way; without participant, days
// on which production is split among the producers in another way.
type SiteDays struct {
	ParticipantID id.ID
	Days          civil.Range
}

// Touch is a published invoice that bills some of these days.
type Touch struct {
	TouchedInvoice
	Moved civil.Range // the days that were asked about
}
