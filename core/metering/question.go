package metering

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
	"github.com/openpmo/pmo/core/policy"
)

// maxMonths is the longest range a question may have (specification 5).
const maxMonths = 12

// checkDays refuses ranges no question may have. Errors: range.reversed, range.tooLong.
func checkDays(r civil.Range) error {
	if r.IsEmpty() {
		return ErrOrder.With("from", r.From.String()).With("to", r.Last().String()).At("dateFrom")
	}
	if r.AtMost(maxMonths) != nil {
		return ErrTooLong.With("months", maxMonths).At("dateTo")
	}
	return nil
}

const permRead = policy.Permission("curve:read")

// question is what all readings begin with: who asks, about which operation and days.
type question struct {
	s        *Service
	p        policy.Principal
	op       Operation
	days     civil.Range
	today    civil.Date
	natures  []Nature
	finality finality
	known    states // of the months of days and of those they are compared with
	tag      string
}

// ask checks the range, reads the operation and names the state of what the answer
// rests on. known is the tag the caller has; unchanged is true when it still holds.
func (s *Service) ask(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range, natures []Nature, known string, more ...any) (q question, unchanged bool, err error) {
	return s.askBack(ctx, p, operationID, days, previousDays(days).From, natures, known, more...)
}

// askBack is ask for an answer that compares with days since from.
func (s *Service) askBack(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range, from civil.Date, natures []Nature, known string, more ...any) (q question, unchanged bool, err error) {
	if err := checkDays(days); err != nil {
		return q, false, err
	}
	months := civil.MonthsOf(civil.Range{From: from, To: days.To})
	op, read, err := s.perimeter.State(ctx, operationID, months)
	if err != nil {
		return q, false, err
	}
	now := s.now()
	q = question{s: s, p: p, op: op, days: days, today: op.Operator.Zone().DateOf(now), finality: finalityOf(op, now), known: statesOf(months, read)}
	for _, n := range Natures() {
		if (len(natures) == 0 || slices.Contains(natures, n)) && (op.ACI || !n.External()) {
			q.natures = append(q.natures, n)
		}
	}
	q.tag = q.tagOf(read, more)
	return q, known != "" && matches(known, q.tag), nil
}

// tagOf names an answer by all that it depends on. What one account may see differs
// from what another may, so the sites of a participant are in it too.
func (q question) tagOf(read []MonthState, more []any) string {
	var b strings.Builder
	fmt.Fprintln(&b, q.op.ID, q.op.SitesStamp, stampOf(read), q.days, q.natures, q.op.ACI, q.op.GESKPI, min(max(q.finality.before, q.days.From), q.days.To), min(max(q.today, q.days.From), q.days.To), q.p.Role)
	for _, m := range civil.MonthsOf(q.days) {
		if q.op.Declared[m] {
			fmt.Fprint(&b, m, " ")
		}
	}
	if q.p.Role == policy.RoleParticipant {
		fmt.Fprintln(&b, q.p.Sites)
	}
	fmt.Fprintln(&b, more...)
	sum := sha256.Sum256([]byte(b.String()))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// stampOf writes the states of months.
func stampOf(read []MonthState) string {
	var b []byte
	for _, s := range read {
		b = strconv.AppendInt(b, int64(s.Month), 36)
		b = strconv.AppendInt(append(b, ':'), s.Version, 36)
		b = strconv.AppendInt(append(b, ':'), s.Written, 36)
		b = append(b, ' ')
	}
	return string(b)
}

// matches reads an If-None-Match header.
func matches(known, tag string) bool {
	for one := range strings.SplitSeq(known, ",") {
		if one = strings.TrimPrefix(strings.TrimSpace(one), "W/"); one == tag || one == "*" {
			return true
		}
	}
	return false
}

// partial lists those of some months that r does not hold whole.
func partial(months []civil.Month, r civil.Range) (part []civil.Month) {
	for _, m := range months {
		if !r.Covers(m.Range()) {
			part = append(part, m)
		}
	}
	return part
}

// withACI adds the energy made and used on the spot, where the operation has ACI and
// what such sites make is asked for.
func (q question) withACI() []Nature {
	if !q.op.ACI || !slices.Contains(q.natures, ProdExt) {
		return q.natures
	}
	return append(slices.Clone(q.natures), ACI)
}

// measured adds what rates leave out to what is asked for.
func (q question) measured() []Nature {
	natures := q.withACI()
	all := append(slices.Clone(natures), Unmatched, UnmatchedShared)
	if has(natures, ACI) {
		all = append(all, UnmatchedACI, WithoutACI, WithoutACIShared)
	}
	return all
}

// own tells whether a principal may see what belongs to one participant: everybody who
// may read the operation, but participants only themselves (decisions 6.2).
func own(p policy.Principal, participantID id.ID) bool {
	return p.Role != policy.RoleParticipant || p.Holds(participantID)
}

// siteOf finds a participant among the sites. Error: notFound.
func siteOf(sites []Site, participantID id.ID) (Site, error) {
	i := slices.IndexFunc(sites, func(s Site) bool { return s.ParticipantID == participantID })
	if i < 0 {
		return Site{}, policy.ErrNotFound
	}
	return sites[i], nil
}

// visible is when a principal may see a site: within its activation, and a participant
// account within its own dates of it.
func visible(p policy.Principal, s Site) civil.Range {
	if p.Role != policy.RoleParticipant {
		return s.Period
	}
	for _, held := range p.Sites {
		if held.ParticipantID == s.ParticipantID {
			return s.Period.Intersect(held.Period)
		}
	}
	return civil.Range{}
}
