package ereporting

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what the use cases need.
type Deps struct {
	einvoicing.Access
	Issuers       einvoicing.Issuers
	Connections   einvoicing.Connections
	Transmissions einvoicing.Transmissions
	Queue         einvoicing.Queue
	Reports       Reports
	Documents     Documents
	Writer        Writer
}

// Service holds the use cases of e-reports.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Bounds: sales looked at together, and months of periods that are listed.
const (
	MaxSales  = 20_000
	MaxMonths = 24
)

// Kind of the stored files.
const kind document.Kind = "ereports"

// seller is an issuer as the administration knows it.
type seller struct {
	op     operation.Operation
	issuer billing.BillingEntity
	siren  string
	hidden int // operations whose sales the caller does not see
	Settings
}

// of is an issuer of an operation as a legal seller, and how it reports. Errors: ereport.foreign.
func (s *Service) of(ctx context.Context, op operation.Operation, issuer billing.BillingEntity) (seller, error) {
	who := seller{op: op, issuer: issuer}
	if issuer.Country != dso.France || issuer.LegalNumber == "" {
		return who, ErrForeign.With("name", issuer.Name)
	}
	who.siren = party.LegalPerson(issuer.LegalNumber)
	told, ok, err := s.Reports.Settings(ctx, who.siren)
	if who.Settings = told; !ok {
		who.Settings = Defaults(who.siren, issuer)
	}
	return who, err
}

// enter asks for a right in an operation, finds an issuer of it that may issue for its legal person, and
// counts the operations of the seller in which the caller has no right. Errors: those of Access.Enter,
// billingEntity.notFound, billingEntity.unconfirmed, billingEntity.legalNumberTaken, ereport.foreign.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID, entityID id.ID) (seller, error) {
	op, err := s.Enter(ctx, p, perm, operationID)
	if err != nil {
		return seller{}, err
	}
	issuers, err := s.Issuers.List(ctx, op.ID)
	if err != nil {
		return seller{}, err
	}
	n := slices.IndexFunc(issuers, func(e billing.BillingEntity) bool { return e.ID == entityID })
	if n < 0 {
		return seller{}, billing.ErrIssuerNotFound
	}
	if refused := issuers[n].MayIssue(); refused != nil {
		return seller{}, refused
	}
	who, err := s.of(ctx, op, issuers[n])
	if err != nil {
		return who, err
	}
	return who, s.count(ctx, p, perm, &who)
}

func (s *Service) count(ctx context.Context, p policy.Principal, perm policy.Permission, who *seller) error {
	all, err := s.Reports.Operations(ctx, who.siren)
	for _, one := range all {
		if one != who.op.ID && s.Guard.Operation(ctx, p, perm, one) != nil {
			who.hidden++
		}
	}
	return err
}

// Standing is a period of a seller.
type Standing struct {
	Content
	Due     civil.Date
	State   State
	Reports []Report // by sequence
}

// Seller is a legal seller of an operation with its periods.
type Seller struct {
	EntityID id.ID
	Name     string
	Settings
	Problem *fault.Error // why it cannot report; nil = it can
	Hidden  int          // operations whose sales the caller does not see
	Periods []Standing   // last first, of those that hold anything or are to
}

// List is the sellers of an operation with what of each period was reported, and is to be. Errors: those of
// Access.Enter, list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID) ([]Seller, error) {
	op, err := s.Enter(ctx, p, einvoicing.PermRead, operationID)
	if err != nil {
		return nil, err
	}
	issuers, err := s.Issuers.List(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	today, out := s.today(op), []Seller{}
	for _, e := range issuers {
		who, err := s.of(ctx, op, e)
		one := Seller{EntityID: e.ID, Name: e.Name, Settings: who.Settings, Problem: e.MayIssue()}
		switch {
		case errors.Is(err, ErrForeign):
			continue
		case err != nil:
			return nil, err
		case one.Problem == nil && who.Regime == "":
			one.Problem = ErrRegime.With("name", e.Name)
		}
		if one.Problem == nil {
			if err := s.count(ctx, p, einvoicing.PermRead, &who); err != nil {
				return nil, err
			}
			if one.Periods, err = s.standings(ctx, who, today); err != nil {
				return nil, err
			}
			one.Hidden = who.hidden
			slices.Reverse(one.Periods)
		}
		out = append(out, one)
	}
	return out, nil
}

func (s *Service) today(op operation.Operation) civil.Date { return op.Zone().DateOf(s.Now()) }

// standings are the periods of a seller from its first on, at most MaxMonths back, to that of today.
func (s *Service) standings(ctx context.Context, who seller, today civil.Date) ([]Standing, error) {
	first := max(who.Since, today.AddMonths(-MaxMonths))
	if first > today {
		return nil, nil
	}
	reports, err := s.Reports.List(ctx, who.siren, civil.Range{From: first.AddMonths(-2), To: today + 1})
	if err != nil {
		return nil, err
	}
	periods := calendar(who, reports).From(first, today)
	days := civil.Range{From: periods[0].From, To: periods[len(periods)-1].To}
	sales, err := s.sales(ctx, who.siren, days)
	if err != nil {
		return nil, err
	}
	out := make([]Standing, len(periods))
	for n, r := range periods {
		out[n] = standing(who, r, sales, reports, today)
	}
	return out, nil
}

func (s *Service) sales(ctx context.Context, siren string, days civil.Range) ([]Sale, error) {
	sales, err := s.Reports.Sales(ctx, siren, days, MaxSales+1)
	if err == nil && len(sales) > MaxSales {
		err = fault.ListTooLong.With("max", MaxSales)
	}
	return sales, err
}

// calendar is the periods of a seller, with those that were reported.
func calendar(who seller, reports []Report) Calendar {
	c := Calendar{Regime: who.Regime}
	for _, r := range reports {
		if !slices.Contains(c.Reported, r.Period) {
			c.Reported = append(c.Reported, r.Period)
		}
	}
	return c
}

func standing(who seller, period civil.Range, sales []Sale, reports []Report, today civil.Date) Standing {
	out := Standing{Content: who.Build(period, sales), Due: who.Regime.Due(period)}
	for _, r := range reports {
		if r.Period == period {
			out.Reports = append(out.Reports, r)
		}
	}
	out.State = stateOf(out.Content, out.Reports, out.Due, today)
	out.Out = slices.DeleteFunc(out.Out, func(e Entry) bool { return e.Reason == OtherPeriod })
	return out
}

// PutSettings tells how a seller reports, in all its operations, over those of a version; 0 = whichever.
// Errors: those of enter, ereport.invalid, object.changed.
func (s *Service) PutSettings(ctx context.Context, p policy.Principal, operationID, entityID id.ID, version int, change func(*Settings)) (Settings, error) {
	who, err := s.enter(ctx, p, einvoicing.PermUpdate, operationID, entityID)
	if err != nil {
		return Settings{}, err
	}
	to := who.Settings
	if version != 0 && version != to.Version {
		return to, fault.ObjectChanged
	}
	change(&to)
	if err := to.Check(); err != nil {
		return to, err
	}
	to.Version, to.ChangedBy, to.ChangedAt = to.Version+1, p.UserID, s.Now().UTC()
	return to, s.Tx.InTx(ctx, p.Change(einvoicing.PermUpdate, who.op.ID, "billingEntity", entityID), func(ctx context.Context) error {
		tx.NoteFields(ctx, who.Settings, to)
		stored, err := s.Reports.PutSettings(ctx, to)
		if err == nil && !stored {
			err = fault.ObjectChanged
		}
		return err
	})
}

// Preview is what a report says of a period, with the seller that it is of.
type Preview struct {
	Seller
	Standing
}

// period is a period of a seller by its first day. Errors: ereport.regime, ereport.period, list.tooLong.
func (s *Service) period(ctx context.Context, who seller, start civil.Date) (Preview, error) {
	out := Preview{Seller: Seller{EntityID: who.issuer.ID, Name: who.issuer.Name, Settings: who.Settings, Hidden: who.hidden}}
	if who.Regime == "" {
		return out, ErrRegime.With("name", who.issuer.Name)
	}
	reports, err := s.Reports.List(ctx, who.siren, civil.Range{From: start.AddMonths(-2), To: start.AddMonths(2)})
	if err != nil {
		return out, err
	}
	period := calendar(who, reports).Of(start)
	if period.From != start || period.To <= who.Since {
		return out, ErrPeriod.With("value", start.String())
	}
	sales, err := s.sales(ctx, who.siren, period)
	out.Standing = standing(who, period, sales, reports, s.today(who.op))
	return out, err
}

// Preview is what would be reported of a period now, what is not and why, and what was reported. Errors:
// those of enter, ereport.regime, ereport.period, list.tooLong.
func (s *Service) Preview(ctx context.Context, p policy.Principal, operationID, entityID id.ID, start civil.Date) (Preview, error) {
	who, err := s.enter(ctx, p, einvoicing.PermRead, operationID, entityID)
	if err != nil {
		return Preview{}, err
	}
	return s.period(ctx, who, start)
}

// ready refuses a report that is not whole. Errors: ereport.hidden, ereport.incomplete, ereport.nothing.
func (v Preview) ready() error {
	if v.Hidden > 0 {
		return ErrHidden.With("operations", v.Hidden)
	}
	var lacks []*fault.Error
	for _, e := range v.Lacking() {
		for _, l := range e.Lacks {
			lacks = append(lacks, map[Lack]*fault.Error{LacksSellerVAT: ErrSellerVAT, LacksBuyerVAT: ErrBuyerVAT}[l].With("number", e.Number))
		}
	}
	if len(lacks) > 0 {
		return ErrIncomplete.Of(lacks...)
	}
	if len(v.In) == 0 {
		return ErrNothing
	}
	return nil
}

// Written is a file to download.
type Written struct {
	Name    string
	Content []byte
}

// File is the report of a period as a file: the last one that was made where it still says what is to be
// said, else one of now. Errors: those of Preview, ereport.hidden, ereport.incomplete, ereport.nothing.
func (s *Service) File(ctx context.Context, p policy.Principal, operationID, entityID id.ID, start civil.Date) (Written, error) {
	who, err := s.enter(ctx, p, einvoicing.PermRead, operationID, entityID)
	if err != nil {
		return Written{}, err
	}
	v, err := s.period(ctx, who, start)
	if err != nil {
		return Written{}, err
	}
	if last := sentOf(v.Reports).last; last != nil && last.Digest == v.Digest() {
		content, err := s.read(ctx, *last)
		return Written{last.Number + ".xml", content}, err
	}
	if err := v.ready(); err != nil {
		return Written{}, err
	}
	r := s.next(who, v, s.Now())
	content, err := s.write(who, v, r, "")
	return Written{r.Number + ".xml", content}, err
}

// next is the report that would be made of a period now.
func (s *Service) next(who seller, v Preview, at time.Time) Report {
	r := Report{ID: id.New(), OperationID: who.op.ID, Seller: who.siren, Period: v.Period, Sequence: len(v.Reports) + 1, Kind: Initial, Digest: v.Digest(),
		Invoices: len(v.In), Net: v.Net, Tax: v.Tax, CreatedAt: at.UTC().Truncate(time.Microsecond)}
	if sentOf(v.Reports).held {
		r.Kind = Replaces
	}
	r.Number = numberOf(who.siren, v.Period, r.Sequence)
	return r
}

func (s *Service) write(who seller, v Preview, r Report, platform string) ([]byte, error) {
	return s.Writer.Write(File{Number: r.Number, Name: "E-reporting " + r.Period.From.String() + " " + r.Period.Last().String(), At: r.CreatedAt, Kind: r.Kind, Settings: who.Settings,
		Platform: platform, SellerName: who.issuer.Name, Content: v.Content})
}

// Order is how a report is made.
type Order struct {
	// Correct tells a period anew that was told; otherwise it is told for the first time, or once more
	// where it was refused.
	Correct bool
	// ByHand says that a person hands the file over, where no platform is connected.
	ByHand bool
}

// Send reports a period, by the platform of the seller or by hand. Errors: those of Preview, ereport.open,
// ereport.hidden, ereport.incomplete, ereport.nothing, ereport.underWay, ereport.told, ereport.unchanged,
// ereport.untold, ereport.unconnected, ereport.taken.
func (s *Service) Send(ctx context.Context, p policy.Principal, operationID, entityID id.ID, start civil.Date, o Order) (Preview, error) {
	who, err := s.enter(ctx, p, einvoicing.PermSend, operationID, entityID)
	if err != nil {
		return Preview{}, err
	}
	v, err := s.period(ctx, who, start)
	if err != nil {
		return v, err
	}
	if err := v.sendable(o, s.today(who.op)); err != nil {
		return v, err
	}
	connection, err := s.connection(ctx, who, o)
	if err != nil {
		return v, err
	}
	r := s.next(who, v, s.Now())
	r.ByHand, r.CreatedBy = o.ByHand, p.UserID
	content, err := s.write(who, v, r, connection.Name)
	if err != nil {
		return v, err
	}
	stored := document.Of(content, "application/xml")
	r.SHA256 = stored.SHA256
	docs, err := s.Documents.Keep(ctx, who.op.ID, kind, stored)
	if err != nil {
		return v, err
	}
	r.DocumentID = docs[0].ID
	change := p.Change(einvoicing.PermSend, who.op.ID, "billingEntity", entityID)
	change.Details = map[string]any{"report": r.Number, "invoices": r.Invoices, "byHand": r.ByHand}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Reports.Hold(ctx, who.siren); err != nil {
			return err
		}
		now, err := s.period(ctx, who, start)
		switch {
		case err != nil:
			return err
		case now.Digest() != r.Digest || len(now.Reports) != len(v.Reports):
			return ErrTaken
		}
		if err := now.sendable(o, s.today(who.op)); err != nil {
			return err
		}
		return s.Documents.Attach(ctx, docs, func(ctx context.Context) error { return s.add(ctx, r, v, connection) })
	})
	if err != nil {
		return v, err
	}
	return s.period(ctx, who, start)
}

// sendable refuses what is not to be reported now.
func (v Preview) sendable(o Order, today civil.Date) error {
	if v.Period.To > today {
		return ErrOpen.With("last", v.Period.Last().String())
	}
	s := sentOf(v.Reports)
	switch {
	case o.Correct && !s.held:
		return ErrUntold
	case s.last != nil && s.last.state().Live() && !s.last.holds():
		return ErrUnderWay.With("number", s.last.Number)
	case s.last != nil && s.last.holds() && !o.Correct:
		return ErrTold.With("number", s.last.Number)
	case s.last != nil && s.last.holds() && s.last.Digest == v.Digest():
		return ErrUnchanged.With("number", s.last.Number)
	}
	return v.ready()
}

// connection is by what platform a seller reports; none by hand.
func (s *Service) connection(ctx context.Context, who seller, o Order) (einvoicing.Connection, error) {
	if o.ByHand {
		return einvoicing.Connection{}, nil
	}
	list, err := s.Connections.List(ctx, who.op.ID)
	if err != nil {
		return einvoicing.Connection{}, err
	}
	n := slices.IndexFunc(list, func(c einvoicing.Connection) bool {
		return c.Active && c.Seller == who.siren && c.Kind == einvoicing.AFNOR
	})
	if n < 0 {
		return einvoicing.Connection{}, ErrUnconnected.With("name", who.issuer.Name)
	}
	return list[n], nil
}

// add stores a report with what it counts, and has it sent.
func (s *Service) add(ctx context.Context, r Report, v Preview, c einvoicing.Connection) error {
	invoices := make([]id.ID, len(v.In))
	for n, e := range v.In {
		invoices[n] = e.ID
	}
	if err := s.Reports.Add(ctx, r, invoices); err != nil || r.ByHand {
		return err
	}
	t := einvoicing.Transmission{ID: id.New(), OperationID: r.OperationID, ConnectionID: c.ID, EReportID: r.ID, Subject: einvoicing.OfEReport, NextAt: r.CreatedAt, CreatedAt: r.CreatedAt, UpdatedAt: r.CreatedAt}
	if err := s.Transmissions.Add(ctx, []einvoicing.Transmission{t}); err != nil {
		return err
	}
	return s.Queue.Submit(ctx, []id.ID{t.ID})
}

// EReport is the file of a report, by its id alone (einvoicing.EReports).
func (s *Service) EReport(ctx context.Context, reportID id.ID) (number string, content []byte, err error) {
	r, err := s.Reports.ByID(ctx, reportID)
	if err != nil {
		return "", nil, err
	}
	content, err = s.read(ctx, r)
	return r.Number, content, err
}

func (s *Service) read(ctx context.Context, r Report) (content []byte, err error) {
	file, err := s.Documents.Open(ctx, document.Document{ID: r.DocumentID, OperationID: r.OperationID, Kind: kind})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return io.ReadAll(file)
}

// Missed are the periods of an operation's sellers that were not told in time on a day, or were refused:
// how many, and the last day of the first. It checks no permission: rules of alerts ask.
func (s *Service) Missed(ctx context.Context, op operation.Operation, today civil.Date) (n int, oldest *civil.Date, err error) {
	issuers, err := s.Issuers.List(ctx, op.ID)
	if err != nil {
		return 0, nil, err
	}
	var counted []string
	for _, e := range issuers {
		who, err := s.of(ctx, op, e)
		if errors.Is(err, ErrForeign) || e.MayIssue() != nil || err == nil && (who.Regime == "" || slices.Contains(counted, who.siren)) {
			continue
		}
		if err != nil {
			return 0, nil, err
		}
		counted = append(counted, who.siren)
		periods, err := s.standings(ctx, who, today)
		if err != nil {
			return 0, nil, err
		}
		for _, one := range periods {
			if one.State == Late || one.State == Refused || one.State == Correction && today > one.Due {
				n++
				if oldest == nil || one.Due < *oldest {
					oldest = &one.Due
				}
			}
		}
	}
	return n, oldest, nil
}
