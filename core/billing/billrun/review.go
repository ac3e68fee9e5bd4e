package billrun

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
)

// ReviewKind is why an invoice of a run deserves a look, in the order of a review.
type ReviewKind string

// The kinds: no invoice could be made, it comes to nothing, who was invoiced before is not this time,
// nobody was before, half more or less a day than the last one, or none of that.
const (
	ReviewFailed  ReviewKind = "FAILED"
	ReviewZero    ReviewKind = "ZERO"
	ReviewGone    ReviewKind = "GONE"
	ReviewNew     ReviewKind = "NEW"
	ReviewUnusual ReviewKind = "UNUSUAL"
	ReviewUsual   ReviewKind = "USUAL"
)

// ReviewKinds are all, in the order of a review.
var ReviewKinds = []ReviewKind{ReviewFailed, ReviewZero, ReviewGone, ReviewNew, ReviewUnusual, ReviewUsual}

// MaxReviewed is how many a review names.
const MaxReviewed = 500

// Review is a run with its exceptions first.
type Review struct {
	Run    billing.Run
	Counts map[ReviewKind]int // of all, whatever was asked for
	Items  []ReviewItem       // of the kinds that were asked for, at most MaxReviewed
	Number int                // of them
}

// ReviewItem is one invoice of a run, or one that is not there.
type ReviewItem struct {
	billing.PartyPair
	Kind                   ReviewKind
	IssuerName, ClientName string
	Invoice                *billing.Invoice // as it is now; nil where none was made, or it is gone
	Days                   civil.Range      // that are billed, or would be
	Amount                 money.Cents
	Last                   *billing.Invoice // the last one of the pair before the run
	Failure                *fault.Error
}

// Change is by which part the amount of a day differs from that of the last invoice; false where
// nothing compares.
func (i ReviewItem) Change() (rate float64, known bool) {
	if i.Last == nil || i.Last.Amount == 0 || i.Days.Days() == 0 || i.Last.Days.Days() == 0 || i.Kind == ReviewGone || i.Kind == ReviewFailed {
		return 0, false
	}
	before := float64(i.Last.Amount) / float64(i.Last.Days.Days())
	return float64(i.Amount)/float64(i.Days.Days())/before - 1, true
}

// kindOf what was made.
func (i ReviewItem) kindOf(notCharged bool) ReviewKind {
	switch rate, known := i.Change(); {
	case notCharged || i.Amount == 0:
		return ReviewZero
	case i.Last == nil:
		return ReviewNew
	case known && (rate > 0.5 || rate < -0.5) && differsEnough(i):
		return ReviewUnusual
	}
	return ReviewUsual
}

// differsEnough leaves aside what nobody looks at, whatever its part.
func differsEnough(i ReviewItem) bool {
	usual := int64(i.Last.Amount) * int64(i.Days.Days()) / int64(i.Last.Days.Days())
	difference := int64(i.Amount) - usual
	return max(difference, -difference) >= int64(billing.SmallDifference)
}

// review puts the items of a run beside the last invoices of their pairs.
func review(run billing.Run, made map[id.ID]billing.Invoice, last map[billing.PartyPair]billing.Invoice) []ReviewItem {
	var out []ReviewItem
	billed := map[billing.PartyPair]bool{}
	first := run.BillUpTo
	for _, r := range run.Items {
		pair := billing.PartyPair{IssuerID: r.IssuerID, ClientID: r.ClientID}
		billed[pair], first = true, min(first, r.Days.From)
		if r.Status == billing.RunPending {
			continue
		}
		i := ReviewItem{PartyPair: pair, IssuerName: r.IssuerName, ClientName: r.ClientName, Days: r.Days, Amount: r.Amount, Failure: r.Failure}
		if inv, ok := last[pair]; ok {
			i.Last = &inv
		}
		if inv, ok := made[r.InvoiceID]; ok {
			i.Invoice = &inv
		}
		if i.Kind = ReviewFailed; r.Status == billing.RunSuccess {
			i.Kind = ReviewUsual // until it is compared
			i.Kind = i.kindOf(r.NotCharged)
		}
		out = append(out, i)
	}
	for pair, inv := range last {
		// The one after it, as long, would have ended within what the run billed.
		if due := inv.Days.To + civil.Date(inv.Days.Days()); !billed[pair] && due > first && due <= run.BillUpTo+1+maxMonthDifference {
			out = append(out, ReviewItem{PartyPair: pair, Kind: ReviewGone, IssuerName: inv.IssuerName, ClientName: inv.ClientName, Last: &inv,
				Days: civil.Range{From: inv.Days.To, To: min(due, run.BillUpTo+1)}})
		}
	}
	slices.SortFunc(out, func(a, b ReviewItem) int {
		return cmp.Or(cmp.Compare(slices.Index(ReviewKinds, a.Kind), slices.Index(ReviewKinds, b.Kind)), naming.Compare(a.ClientName, b.ClientName),
			naming.Compare(a.IssuerName, b.IssuerName), cmp.Compare(a.ClientID, b.ClientID), cmp.Compare(a.IssuerID, b.IssuerID), cmp.Compare(a.Days.From, b.Days.From))
	})
	return out
}

// maxMonthDifference is by how many days months, and what is made of them, differ in length.
const maxMonthDifference = 3
