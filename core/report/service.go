package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/balance"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "report:read"
	share  policy.Permission = "report:share"
	export policy.Permission = "report:export"
	send   policy.Permission = "report:send"
)

// JobKind is the mailing of reports.
const JobKind job.Kind = "reportSend"

// linkKind names links in the audit trail.
const linkKind = "reportLink"

// Deps are what the service works with.
type Deps struct {
	Guard policy.Guard
	Tx    tx.Runner
	Now   func() time.Time
	Jobs  *job.Service
	Sources
	Files
	Letters
}

// Service is the use cases of reports.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// File is a report that was drawn.
type File struct {
	Name    string
	Content []byte
}

// fileName says what a report is of, in letters that every disk takes.
func fileName(parts ...string) string {
	return strings.Join(strings.FieldsFunc(operation.Fold(strings.Join(parts, "-")), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-") + ".pdf"
}

// OfSite is the report of a site in a period: figures of this site and no other, on the days that the
// caller may see. Errors: forbidden, notFound, featureNotAvailable, report.future, report.notThere.
func (s *Service) OfSite(ctx context.Context, p policy.Principal, participantID id.ID, period Period, language string) (File, error) {
	operationID, err := s.Guard.Participant(ctx, p, read, participantID)
	if err != nil {
		return File{}, err
	}
	return s.ofSite(ctx, p, operationID, participantID, period, language)
}

func (s *Service) ofSite(ctx context.Context, p policy.Principal, operationID, participantID id.ID, period Period, language string) (File, error) {
	sheet, err := s.sheet(ctx, operationID, period, language)
	if err != nil {
		return File{}, err
	}
	site, err := s.site(ctx, operationID, participantID)
	if err != nil {
		return File{}, err
	}
	if sheet.Days = sheet.Days.Intersect(seenDays(p, site)); sheet.Days.IsEmpty() {
		return File{}, ErrNotThere
	}
	sheet.Site = &Site{Name: site.Name, DsoID: site.DsoID, Consumes: site.Consumes(), Professional: site.ConsumerType() != party.Individual}
	for _, fill := range []func(context.Context, policy.Principal, *Sheet, participant.Participant) error{s.energies, s.worth, s.invoiced, s.shared} {
		if err := fill(ctx, p, &sheet, site); err != nil {
			return File{}, err
		}
	}
	content, err := s.Drawer.DrawReport(sheet)
	return File{fileName("rapport", site.Name, period.String()), content}, err
}

// sheet is a report of which nothing is filled in yet. Errors: featureNotAvailable, report.future.
func (s *Service) sheet(ctx context.Context, operationID id.ID, period Period, language string) (Sheet, error) {
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Sheet{}, err
	}
	if err := op.Require(operation.FeatureMetrics); err != nil {
		return Sheet{}, err
	}
	today := op.Zone().DateOf(s.Now())
	days, err := period.past(today)
	sheet := Sheet{Language: language, Theme: op.Theme, Operation: op.Name, PMO: op.Interlocutor.LegalName, Made: today, Period: period, Days: days}
	if days != period.Days {
		sheet.addLack(LackOver, period.Days.Days()-days.Days(), nil)
	}
	return sheet, err
}

// site finds one of an operation.
func (s *Service) site(ctx context.Context, operationID, participantID id.ID) (participant.Participant, error) {
	all, err := s.Sites.OfOperation(ctx, operationID)
	if err != nil {
		return participant.Participant{}, err
	}
	n := slices.IndexFunc(all, func(one participant.Participant) bool { return one.ID == participantID })
	if n < 0 {
		return participant.Participant{}, policy.ErrNotFound
	}
	return all[n], nil
}

// seenDays are the days of a site that the caller may see: a participant's own.
func seenDays(p policy.Principal, site participant.Participant) civil.Range {
	if site.Activation == nil {
		return civil.Range{}
	}
	return metering.VisibleDays(p, metering.Site{ParticipantID: site.ID, Period: *site.Activation})
}

// energies fills in what was measured on both sides of a site, and the bars of that it is for.
func (s *Service) energies(ctx context.Context, p policy.Principal, sheet *Sheet, site participant.Participant) error {
	for _, one := range []struct {
		side metering.Side
		is   bool
		to   **balance.Balance
		all  metering.Nature
	}{{metering.Consumer, site.Consumes(), &sheet.Site.Used, metering.Conso}, {metering.Producer, site.Produces(), &sheet.Site.Made, metering.Prod}} {
		if !one.is {
			continue
		}
		m, err := s.Figures.ParticipantMetrics(ctx, p, dashboard.MetricsInput{ParticipantID: site.ID, Scope: metering.ScopeOf(one.side), Days: sheet.Days})
		if err != nil {
			return err
		}
		sheet.measured(m)
		*one.to = balance.Of(one.side, &m)
		if sheet.Bars != nil {
			continue
		}
		curve, err := s.Curves.ParticipantCurve(ctx, p, drawing.CurveInput{ParticipantID: site.ID, Scope: metering.ScopeOf(one.side),
			Natures: []metering.Nature{one.all, metering.Autoconso}, Days: sheet.Days, Resolution: sheet.resolution()})
		if err != nil {
			return err
		}
		sheet.Bars = barsOf(curve, one.all, metering.Autoconso)
	}
	if sheet.Site.Used == nil && sheet.Site.Made == nil {
		sheet.addLack(LackData, 1, nil)
	}
	return nil
}

// worth fills in what local energy was worth, by the contract of supply that was told.
func (s *Service) worth(ctx context.Context, p policy.Principal, sheet *Sheet, site participant.Participant) error {
	if !site.Consumes() || sheet.Site.Used == nil {
		return nil
	}
	config, err := s.Economy.PriceConfig(ctx, p, site.ID)
	if err != nil {
		return err
	}
	if config.ContractType == "" {
		sheet.addLack(LackContract, 1, nil)
		return nil
	}
	e, err := s.Economy.Estimate(ctx, p, economy.EstimateInput{ParticipantID: site.ID, Days: sheet.Days, Supply: config.Supply})
	if fault.KeyOf(err) == economy.ErrInvalid.Key { // the regulated tariff does not fit the site any more
		sheet.addLack(LackContract, 1, nil)
		return nil
	}
	if err != nil {
		return err
	}
	sheet.addLack(LackEconomy, sheet.Days.Days()-e.Counted, nil)
	if e.Counted > 0 {
		sheet.Site.Economy = &e
	}
	return nil
}

// mostSales is how many lines of invoices one report reads.
const mostSales = finance.MostSales

// sales are what was invoiced on the days of a report. Error: list.tooLong.
func (s *Service) sales(ctx context.Context, operationID id.ID, days civil.Range) ([]finance.Sale, error) {
	found, err := s.Sales.Issued(ctx, operationID, days, mostSales+1)
	if err == nil && len(found) > mostSales {
		err = fault.ListTooLong.With("max", mostSales).At("period")
	}
	return found, err
}

// invoiced fills in what a site was invoiced, and what was invoiced for its energy.
func (s *Service) invoiced(ctx context.Context, _ policy.Principal, sheet *Sheet, site participant.Participant) error {
	sales, err := s.sales(ctx, site.OperationID, sheet.Days)
	if err != nil {
		return err
	}
	if sheet.Site.Received, _, err = sum(sales, func(one finance.Sale) bool { return one.ConsumerID == site.ID }); err != nil {
		return err
	}
	sheet.Site.Issued, _, err = sum(sales, func(one finance.Sale) bool { return one.ProducerID == site.ID })
	return err
}

// shared fills in how the key of today treats the site.
func (s *Service) shared(ctx context.Context, p policy.Principal, sheet *Sheet, site participant.Participant) error {
	found, err := s.Sharing.SharingOf(ctx, p, site.ID)
	if err != nil {
		return err
	}
	if !found.Described {
		sheet.addLack(LackKey, 1, nil)
		return nil
	}
	sheet.Site.Sharing = &found
	return nil
}

// OfOperation is the report of an operation in a period: sums, and no figure of one member. Errors:
// forbidden, notFound, featureNotAvailable, report.future, list.tooLong.
func (s *Service) OfOperation(ctx context.Context, p policy.Principal, operationID id.ID, period Period, language string) (File, error) {
	if err := s.Guard.Operation(ctx, p, export, operationID); err != nil {
		return File{}, err
	}
	sheet, err := s.sheet(ctx, operationID, period, language)
	if err != nil {
		return File{}, err
	}
	sites, err := s.Sites.OfOperation(ctx, operationID)
	if err != nil {
		return File{}, err
	}
	w := membersOf(sites, sheet.Days)
	sheet.Whole = &w
	if w.Figures, err = s.Figures.OperationMetrics(ctx, p, dashboard.MetricsInput{OperationID: operationID, Days: sheet.Days}); err != nil {
		return File{}, err
	}
	if len(w.Figures.Values) == 0 {
		sheet.addLack(LackData, 1, nil)
	}
	sheet.measured(w.Figures)
	curve, err := s.Curves.OperationCurve(ctx, p, drawing.CurveInput{OperationID: operationID, Natures: []metering.Nature{metering.Prod, metering.Autoconso}, Days: sheet.Days, Resolution: sheet.resolution()})
	if err != nil {
		return File{}, err
	}
	sheet.Bars = barsOf(curve, metering.Prod, metering.Autoconso)
	if w.Extent, err = s.Extents.Measure(ctx, p, operationID); err != nil {
		return File{}, err
	}
	sheet.addLack(LackPlaces, len(w.Extent.Unplaced), nil)
	sheet.addLack(LackPower, len(w.Extent.Powerless), nil)
	sales, err := s.sales(ctx, operationID, sheet.Days)
	if err != nil {
		return File{}, err
	}
	if w.Sold, w.Invoices, err = sum(sales, func(finance.Sale) bool { return true }); err != nil {
		return File{}, err
	}
	key, err := s.Keys.Last(ctx, p, operationID)
	if err != nil {
		return File{}, err
	}
	w.Key = &key
	content, err := s.Drawer.DrawReport(sheet)
	return File{fileName("rapport", sheet.Operation, period.String()), content}, err
}

// membersOf counts the sites of an operation on some days.
func membersOf(sites []participant.Participant, days civil.Range) (w Whole) {
	for _, site := range sites {
		if site.Activation == nil || !site.Activation.Overlaps(days) {
			continue
		}
		if days.Contains(site.Activation.From) {
			w.Entered++
		}
		if !site.Activation.Contains(days.Last()) {
			w.Left++
			continue
		}
		if site.Consumes() {
			w.Consumers++
		}
		if site.Produces() {
			w.Producers++
		}
	}
	return w
}

// LinkInput asks for a link to a report of a site.
type LinkInput struct {
	ParticipantID id.ID
	Period        Period
	LastDay       civil.Date
	Language      string
}

// AddLink draws a report and makes a link to it that anybody may follow until the end of a day. Errors:
// those of OfSite, report.linkEnd, report.links.
func (s *Service) AddLink(ctx context.Context, p policy.Principal, in LinkInput) (Link, error) {
	operationID, err := s.Guard.Participant(ctx, p, share, in.ParticipantID)
	if err != nil {
		return Link{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Link{}, err
	}
	now := s.Now().UTC()
	end, err := endOf(in.LastDay, op.Zone(), now)
	if err != nil {
		return Link{}, err
	}
	file, err := s.ofSite(ctx, p, operationID, in.ParticipantID, in.Period, in.Language)
	if err != nil {
		return Link{}, err
	}
	l := Link{ID: id.New(), OperationID: operationID, SiteID: in.ParticipantID, Period: in.Period, FileName: file.Name, CreatedAt: now, CreatedBy: p.UserID, ExpiresAt: end}
	change := p.Change(share, operationID, linkKind, l.ID)
	change.Details = map[string]any{"status": "linked"}
	l, _, err = s.keep(ctx, l, file, change, func(ctx context.Context) error {
		live, err := s.Links.Live(ctx, operationID, in.ParticipantID, now)
		if err == nil && live >= MostLinks {
			err = ErrLinks.With("max", MostLinks)
		}
		return err
	})
	return l, err
}

// keep stores a report with the link that leads to it, after a look within the transaction; ok is false
// where its mailing has one of the site.
func (s *Service) keep(ctx context.Context, l Link, file File, change tx.Change, look func(ctx context.Context) error) (_ Link, ok bool, err error) {
	docs, err := s.Documents.Keep(ctx, l.OperationID, Stored, document.Of(file.Content, "application/pdf"))
	if err != nil {
		return l, false, err
	}
	l.Content, l.Token = docs[0], s.Signatures.Sign(l.ID)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := look(ctx); err != nil {
			return err
		}
		return s.Documents.Attach(ctx, docs, func(ctx context.Context) error {
			if ok, err = s.Links.Add(ctx, l); err != nil || !ok || l.JobID.IsZero() {
				return err
			}
			return s.Queue.ReportMail(ctx, l.ID)
		})
	})
	return l, ok, err
}

// LinksOf are the links to reports of a site, newest first, at most MostListed. Errors: forbidden, notFound.
func (s *Service) LinksOf(ctx context.Context, p policy.Principal, participantID id.ID) ([]Link, error) {
	operationID, err := s.Guard.Participant(ctx, p, read, participantID)
	if err != nil {
		return nil, err
	}
	found, err := s.Links.Of(ctx, operationID, participantID, MostListed)
	// Who came later does not follow what was shared before.
	if p.Role == policy.RoleParticipant {
		found = slices.DeleteFunc(found, func(l Link) bool { return l.CreatedBy != p.UserID })
	}
	for n := range found {
		found[n].Token = s.Signatures.Sign(found[n].ID)
	}
	return found, err
}

// RevokeLink ends a link now; a participant's own ones. Errors: forbidden, notFound.
func (s *Service) RevokeLink(ctx context.Context, p policy.Principal, participantID, linkID id.ID) error {
	operationID, err := s.Guard.Participant(ctx, p, share, participantID)
	if err != nil {
		return err
	}
	l, ok, err := s.Links.ByID(ctx, linkID)
	if err != nil {
		return err
	}
	if !ok || l.OperationID != operationID || p.Role == policy.RoleParticipant && l.CreatedBy != p.UserID {
		return policy.ErrNotFound
	}
	change := p.Change(share, operationID, linkKind, linkID)
	change.Details = map[string]any{"status": "revoked"}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		found, err := s.Links.Revoke(ctx, operationID, participantID, linkID, s.Now().UTC())
		if err == nil && !found {
			err = policy.ErrNotFound
		}
		return err
	})
}

// Download is a stored report to be read; the caller closes its content.
type Download struct {
	Name    string
	Size    int64
	Content io.ReadSeekCloser
}

// OpenLink reads what a link leads to, whoever follows it, and counts that. Error: report.linkOver.
func (s *Service) OpenLink(ctx context.Context, token string) (Download, error) {
	linkID, ok := s.Signatures.Read(token)
	if !ok {
		return Download{}, ErrLink
	}
	l, ok, err := s.Links.ByID(ctx, linkID)
	if err != nil {
		return Download{}, err
	}
	now := s.Now().UTC()
	if !ok || l.Over(now) {
		return Download{}, ErrLink
	}
	content, err := s.Documents.Open(ctx, l.Content)
	if err != nil {
		return Download{}, err
	}
	if err := s.Links.Count(ctx, l.ID, now); err != nil {
		_ = content.Close()
		return Download{}, fault.Unexpected.Because(err)
	}
	return Download{l.FileName, l.Content.Size, content}, nil
}

// mailing is what a job of reports is asked for.
type mailing struct {
	Period string  `json:"period"`
	Sites  []id.ID `json:"sites"`
}

// Mailed is what a mailing came to.
type Mailed struct {
	Mailed    int      `json:"mailed"`
	Unreached []string `json:"unreached"` // sites without an address, by name
	Failed    []string `json:"failed"`    // sites of which no report could be drawn, by name
}

// AuditDetails of job.Audited.
func (m Mailed) AuditDetails() map[string]any {
	return map[string]any{"mails": m.Mailed, "unreached": len(m.Unreached), "failed": len(m.Failed)}
}

// Send starts the mailing of reports to the contacts of sites; none named = all that take part. Errors:
// forbidden, notFound, featureNotAvailable, report.future, report.sites, report.inProgress.
func (s *Service) Send(ctx context.Context, p policy.Principal, operationID id.ID, period Period, participantIDs []id.ID) (job.Job, error) {
	if err := s.Guard.Operation(ctx, p, send, operationID); err != nil {
		return job.Job{}, err
	}
	sheet, err := s.sheet(ctx, operationID, period, "")
	if err != nil {
		return job.Job{}, err
	}
	all, err := s.Sites.OfOperation(ctx, operationID)
	if err != nil {
		return job.Job{}, err
	}
	chosen, err := chosenOf(all, sheet.Days, participantIDs)
	if err != nil {
		return job.Job{}, err
	}
	return s.Jobs.Start(ctx, p, job.Asked{OperationID: operationID, Kind: JobKind, AloneOn: operationID, Input: mailing{period.String(), chosen}, CreatedAt: s.Now().UTC()},
		map[string]any{"sites": len(chosen)})
}

// chosenOf are the sites that take part on some days, all or those named. Error: report.sites.
func chosenOf(all []participant.Participant, days civil.Range, named []id.ID) (chosen []id.ID, err error) {
	there := map[id.ID]bool{}
	for _, site := range all {
		if site.Activation != nil && site.Activation.Overlaps(days) {
			there[site.ID] = true
			chosen = append(chosen, site.ID)
		}
	}
	if len(named) > 0 {
		chosen = nil
		for n, one := range named {
			if !there[one] {
				return nil, ErrSites.With("max", MostMailed).At(fmt.Sprintf("participantIds[%d]", n))
			}
			if !slices.Contains(chosen, one) {
				chosen = append(chosen, one)
			}
		}
	}
	if len(chosen) == 0 || len(chosen) > MostMailed {
		return nil, ErrSites.With("max", MostMailed).At("participantIds")
	}
	return chosen, nil
}

// Job is how reports are mailed.
func (s *Service) Job() job.Handler {
	h := job.Handle(JobKind, send, s.mail)
	h.Object, h.InProgress = linkKind, ErrInProgress
	return h
}

// mail draws the report of each site that has none of this job yet, and queues its mail.
func (s *Service) mail(ctx context.Context, j job.Job, asked mailing) (out Mailed, err error) {
	period, err := ParsePeriod(asked.Period)
	if err != nil {
		return out, err
	}
	op, err := s.Operations.ByID(ctx, j.OperationID)
	if err != nil {
		return out, err
	}
	now := s.Now().UTC()
	recipients, err := s.Recipients.OfOperation(ctx, op.ID, op.Zone().DateOf(now))
	if err != nil {
		return out, err
	}
	done, err := s.Links.Mailed(ctx, op.ID, j.ID)
	if err != nil {
		return out, err
	}
	all, err := s.Sites.OfOperation(ctx, op.ID)
	if err != nil {
		return out, err
	}
	out.Unreached, out.Failed = []string{}, []string{}
	// The right was asked for when it was started; the job acts on behalf of that person.
	p := policy.Principal{UserID: j.AskedBy, Role: policy.RoleOrganizer, Agent: "job", Operations: []id.ID{op.ID}}
	for n, siteID := range asked.Sites {
		s.Jobs.Advance(ctx, j.ID, n, len(asked.Sites))
		at := slices.IndexFunc(all, func(one participant.Participant) bool { return one.ID == siteID })
		to := slices.IndexFunc(recipients, func(r communication.Recipient) bool { return r.Kind == communication.Site && r.ID == siteID })
		switch {
		case done[siteID]:
			out.Mailed++
			continue
		case at < 0: // removed meanwhile
			continue
		case to < 0 || recipients[to].Reach() != communication.Reachable:
			out.Unreached = append(out.Unreached, all[at].Name)
			continue
		}
		told, err := s.one(ctx, p, j, op, recipients[to], period, now)
		switch {
		case err != nil && fault.From(err) != nil && fault.From(err).Kind != fault.Internal:
			out.Failed = append(out.Failed, all[at].Name)
		case err != nil:
			return out, err
		case told:
			out.Mailed++
		}
	}
	return out, nil
}

func (s *Service) one(ctx context.Context, p policy.Principal, j job.Job, op operation.Operation, to communication.Recipient, period Period, now time.Time) (bool, error) {
	file, err := s.ofSite(ctx, p, op.ID, to.ID, period, to.Language)
	if err != nil {
		return false, err
	}
	l := Link{ID: id.New(), OperationID: op.ID, SiteID: to.ID, Period: period, FileName: file.Name, CreatedAt: now, CreatedBy: j.AskedBy, JobID: j.ID,
		ExpiresAt: op.Zone().Start(op.Zone().DateOf(now) + MailedDays + 1), Address: to.Address, Language: to.Language}
	change := p.Change(send, op.ID, linkKind, l.ID)
	change.Details = map[string]any{"status": "mailed"}
	_, _, err = s.keep(ctx, l, file, change, func(context.Context) error { return nil })
	return err == nil, err
}

// Tell mails the contact of a site that a report is there. It is the work of a job; a link that is over
// meanwhile needs no mail. Errors: those of the mail.
func (s *Service) Tell(ctx context.Context, linkID id.ID) error {
	l, ok, err := s.Links.ByID(ctx, linkID)
	if err != nil || !ok || l.Over(s.Now()) || l.Address == "" {
		return err
	}
	op, err := s.Operations.ByID(ctx, l.OperationID)
	if err != nil {
		return err
	}
	site, err := s.site(ctx, l.OperationID, l.SiteID)
	if err != nil {
		return err
	}
	return s.Mail.SendReport(ctx, Text{LinkID: l.ID, OperationID: op.ID, Operation: op.Name, Site: site.Name, Period: l.Period, Address: l.Address, Language: l.Language,
		Token: s.Signatures.Sign(l.ID), LastDay: op.Zone().DateOf(l.ExpiresAt) - 1})
}

// sweptAtOnce is how many links one sweep takes away; the rest waits for the next.
const sweptAtOnce = 100

// Sweep takes away links that ended long enough ago, with what they led to. It is the work of a periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	past, err := s.Links.Past(ctx, s.Now().UTC().Add(-Kept), sweptAtOnce)
	if err != nil {
		return err
	}
	var failed []error
	for _, l := range past {
		change := policy.Principal{Agent: "system"}.Change(share, l.OperationID, linkKind, l.ID)
		change.Details = map[string]any{"status": "expired"}
		failed = append(failed, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
			if err := s.Links.Remove(ctx, l.ID); err != nil {
				return err
			}
			return s.Documents.Release(ctx, l.Content.ID)
		}))
	}
	return errors.Join(failed...)
}
