package reminder

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/receivable"
)

// Debt is an invoice whose due date is past, with what its client was told of it.
type Debt struct {
	receivable.Document
	Holder    string     // whose account it is paid to, as printed
	IBAN      party.IBAN // empty where nothing is paid to an account
	Reference string     // what the payer quotes
	Level     Level      // that was sent last; 0 = none
	SentOn    civil.Date // of that level
	Pause     *Pause     // of the invoice or its client; nil = none
}

// Client is who is written to.
type Client struct {
	ID       id.ID
	Name     string
	Address  string // "" = none
	Language string // fr or nl
}

// reaches reports whether a mail can be sent.
func (c Client) reaches() bool {
	return c.Address != "" && (mail.Message{To: c.Address}).Check() == nil
}

// Reason is why nobody is reminded of an invoice today.
type Reason string

// The reasons. Who pays by a debit that nobody ordered owes nothing of their own doing.
const (
	PublicTreasury Reason = "PUBLIC_TREASURY" // the public accountant cashes it
	InCollection   Reason = "IN_COLLECTION"   // the bank was asked for it
	NotCollected   Reason = "NOT_COLLECTED"   // it is to be collected, and nobody has asked for it
	Paused         Reason = "PAUSED"
	NoAddress      Reason = "NO_ADDRESS" // no mail can be sent to its client
	NotYet         Reason = "NOT_YET"    // the days of its next level are not over
	AllSent        Reason = "ALL_SENT"   // every level was
)

// Withheld is an invoice that nobody is reminded of today.
type Withheld struct {
	Debt
	Reason Reason
	From   *civil.Date // of NOT_YET: when its next level is due
}

// Mail is a reminder to a client, of a level.
type Mail struct {
	Client Client
	Level  Level
	Debts  []Debt // the longest late first
}

// Open is what is open of all its invoices.
func (m Mail) Open() (sum money.Cents) {
	for _, d := range m.Debts {
		sum += d.Open()
	}
	return sum
}

// next is the level that the invoice has reached and from when on; reason says why nobody is reminded.
// Levels follow each other: between two there are as many days as between their days after the due
// date, whenever the first was sent.
func (d Debt) next(s Settings, today civil.Date) (level Level, from civil.Date, reason Reason) {
	switch {
	case d.Method.PublicTreasury():
		return 0, 0, PublicTreasury
	case d.CollectOn != nil:
		return 0, 0, InCollection
	case d.Method == billing.Debit && d.Payment != billing.PaymentFailed:
		return 0, 0, NotCollected
	case d.Pause != nil:
		return 0, 0, Paused
	case d.Level >= Levels:
		return 0, 0, AllSent
	}
	level, from = d.Level+1, d.DueDate.AddDays(s.Days[d.Level])
	if d.Level > 0 {
		from = max(from, d.SentOn.AddDays(s.Days[d.Level]-s.Days[d.Level-1]))
	}
	if from > today {
		return level, from, NotYet
	}
	return level, from, ""
}

// Plan is whom an operation reminds on a day, and of what it does not.
type Plan struct {
	Mails    []Mail // by client and level
	Withheld []Withheld
}

// planOf makes one mail for each client and level. Invoices that nobody owes, or of which nothing is open,
// are none of its.
func planOf(s Settings, debts []Debt, clients map[id.ID]Client, today civil.Date) (p Plan) {
	type key struct {
		client id.ID
		level  Level
	}
	mails := map[key]*Mail{}
	for _, d := range debts {
		if !d.Holds() || d.Open() == 0 || d.DueDate >= today {
			continue
		}
		level, from, reason := d.next(s, today)
		if reason == "" && !clients[d.ClientID].reaches() {
			reason = NoAddress
		}
		if reason != "" {
			w := Withheld{Debt: d, Reason: reason}
			if reason == NotYet {
				w.From = &from
			}
			p.Withheld = append(p.Withheld, w)
			continue
		}
		k := key{d.ClientID, level}
		if mails[k] == nil {
			mails[k] = &Mail{Client: clients[d.ClientID], Level: level}
		}
		mails[k].Debts = append(mails[k].Debts, d)
	}
	for _, m := range mails {
		slices.SortFunc(m.Debts, compareDebts)
		p.Mails = append(p.Mails, *m)
	}
	slices.SortFunc(p.Mails, func(a, b Mail) int {
		return cmp.Or(naming.Compare(a.Client.Name, b.Client.Name), cmp.Compare(a.Client.ID, b.Client.ID), cmp.Compare(a.Level, b.Level))
	})
	slices.SortFunc(p.Withheld, func(a, b Withheld) int {
		return cmp.Or(naming.Compare(a.ClientName, b.ClientName), compareDebts(a.Debt, b.Debt))
	})
	return p
}

func compareDebts(a, b Debt) int {
	return cmp.Or(cmp.Compare(a.DueDate, b.DueDate), cmp.Compare(a.Number, b.Number), cmp.Compare(a.ID, b.ID))
}
