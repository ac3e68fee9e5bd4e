package reconciliation

import "github.com/openpmo/pmo/core/payment/payout"

// outcomeOf is what becomes of a line that names statements and does not match them.
func outcomeOf(v payout.Verdict) Outcome {
	switch v {
	case payout.Known:
		return Outcome{Aside: Known}
	case payout.AlreadyPaid:
		return open(AlreadyPaid)
	case payout.NotPaid:
		return open(NotPaid)
	case payout.BeforeIssue:
		return open(BeforeIssue)
	case payout.Matched, payout.Foreign:
		return Outcome{}
	}
	return open(OtherAmount)
}
