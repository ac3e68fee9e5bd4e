package view

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/policy"
)

// Question is what all readings begin with: who asks, about which operation and days.
type Question struct {
	Source
	P        policy.Principal
	Op       metering.Operation
	Days     civil.Range
	Today    civil.Date
	Natures  []metering.Nature
	Finality metering.Finality
	Known    monthly.States // of the months of days and of those they are compared with
	Revision metering.Revision
}

// RevisionOf names an answer by all that it depends on. What one account may see differs
// from what another may, so the sites of a participant are in it too.
func (q Question) RevisionOf(read []metering.MonthState, more []any) metering.Revision {
	b := make([]byte, 0, 1024) // of a year with the one before it, on the stack
	text := func(s string) { b = append(append(b, s...), ' ') }
	number := func(n int64) { b = append(strconv.AppendInt(b, n, 36), ' ') }
	day := func(d civil.Date) { number(int64(d)) }
	text(string(q.Op.ID))
	text(q.Op.SitesStamp)
	for _, s := range read {
		number(int64(s.Month))
		number(s.Version)
		number(s.Written)
	}
	b = append(b, '\n')
	day(q.Days.From)
	day(q.Days.To)
	for _, n := range q.Natures {
		number(int64(n))
	}
	b = append(b, '\n')
	b = append(strconv.AppendBool(strconv.AppendBool(b, q.Op.ACI), q.Op.GESKPI), ' ')
	text(string(q.Op.EmissionsStamp))
	day(min(max(q.Finality.Before, q.Days.From), q.Days.To))
	day(min(max(q.Today, q.Days.From), q.Days.To))
	text(string(q.P.Role))
	for m := civil.MonthOf(q.Days.From); m <= civil.MonthOf(q.Days.Last()); m++ {
		if q.Op.Declared[m] {
			number(int64(m))
		}
	}
	b = append(b, '\n')
	if q.P.Role == policy.RoleParticipant {
		b = fmt.Appendln(b, q.P.Sites)
	}
	b = fmt.Appendln(b, more...)
	sum := sha256.Sum256(b)
	return metering.Revision(base64.RawURLEncoding.EncodeToString(sum[:12]))
}

// WithACI adds the energy made and used on the spot, where the operation has ACI and
// what such sites make is asked for.
func (q Question) WithACI() []metering.Nature {
	if !q.Op.ACI || !slices.Contains(q.Natures, metering.ProdExt) {
		return q.Natures
	}
	return append(slices.Clone(q.Natures), metering.ACI)
}

// Measured adds what rates leave out to what is asked for.
func (q Question) Measured() []metering.Nature {
	natures := q.WithACI()
	all := append(slices.Clone(natures), metering.Unmatched, metering.UnmatchedShared)
	if metering.Has(natures, metering.ACI) {
		all = append(all, metering.UnmatchedACI, metering.WithoutACI, metering.WithoutACIShared)
	}
	return all
}

// Site finds the participant of a question, and leaves only the natures that it can have
// in the scope asked for. A range without any day of its own answers as if it did not
// exist. Error: notFound.
func (q Question) Site(ctx context.Context, participantID id.ID, asked SiteQuestion) (SiteView, error) {
	sites, err := q.Perimeter.Sites(ctx, q.Op.ID)
	if err != nil {
		return SiteView{}, err
	}
	site, err := metering.FindSite(sites, participantID)
	if err != nil {
		return SiteView{}, err
	}
	scope := site.Scope(asked.Scope, asked.Natures)
	q.Natures = slices.DeleteFunc(slices.Clone(q.Natures), func(n metering.Nature) bool { return !site.Offers(scope, n) })
	v := SiteView{Question: q, Site: site, Scope: scope, Sites: sites, ProducerID: asked.ProducerID, Within: metering.VisibleDays(q.P, site).Intersect(q.Days)}
	if v.Within.IsEmpty() && q.P.Role == policy.RoleParticipant {
		return SiteView{}, policy.ErrNotFound
	}
	if !v.ProducerID.IsZero() {
		if other, err := metering.FindSite(sites, v.ProducerID); err != nil || !other.Plays(metering.Producer) {
			return SiteView{}, policy.ErrNotFound
		}
	}
	return v, nil
}

// PreviousDays is the period of the same length just before.
func PreviousDays(r civil.Range) civil.Range {
	return civil.Range{From: r.From - civil.Date(r.Days()), To: r.From}
}

// YearBefore is the same days one year earlier.
func YearBefore(r civil.Range) civil.Range {
	return civil.Range{From: r.From.AddMonths(-12), To: r.Last().AddMonths(-12) + 1}
}

// Earliest is the first day that the totals of a period are compared with.
func Earliest(r civil.Range) civil.Date { return min(PreviousDays(r).From, YearBefore(r).From) }
