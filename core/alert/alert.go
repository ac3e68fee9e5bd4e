package alert

import (
	"cmp"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Severity is how soon somebody should look.
type Severity string

// The severities, the first to look at first.
const (
	Urgent  Severity = "URGENT"
	Warning Severity = "WARNING"
	Notice  Severity = "NOTICE"
)

var severities = []Severity{Urgent, Warning, Notice}

// Action is what mends a fact; its place follows from what the alert is about.
type Action string

// The actions.
const (
	ImportCurves      Action = "IMPORT_CURVES"
	SeeSite           Action = "SEE_SITE"
	SeeDashboard      Action = "SEE_DASHBOARD"
	DeclareDefinitive Action = "DECLARE_DEFINITIVE"
	RecordAnswer      Action = "RECORD_ANSWER"
	MakeCoefficients  Action = "MAKE_COEFFICIENTS"
	SendCoefficients  Action = "SEND_COEFFICIENTS"
	MakeDrafts        Action = "MAKE_DRAFTS"
	PublishDrafts     Action = "PUBLISH_DRAFTS"
	AnswerRequest     Action = "ANSWER_REQUEST"
	SeeOverdue        Action = "SEE_OVERDUE"
	MendMandate       Action = "MEND_MANDATE"
	DecideCorrections Action = "DECIDE_CORRECTIONS"
)

// Subject is what an alert is about; both are empty where it is the operation.
type Subject struct {
	SiteID id.ID
	Month  *civil.Month
}

// key is the subject as a value to compare.
func (s Subject) key() [2]string {
	if s.Month != nil {
		return [2]string{string(s.SiteID), s.Month.String()}
	}
	return [2]string{string(s.SiteID)}
}

// Comparison is what a rate is compared with.
type Comparison string

// The comparisons.
const (
	WithYearBefore  Comparison = "YEAR_BEFORE"
	WithThreeBefore Comparison = "THREE_BEFORE" // the mean of the three months before
)

// Figures are the numbers of a fact; each rule says some of them.
type Figures struct {
	Days     int         `json:"days,omitempty"`   // how long it is so; to a deadline, negative when it is past
	Day      *civil.Date `json:"day,omitempty"`    // the last day with data, the day it was asked for, the deadline
	From     *civil.Date `json:"from,omitempty"`   // first and
	To       *civil.Date `json:"to,omitempty"`     // last day of what was looked at
	Sites    int         `json:"sites,omitempty"`  // concerned
	Number   int         `json:"number,omitempty"` // of invoices or clients
	Rate     *float64    `json:"rate,omitempty"`   // found
	Expected *float64    `json:"expected,omitempty"`
	Against  Comparison  `json:"against,omitempty"`
}

// Fact is what a rule found.
type Fact struct {
	Subject
	Severity Severity
	Figures  Figures
	Energy   *energy.MilliWh // that it costs, or that it concerns; nil = not known
	Amount   *money.Cents    // nil = not known
	Action   Action
}

// Alert is a fact from when it was found until it was gone.
type Alert struct {
	Fact
	ID          id.ID
	OperationID id.ID
	Rule        Key
	SiteName    string
	OpenedAt    time.Time
	SeenAt      time.Time // when the fact was found last
	EndedAt     *time.Time
	Mute        *Mute
	Read        bool // by who asks
}

// Mute keeps an alert quiet up to a day, which is its last.
type Mute struct {
	Until  civil.Date
	Reason string
	ByID   id.ID
	By     string // name
	At     time.Time
}

// Status is where an alert stands on a day.
type Status string

// The states.
const (
	Open  Status = "OPEN"
	Muted Status = "MUTED"
	Ended Status = "ENDED"
)

// StatusOn is where the alert stands on a day.
func (a Alert) StatusOn(today civil.Date) Status {
	switch {
	case a.EndedAt != nil:
		return Ended
	case a.Mute != nil && today <= a.Mute.Until:
		return Muted
	}
	return Open
}

// change is what a look at a rule makes of its live alerts.
type change struct {
	opened []Alert
	seen   []Alert // live ones whose fact holds still, with its figures of now
	ended  []Alert
}

// reconcile compares the live alerts of a rule with what holds now: a fact without an alert opens
// one, an alert without its fact ends. Of two facts about the same the more severe counts.
func reconcile(rule Key, live []Alert, found []Fact, at time.Time) (c change) {
	holds := map[[2]string]Fact{}
	var order [][2]string
	for _, f := range found {
		key := f.key()
		before, twice := holds[key]
		if !twice {
			order = append(order, key)
		}
		if !twice || rank(f.Severity) < rank(before.Severity) {
			holds[key] = f
		}
	}
	known := map[[2]string]bool{}
	for _, a := range live {
		key := a.key()
		f, ok := holds[key]
		if !ok || known[key] {
			a.EndedAt = &at
			c.ended = append(c.ended, a)
			continue
		}
		known[key] = true
		a.Fact, a.SeenAt = f, at
		c.seen = append(c.seen, a)
	}
	for _, key := range order {
		if !known[key] {
			c.opened = append(c.opened, Alert{ID: id.New(), Rule: rule, Fact: holds[key], OpenedAt: at, SeenAt: at})
		}
	}
	return c
}

func rank(s Severity) int { return slices.Index(severities, s) }

// Compare puts what is urgent first, then the newest.
func Compare(a, b Alert) int {
	return cmp.Or(cmp.Compare(rank(a.Severity), rank(b.Severity)), b.OpenedAt.Compare(a.OpenedAt), cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.SiteName, b.SiteName), cmp.Compare(a.ID, b.ID))
}
