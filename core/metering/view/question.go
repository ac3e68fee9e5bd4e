package view

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	var b strings.Builder
	fmt.Fprintln(&b, q.Op.ID, q.Op.SitesStamp, stampOf(read), q.Days, q.Natures, q.Op.ACI, q.Op.GESKPI, q.Op.Emissions, min(max(q.Finality.Before, q.Days.From), q.Days.To), min(max(q.Today, q.Days.From), q.Days.To), q.P.Role)
	for _, m := range civil.MonthsOf(q.Days) {
		if q.Op.Declared[m] {
			fmt.Fprint(&b, m, " ")
		}
	}
	if q.P.Role == policy.RoleParticipant {
		fmt.Fprintln(&b, q.P.Sites)
	}
	fmt.Fprintln(&b, more...)
	sum := sha256.Sum256([]byte(b.String()))
	return metering.Revision(base64.RawURLEncoding.EncodeToString(sum[:12]))
}

// stampOf writes the states of months.
func stampOf(read []metering.MonthState) string {
	var b []byte
	for _, s := range read {
		b = strconv.AppendInt(b, int64(s.Month), 36)
		b = strconv.AppendInt(append(b, ':'), s.Version, 36)
		b = strconv.AppendInt(append(b, ':'), s.Written, 36)
		b = append(b, ' ')
	}
	return string(b)
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
