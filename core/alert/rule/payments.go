package rule

import (
	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/receivable"
)

// overdueInvoices is one fact for all that are late for some days: how many, how long the longest, and
// what is open of them.
func overdueInvoices(found []receivable.Document, today civil.Date, threshold int) []alert.Fact {
	var open money.Cents
	number, longest := 0, 0
	for _, d := range found {
		if d.Overdue(today) && d.DaysLate(today) >= threshold {
			number, longest, open = number+1, max(longest, d.DaysLate(today)), open+d.Open()
		}
	}
	if number == 0 {
		return nil
	}
	return []alert.Fact{{Severity: severe(longest, threshold), Action: alert.SeeOverdue, Figures: alert.Figures{Days: longest, Number: number}, Amount: &open}}
}

// returnedDebits is one fact for all invoices of which the bank took money back some days ago, with the
// last day on which it did.
func returnedDebits(found []receivable.ReturnedInvoice, today civil.Date, threshold int) []alert.Fact {
	var open money.Cents
	var last civil.Date
	number := 0
	for _, r := range found {
		if int(today-r.On) >= threshold {
			number, open, last = number+1, open+r.Open, max(last, r.On)
		}
	}
	if number == 0 {
		return nil
	}
	return []alert.Fact{{Severity: alert.Urgent, Action: alert.SeeOverdue, Figures: alert.Figures{Days: int(today - last), Day: &last, Number: number}, Amount: &open}}
}

// missingMandates are the sites that are billed by direct debit for some days, and of which nobody may collect.
func missingMandates(sites []receivable.DebitSite, today civil.Date, threshold int) (out []alert.Fact) {
	for _, s := range sites {
		since := s.Since
		if days := int(today - since); s.HoldsUntil == nil && days >= threshold {
			out = append(out, alert.Fact{Subject: alert.Subject{SiteID: s.SiteID}, Severity: severe(days, 30), Action: alert.MendMandate, Figures: alert.Figures{Days: days, Day: &since}})
		}
	}
	return out
}

// lapsingMandates are the sites whose mandate ends within some days, for nobody has used it for long.
func lapsingMandates(sites []receivable.DebitSite, today civil.Date, threshold int) (out []alert.Fact) {
	for _, s := range sites {
		if s.HoldsUntil == nil {
			continue
		}
		if days := int(*s.HoldsUntil - today); days <= threshold {
			out = append(out, alert.Fact{Subject: alert.Subject{SiteID: s.SiteID}, Severity: alert.Warning, Action: alert.MendMandate, Figures: alert.Figures{Days: days, Day: s.HoldsUntil}})
		}
	}
	return out
}
