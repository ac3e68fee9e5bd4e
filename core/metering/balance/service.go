// Package balance answers what a site used and made, how much of it was local, and what comes next: the
// first screen of a participant, of all producers together (specification section 6).
package balance

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/metering/view"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Curves    metering.Curves
	Guard     policy.Guard
	Now       func() time.Time
	Perimeter metering.Perimeter
	View      *view.Service
	Drawing   *drawing.Service
}

// Service answers the balance of a site.
type Service struct {
	curves    metering.Curves
	guard     policy.Guard
	now       func() time.Time
	perimeter metering.Perimeter
	view      *view.Service
	drawing   *drawing.Service
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{curves: d.Curves, guard: d.Guard, now: d.Now, perimeter: d.Perimeter, view: d.View, drawing: d.Drawing}
}

// SiteInput asks for a month of a site.
type SiteInput struct {
	ParticipantID id.ID
	Month         *civil.Month // nil = the last one whose days are all there, else the last with data
	Known         []metering.Revision
}

// SiteBalance is a month of a site, the year that it stands in, and what comes next.
type SiteBalance struct {
	Revision  metering.Revision
	Unchanged bool
	// Days of the month that the site has and the caller may see; none where there is no data at all.
	Days            civil.Range
	Month           Month
	ProvisionalFrom *civil.Date
	MissingDays     int
	Year            []Month // twelve months, ascending; those without data are there
	Next            *Next   // nil once the site has left
	Advice          *Advice
}

// stripMonths are how many months are shown beside one another.
const stripMonths = 12

// adviceDays are over how many days advice looks back.
const adviceDays = 28

// Site is the balance of a month of one site, within its activation; participants see their own dates
// only. Without any data it is empty. Errors: forbidden, notFound.
func (s *Service) Site(ctx context.Context, p policy.Principal, in SiteInput) (SiteBalance, error) {
	operationID, err := s.guard.Participant(ctx, p, metering.PermRead, in.ParticipantID)
	if err != nil {
		return SiteBalance{}, err
	}
	known, err := s.known(ctx, p, operationID, in.ParticipantID)
	if err != nil || !known.some {
		return SiteBalance{}, err
	}
	month, to := known.chosen(in.Month)
	if days := month.Range().Intersect(known.visible); days.IsEmpty() {
		return SiteBalance{}, policy.ErrNotFound
	}
	year := civil.Range{From: to.Add(1 - stripMonths).First(), To: to.Next().First()}
	q, unchanged, err := s.view.AskSince(ctx, p, operationID, year, year.From, nil, in.Known, "balance", in.ParticipantID, month, known.today)
	if err != nil || unchanged {
		return SiteBalance{Revision: q.Revision, Unchanged: unchanged}, err
	}
	out := SiteBalance{Revision: q.Revision, Days: month.Range().Intersect(known.visible), Month: Month{Month: month}}
	months := civil.MonthsOf(year)
	out.Year = make([]Month, len(months))
	periods := make([]civil.Range, len(months))
	for i, m := range months {
		out.Year[i].Month, periods[i] = m, m.Range()
	}
	for _, side := range []metering.Side{metering.Consumer, metering.Producer} {
		if !known.site.Plays(side) {
			continue
		}
		v, err := q.Site(ctx, in.ParticipantID, view.SiteQuestion{Scope: metering.ScopeOf(side)})
		if err != nil {
			return SiteBalance{}, err
		}
		totals, err := dashboard.SitePeriods(ctx, v, known.visible, periods)
		if err != nil {
			return SiteBalance{}, err
		}
		for i, m := range totals {
			b := Of(side, m)
			if side == metering.Consumer {
				out.Year[i].Used = b
			} else {
				out.Year[i].Made = b
			}
			if months[i] == month {
				out.take(m)
			}
		}
	}
	for _, m := range out.Year {
		if m.Month == month {
			out.Month = m
		}
	}
	if last := known.last; last+1 < known.visible.To {
		next := nextData(q.Op.Operator.Capabilities().UploadFiles > 0, last, known.today)
		out.Next = &next
	}
	out.Advice, err = s.advice(ctx, p, operationID, known)
	return out, err
}

// take notes what the data of the month lacks on one more side.
func (b *SiteBalance) take(m *dashboard.Metrics) {
	b.MissingDays = max(b.MissingDays, m.MissingDays)
	if from := m.ProvisionalFrom; from != nil && (b.ProvisionalFrom == nil || *from < *b.ProvisionalFrom) {
		b.ProvisionalFrom = from
	}
}

// siteDays is which months of a site have data.
type siteDays struct {
	site    metering.Site
	visible civil.Range
	shared  map[civil.Month]int // days of which it is known what was shared
	some    bool                // there is data at all
	last    civil.Date          // with data
	today   civil.Date
}

func (s *Service) known(ctx context.Context, p policy.Principal, operationID, participantID id.ID) (siteDays, error) {
	sites, err := s.perimeter.SitesOf(ctx, operationID, []id.ID{participantID})
	if err != nil || len(sites) == 0 { // no days of activation yet
		return siteDays{}, err
	}
	out := siteDays{site: sites[0], visible: metering.VisibleDays(p, sites[0]), shared: map[civil.Month]int{}}
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return siteDays{}, err
	}
	out.today = op.Operator.Zone().DateOf(s.now())
	all, err := s.curves.MonthsWithData(ctx, operationID, out.visible)
	if err != nil || len(all) == 0 {
		return out, err
	}
	natures := []metering.Nature{metering.Conso, metering.Prod, metering.Autoconso}
	rows, err := s.curves.OfSites(ctx, operationID, []string{out.site.DsoID}, natures, all, false)
	if err != nil {
		return siteDays{}, err
	}
	for _, r := range rows {
		if r.Origin != metering.DSO || !out.site.Plays(r.Side) {
			continue
		}
		first, days := r.Days.In(r.Month, out.visible)
		count := 0
		for i, day := range days {
			if day.State.Has(metering.HasData) {
				count++
				out.last = max(out.last, first+civil.Date(i))
			}
		}
		out.some = out.some || count > 0
		if r.Nature == metering.Autoconso {
			out.shared[r.Month] = max(out.shared[r.Month], count)
		}
	}
	return out, nil
}

// chosen is the month that is answered, and the last one of the year it is shown in.
func (d siteDays) chosen(asked *civil.Month) (month, to civil.Month) {
	to = civil.MonthOf(d.last)
	if asked == nil {
		var latest *civil.Month
		for m, days := range d.shared {
			if days == m.Range().Intersect(d.visible).Days() && (latest == nil || m > *latest) {
				latest = &m
			}
		}
		if latest == nil {
			return to, to
		}
		return *latest, to
	}
	if *asked > to || *asked <= to.Add(-stripMonths) {
		to = *asked
	}
	return *asked, to
}

// advice looks at the hours of the last weeks with data.
func (s *Service) advice(ctx context.Context, p policy.Principal, operationID id.ID, known siteDays) (*Advice, error) {
	days := civil.Range{From: known.last + 1 - adviceDays, To: known.last + 1}.Intersect(known.visible)
	if days.Days() < fewestDays {
		return nil, nil
	}
	hours := func(participantID id.ID, scope metering.Scope, n metering.Nature) (drawing.HourProfile, error) {
		return s.drawing.HourProfile(ctx, p, drawing.HoursInput{OperationID: operationID, ParticipantID: participantID, Scope: scope, Nature: n, Days: days})
	}
	site, kind := known.site.ParticipantID, kindFor(known.site)
	of, side := id.ID(""), metering.Scope("")
	if kind == MoveToOwn || kind == SeekPartner {
		of, side = site, metering.ScopeProducer
	}
	surplus, err := hours(of, side, metering.Surplus)
	if err != nil {
		return nil, err
	}
	if kind == SeekPartner {
		return seek(surplus), nil
	}
	used, err := hours(site, metering.ScopeConsumer, metering.Conso)
	if err != nil {
		return nil, err
	}
	shared, err := hours(site, metering.ScopeConsumer, metering.Autoconso)
	if err != nil {
		return nil, err
	}
	return move(kind, surplus, used, shared), nil
}
