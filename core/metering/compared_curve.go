package metering

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/policy"
)

// since is the first day that an answer about days rests on.
func (c Comparison) since(days civil.Range) civil.Date {
	if c == WithYearBefore {
		return earliest(days)
	}
	return previousDays(days).From
}

// compared adds to the curves of an operation what they are compared with: the totals of
// operators that offer no metrics come with curves (decisions 3.10).
func (q question) compared(ctx context.Context, out *LoadCurve, with Comparison) error {
	if with == "" {
		return nil
	}
	sums, err := q.s.sums(ctx, q.known, q.op.ID, comparedMonths(q.days, allDays), q.natures)
	if err != nil {
		return err
	}
	out.Compared = q.tallyOf(sums, ScopeGlobal).compared(with)
	return nil
}

// compared is the same of a site. Seen from one producer, what was received is what came
// from there; complement and rates count all producers.
func (v siteView) compared(ctx context.Context, p policy.Principal, out *LoadCurve, with Comparison) error {
	if with == "" {
		return nil
	}
	from := v.producerID
	v.producerID = ""
	of := func() (*Compared, error) {
		span := visible(p, v.Site)
		months, err := v.months(ctx, comparedMonths(v.days, span), v.natures)
		return tally{question: v.question, scope: v.scope, within: span, months: months}.compared(with), err
	}
	var err error
	if out.Compared, err = of(); err != nil || from.IsZero() || !v.scope.covers(Consumer) {
		return err
	}
	v.producerID = from
	came, err := of()
	out.Compared.seenFrom(came)
	return err
}

func (c tally) compared(with Comparison) *Compared {
	now := c.complete(c.days)
	defer now.release()
	return c.comparedWith(now, with)
}
