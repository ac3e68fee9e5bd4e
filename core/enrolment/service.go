package enrolment

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Operations is package operation as seen from here.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Operations Operations
	Sites      *site.Service
	Entities   *entity.Service
	Contracts  *contract.Service
	Drafts     Drafts
	Files      Files // tables of changes of occupant
}

// Service is the use cases of taking somebody in.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Action is what becomes of the client or the issuer of a site.
type Action string

// The actions of specification section 4.
const (
	Leave  Action = ""       // as it is
	Attach Action = "ATTACH" // to one that is there
	Create Action = "CREATE"
	Modify Action = "MODIFY" // one that is there, for all its sites; the site is tied to it
)

// Client is what becomes of who is invoiced for a site.
type Client struct {
	Action Action
	ID     id.ID                       // with Attach and Modify
	Change entity.BillableEntityChange // with Create and Modify
}

// Issuer is what becomes of who issues the invoices of a site.
type Issuer struct {
	Action Action
	ID     id.ID
	Change entity.BillingEntityChange
}

// Plan subscribes the site from a day on.
type Plan struct {
	PlanID id.ID
	Start  civil.Date
	// With is the other side: of a consumer the producers who sell to it, none = the operation
	// itself; of a producer the consumers who buy from it.
	With      []id.ID
	EndOthers bool // ends what prices the same energy, instead of refusing
}

// Input is a newcomer. Without Plan nothing is subscribed, where the operation does not demand it.
type Input struct {
	Site   site.CreateInput
	Client Client
	Issuer Issuer
	Plan   *Plan
	DryRun bool
	// EndsDraft throws the caller's draft in this operation away, with the change.
	EndsDraft bool
}

// Result is what was stored, or would be.
type Result struct {
	Site          site.View
	Client        *billing.BillableEntity // nil = left as it was
	Issuer        *billing.BillingEntity
	Subscriptions []contract.SubscriptionView
	DryRun        bool
}

// errRehearsed takes back what a check has done.
var errRehearsed = errors.New("enrolment: a check stores nothing")

// Enrol adds a site with who is invoiced for it or issues for it, the invitation of its account
// and its subscriptions: all or nothing. A dry run does and takes back everything, so that what
// it lets pass passes. Errors: forbidden, notFound, plan.required, and those of each part at its
// fields ("site.dsoId").
func (s *Service) Enrol(ctx context.Context, p policy.Principal, in Input) (Result, error) {
	const create policy.Permission = "participant:create"
	operationID := in.Site.OperationID
	if err := s.Guard.Operation(ctx, p, create, operationID); err != nil {
		return Result{}, err
	}
	var out Result
	err := s.whole(ctx, p.Change(create, operationID, "participant", ""), in.DryRun, func(ctx context.Context) error {
		// The operation is locked first, as by each part (ADR 0003).
		o, err := s.Operations.Locked(ctx, operationID)
		if err != nil {
			return err
		}
		out = Result{DryRun: in.DryRun}
		if out.Site, err = s.Sites.Create(ctx, p, in.Site); err != nil {
			return part("site", err)
		}
		tx.Concern(ctx, "participant", out.Site.ID)
		if in.Plan == nil {
			if err := s.demandPlan(ctx, o, out.Site); err != nil {
				return err
			}
		}
		if err := s.settle(ctx, p, o, &out, in.Client, in.Issuer, in.Plan); err != nil {
			return err
		}
		if in.EndsDraft {
			return s.Drafts.Delete(ctx, p.UserID, operationID)
		}
		return nil
	})
	return s.answer(ctx, p, out, err)
}

// ChangeInput changes a site and what belongs to it; parts that are not given stay.
type ChangeInput struct {
	Site   site.UpdateInput
	Client Client
	Issuer Issuer
	Plan   *Plan
	DryRun bool
}

// Change changes a site with its client, issuer, account and subscriptions: all or nothing.
// Errors: as Enrol, and object.changed.
func (s *Service) Change(ctx context.Context, p policy.Principal, in ChangeInput) (Result, error) {
	const update policy.Permission = "participant:update"
	operationID, err := s.Guard.Participant(ctx, p, update, in.Site.ParticipantID)
	if err != nil {
		return Result{}, err
	}
	var out Result
	err = s.whole(ctx, p.Change(update, operationID, "participant", in.Site.ParticipantID), in.DryRun, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, operationID)
		if err != nil {
			return err
		}
		out = Result{DryRun: in.DryRun}
		if out.Site, err = s.Sites.Update(ctx, p, in.Site); err != nil {
			return part("site", err)
		}
		return s.settle(ctx, p, o, &out, in.Client, in.Issuer, in.Plan)
	})
	return s.answer(ctx, p, out, err)
}

// whole runs a change as one, and takes it back when it is only a check.
func (s *Service) whole(ctx context.Context, change tx.Change, dryRun bool, do func(ctx context.Context) error) error {
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := do(ctx); err != nil {
			return err
		}
		if dryRun {
			return errRehearsed
		}
		return nil
	})
	if errors.Is(err, errRehearsed) {
		return nil
	}
	return err
}

// answer is the result with the site as it stands in the end, its client and issuer among it.
func (s *Service) answer(ctx context.Context, p policy.Principal, out Result, err error) (Result, error) {
	if err != nil {
		return Result{}, err
	}
	if out.DryRun {
		return out, nil
	}
	touched := out.Site.Touched
	if out.Site, err = s.Sites.Get(ctx, p, out.Site.ID); err != nil {
		return Result{}, err
	}
	out.Site.Touched = touched
	return out, nil
}

// demandPlan refuses a newcomer without a plan where plans bill (specification section 5, ADR
// 0051). A producer that only sells needs one as soon as somebody could buy by it.
func (s *Service) demandPlan(ctx context.Context, o operation.Operation, v site.View) error {
	if !o.Offers(operation.FeatureBilling) {
		return nil
	}
	if v.Consumes() {
		return ErrPlanRequired
	}
	roster, err := s.Sites.Roster(ctx, o.ID)
	if err != nil {
		return err
	}
	for _, other := range roster {
		if other.ID != v.ID && other.Consumes() {
			return ErrPlanRequired
		}
	}
	return nil
}

// settle ties the site to its client and its issuer, and subscribes it.
func (s *Service) settle(ctx context.Context, p policy.Principal, o operation.Operation, out *Result, c Client, i Issuer, plan *Plan) error {
	if c.Action != Leave {
		if !out.Site.Consumes() {
			return ErrNotConsumer
		}
		e, err := s.tieClient(ctx, p, o.ID, out.Site.ID, c)
		if err != nil {
			return part("client", err)
		}
		out.Client = &e
	}
	if i.Action != Leave {
		if !out.Site.Produces() {
			return ErrNotProducer
		}
		e, err := s.tieIssuer(ctx, p, o.ID, out.Site.ID, i)
		if err != nil {
			return part("issuer", err)
		}
		out.Issuer = &e
	}
	if plan == nil {
		return nil
	}
	var err error
	out.Subscriptions, err = s.Contracts.SubscribeAll(ctx, p, billing.Scope{OperationID: o.ID}, contract.SubscriptionsInput{
		PlanID: plan.PlanID, Pairs: pairsOf(out.Site, plan.With), Days: civil.Range{From: plan.Start, To: civil.Forever}, EndOthers: plan.EndOthers})
	return part("plan", only(err))
}

// pairsOf is who buys of whom: a site that receives energy buys, another one sells.
func pairsOf(v site.View, with []id.ID) []billing.Pair {
	if len(with) == 0 {
		if v.Consumes() {
			return []billing.Pair{{ConsumerID: v.ID}}
		}
		return []billing.Pair{{ProducerID: v.ID}}
	}
	pairs := make([]billing.Pair, len(with))
	for i, other := range with {
		pairs[i] = billing.Pair{ConsumerID: other, ProducerID: v.ID}
		if v.Consumes() {
			pairs[i] = billing.Pair{ConsumerID: v.ID, ProducerID: other}
		}
	}
	return pairs
}

// tieClient makes, changes or finds the client of a site. It leaves the one it had: its
// subscriptions end on the last invoiced day (specification section 4).
func (s *Service) tieClient(ctx context.Context, p policy.Principal, operationID, siteID id.ID, c Client) (billing.BillableEntity, error) {
	scope := billing.Scope{OperationID: operationID}
	if c.Action != Create && c.ID.IsZero() {
		return billing.BillableEntity{}, ErrEntityRequired.At("billableEntityId")
	}
	if len(c.Change.ConsumerIDs) > 0 { // they are those of the client and the site
		return billing.BillableEntity{}, folder.ErrUnused.At("consumerIds")
	}
	clients, err := s.Entities.ListBillableEntities(ctx, p, scope)
	if err != nil {
		return billing.BillableEntity{}, err
	}
	linked := []id.ID{siteID}
	for _, e := range clients {
		switch holds := slices.Contains(e.ConsumerIDs, siteID); {
		case e.ID == c.ID && c.Action != Create:
			linked = withSite(e.ConsumerIDs, siteID)
		case holds:
			rest := withoutSite(e.ConsumerIDs, siteID)
			if _, err := s.Entities.UpdateBillableEntity(ctx, p, scope, e.ID, entity.BillableEntityChange{ConsumerIDs: rest}); err != nil {
				return billing.BillableEntity{}, err
			}
		}
	}
	change := c.Change
	change.ConsumerIDs = linked
	switch c.Action {
	case Create:
		return s.Entities.CreateBillableEntity(ctx, p, scope, change)
	case Attach:
		change = entity.BillableEntityChange{ConsumerIDs: linked}
	}
	return s.Entities.UpdateBillableEntity(ctx, p, scope, c.ID, change)
}

// tieIssuer is tieClient for the issuer of a producer.
func (s *Service) tieIssuer(ctx context.Context, p policy.Principal, operationID, siteID id.ID, i Issuer) (billing.BillingEntity, error) {
	scope := billing.Scope{OperationID: operationID}
	if i.Action != Create && i.ID.IsZero() {
		return billing.BillingEntity{}, ErrEntityRequired.At("billingEntityId")
	}
	if len(i.Change.ProducerIDs) > 0 {
		return billing.BillingEntity{}, folder.ErrUnused.At("producerIds")
	}
	issuers, _, err := s.Entities.ListBillingEntities(ctx, p, scope)
	if err != nil {
		return billing.BillingEntity{}, err
	}
	linked := []id.ID{siteID}
	for _, e := range issuers {
		switch holds := slices.Contains(e.ProducerIDs, siteID); {
		case e.ID == i.ID && i.Action != Create:
			linked = withSite(e.ProducerIDs, siteID)
		case holds:
			rest := withoutSite(e.ProducerIDs, siteID)
			if _, err := s.Entities.UpdateBillingEntity(ctx, p, scope, e.ID, entity.BillingEntityChange{ProducerIDs: rest}); err != nil {
				return billing.BillingEntity{}, err
			}
		}
	}
	change := i.Change
	change.ProducerIDs = linked
	switch i.Action {
	case Create:
		return s.Entities.CreateBillingEntity(ctx, p, scope, change)
	case Attach:
		change = entity.BillingEntityChange{ProducerIDs: linked}
	}
	return s.Entities.UpdateBillingEntity(ctx, p, scope, i.ID, change)
}

func withSite(ids []id.ID, one id.ID) []id.ID {
	if slices.Contains(ids, one) {
		return ids
	}
	return append(slices.Clone(ids), one)
}

// withoutSite is never nil: no site is a change too.
func withoutSite(ids []id.ID, one id.ID) []id.ID {
	return slices.DeleteFunc(append([]id.ID{}, ids...), func(i id.ID) bool { return i == one })
}

// only is the refusal of the one pair that was refused, where no other was.
func only(err error) error {
	if f := fault.From(err); f != nil && len(f.Items) == 1 && f.Key == billing.ErrSubscriptionsRejected.Key {
		return f.Items[0].OnRow(0)
	}
	return err
}

// part says of which part of the form a refusal is.
func part(name string, err error) error {
	f := fault.From(err)
	if f == nil || f.Kind == fault.Internal || f.Kind == fault.Forbidden {
		return err
	}
	at := func(field string) string {
		if field == "" {
			return name
		}
		return name + "." + field
	}
	if len(f.Items) > 0 {
		items := make([]*fault.Error, len(f.Items))
		for i, item := range f.Items {
			items[i] = item.At(at(item.Field))
		}
		f = f.Of(items...)
	}
	return f.At(at(f.Field))
}

// Succeed ends a site on the day before, and prepares its successor at the same meter, in one
// change (ADR 0051). Curves stay where they are: they are the meter's. Errors: forbidden,
// notFound, object.changed, succession.notInside, prm.alreadyUsed or ean.alreadyUsed when somebody
// follows already, participant.daysInvoiced at date, those of Enrol.
func (s *Service) Succeed(ctx context.Context, p policy.Principal, in SuccessionInput) (Succession, error) {
	const update policy.Permission = "participant:update"
	operationID, err := s.Guard.Participant(ctx, p, update, in.ParticipantID)
	if err != nil {
		return Succession{}, err
	}
	if err := s.Guard.Operation(ctx, p, "participant:create", operationID); err != nil {
		return Succession{}, err
	}
	var out Succession
	change := p.Change(update, operationID, "participant", in.ParticipantID)
	change.Details = map[string]any{"startDate": in.Date.String()}
	err = s.whole(ctx, change, in.DryRun, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, operationID)
		if err != nil {
			return err
		}
		out = Succession{Result: Result{DryRun: in.DryRun}}
		before, err := s.Sites.ByID(ctx, in.ParticipantID)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != before.Version {
			return participant.ErrChanged
		}
		if last := in.Date - 1; !before.ActiveOn(last) {
			return ErrNotInside.With("entry", written(before.Entry())).With("exit", written(before.Exit()))
		}
		running, err := s.running(ctx, p, o, before.ID, in)
		if err != nil {
			return err
		}
		if out.Predecessor, err = s.end(ctx, p, before, in.Date-1); err != nil {
			return err
		}
		if out.Site, err = s.Sites.Create(ctx, p, successorOf(before, in)); err != nil {
			return part("site", err)
		}
		tx.Concern(ctx, "participant", out.Site.ID)
		return s.takeOver(ctx, p, o, &out.Result, in, running)
	})
	out.Result, err = s.answer(ctx, p, out.Result, err)
	return out, err
}

// SucceedAll makes the changes of occupant of a file: all lines or none, in the order of their
// days, each as Succeed makes it. A line whose successor stands already changes nothing, so that
// the same file again changes nothing. A check does everything and takes it back: what it lets
// pass passes. Errors: forbidden, notFound, import.… of the whole file; import.rejected holds what
// is wrong, line by line.
func (s *Service) SucceedAll(ctx context.Context, p policy.Principal, in perimeterfile.ImportInput) (MovesReport, error) {
	file, err := s.readMoves(ctx, p, in)
	if err != nil {
		return MovesReport{}, err
	}
	return s.makeMoves(ctx, p, in, file)
}

// AnnotateAll checks a file of changes of occupant and gives it back with what is wrong beside each
// row, to be mended and sent again. Nothing is stored. Errors: those of SucceedAll about the whole
// file; rows that are wrong are none.
func (s *Service) AnnotateAll(ctx context.Context, p policy.Principal, in perimeterfile.ImportInput) (perimeterfile.Annotation, error) {
	file, err := s.readMoves(ctx, p, in)
	if err != nil {
		return perimeterfile.Annotation{}, err
	}
	in.DryRun = true
	checked, err := s.makeMoves(ctx, p, in, file)
	if err != nil {
		return perimeterfile.Annotation{}, err
	}
	return file.Annotated(fault.List{Items: checked.Errors}), nil
}

// readMoves reads a file of changes of occupant for who may make them.
func (s *Service) readMoves(ctx context.Context, p policy.Principal, in perimeterfile.ImportInput) (perimeterfile.Moves, error) {
	for _, permission := range []policy.Permission{"participant:update", "participant:create"} {
		if err := s.Guard.Operation(ctx, p, permission, in.OperationID); err != nil {
			return perimeterfile.Moves{}, err
		}
	}
	o, err := s.Operations.ByID(ctx, in.OperationID)
	if err != nil {
		return perimeterfile.Moves{}, err
	}
	return s.Files.ReadMoves(ctx, o, in)
}

// makeMoves makes the lines of a file that was read, or does so and takes them back.
func (s *Service) makeMoves(ctx context.Context, p policy.Principal, in perimeterfile.ImportInput, file perimeterfile.Moves) (MovesReport, error) {
	// Two changes at one meter follow each other, wherever they stand in the file.
	slices.SortStableFunc(file.Lines, func(a, b perimeterfile.Move) int { return int(a.Date) - int(b.Date) })
	var out MovesReport
	change := p.Change("participant:update", in.OperationID, "participant", "")
	change.Details = map[string]any{}
	err := s.whole(ctx, change, in.DryRun, func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, in.OperationID); err != nil {
			return err
		}
		wrong := fault.List{Items: slices.Clone(file.Wrong.Items)}
		out = MovesReport{DryRun: in.DryRun, Warnings: file.Warnings}
		for _, m := range file.Unread {
			out.Rows = append(out.Rows, rowOf(m, perimeterfile.RowRejected))
		}
		sites, err := s.Sites.Roster(ctx, in.OperationID)
		if err != nil {
			return err
		}
		for _, m := range file.Lines {
			row, made, err := s.move(ctx, p, sites, m)
			if f := fault.From(err); f != nil && f.Kind != fault.Internal && f.Kind != fault.Forbidden {
				addRefusal(&wrong, f, m.Row)
			} else if err != nil {
				return err
			}
			if in.DryRun {
				row.ParticipantID = "" // nobody has it
			}
			out.Rows = append(out.Rows, row)
			sites = made.among(sites)
		}
		slices.SortStableFunc(out.Rows, func(a, b MoveRow) int { return a.Row - b.Row })
		slices.SortStableFunc(wrong.Items, func(a, b *fault.Error) int { return a.Row - b.Row })
		out.count()
		if in.DryRun {
			out.Errors = wrong.Items
			return nil
		}
		change.Details["created"] = out.Created
		return wrong.Err(perimeterfile.ErrImportRejected.With("fileName", in.FileName))
	})
	if err != nil {
		return MovesReport{}, err
	}
	return out, nil
}

// move makes one line. When it is refused nothing of it is stored, and the others are looked at.
func (s *Service) move(ctx context.Context, p policy.Principal, sites []participant.Participant, m perimeterfile.Move) (MoveRow, moved, error) {
	row := rowOf(m, perimeterfile.RowRejected)
	var before *participant.Participant
	for i, one := range sites {
		if one.DsoID != m.DsoID {
			continue
		}
		if entry := one.Entry(); entry != nil && *entry == m.Date && one.Name == m.Name {
			row.Outcome = perimeterfile.RowUnchanged
			return row, moved{}, nil
		}
		if one.ActiveOn(m.Date - 1) {
			before = &sites[i]
		}
	}
	if before == nil {
		return row, moved{}, m.NoPredecessor()
	}
	row.Predecessor = before.Name
	made, err := s.Succeed(ctx, p, SuccessionInput{ParticipantID: before.ID, Date: m.Date, Name: m.Name, EntityType: m.EntityType, ExternalID: m.ExternalID,
		Identity: m.Identity, Email: m.Email, Phone: m.Phone, SIRET: m.SIRET, Treasury: m.Treasury, Tags: m.Tags, UserEmail: m.UserEmail, WithoutPlans: m.WithoutPlans})
	if err != nil {
		return row, moved{}, err
	}
	row.Outcome, row.ParticipantID, row.Touched = perimeterfile.RowCreated, made.Site.ID, made.Predecessor.Touched
	for _, v := range made.Subscriptions {
		if !slices.Contains(row.Plans, v.PlanName) {
			row.Plans = append(row.Plans, v.PlanName)
		}
	}
	return row, moved{&made.Predecessor.Participant, &made.Site.Participant}, nil
}

// ImportClients adds and updates clients of invoices by a file: all lines or none. A line is about the
// client with its reference, else with its name; empty cells leave what is there. The same file again
// changes nothing. A check does everything and takes it back: what it lets pass passes. Errors:
// forbidden, notFound, import.… of the whole file; import.rejected holds what is wrong, line by line.
func (s *Service) ImportClients(ctx context.Context, p policy.Principal, in perimeterfile.ImportInput) (perimeterfile.ImportReport, error) {
	for _, permission := range []policy.Permission{"client:create", "client:update"} {
		if err := s.Guard.Operation(ctx, p, permission, in.OperationID); err != nil {
			return perimeterfile.ImportReport{}, err
		}
	}
	o, err := s.Operations.ByID(ctx, in.OperationID)
	if err != nil {
		return perimeterfile.ImportReport{}, err
	}
	file, err := s.Files.ReadClients(ctx, o, in)
	if err != nil {
		return perimeterfile.ImportReport{}, err
	}
	var out perimeterfile.ImportReport
	change := p.Change("client:create", in.OperationID, "billableEntity", "")
	change.Details = map[string]any{}
	err = s.whole(ctx, change, in.DryRun, func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, in.OperationID); err != nil {
			return err
		}
		known, err := s.knownClients(ctx, p, in.OperationID)
		if err != nil {
			return err
		}
		wrong := fault.List{Items: slices.Clone(file.Wrong.Items)}
		out = perimeterfile.ImportReport{DryRun: in.DryRun, Warnings: file.Warnings}
		for _, l := range file.Unread {
			out.Rows = append(out.Rows, perimeterfile.ImportRow{Row: l.Row, Name: l.Fields["name"], Outcome: perimeterfile.RowRejected})
		}
		for _, l := range file.Lines {
			row, err := s.importClient(ctx, p, in.OperationID, known, l)
			if f := fault.From(err); f != nil && f.Kind != fault.Internal && f.Kind != fault.Forbidden {
				for _, one := range partsOf(f) {
					wrong.Add(one.At(perimeterfile.ColumnOfClient(one.Field)).OnRow(l.Row))
				}
			} else if err != nil {
				return err
			}
			out.Rows = append(out.Rows, row)
		}
		slices.SortStableFunc(out.Rows, func(a, b perimeterfile.ImportRow) int { return a.Row - b.Row })
		slices.SortStableFunc(wrong.Items, func(a, b *fault.Error) int { return a.Row - b.Row })
		out.Sum()
		if in.DryRun {
			out.Errors = wrong.Items
			return nil
		}
		change.Details["created"], change.Details["updated"] = out.Created, out.Updated
		return wrong.Err(perimeterfile.ErrImportRejected.With("fileName", in.FileName))
	})
	if err != nil {
		return perimeterfile.ImportReport{}, err
	}
	return out, nil
}

// knownClients are the clients and the sites that lines of a file may be about.
func (s *Service) knownClients(ctx context.Context, p policy.Principal, operationID id.ID) (clientsFile, error) {
	clients, err := s.Entities.ListBillableEntities(ctx, p, billing.Scope{OperationID: operationID})
	if err != nil {
		return clientsFile{}, err
	}
	sites, err := s.Sites.Roster(ctx, operationID)
	return clientsFile{clients: clients, sites: sites, told: map[string]int{}}, err
}

// importClient makes one line. When it is refused nothing of it is stored, and the others are looked at.
func (s *Service) importClient(ctx context.Context, p policy.Principal, operationID id.ID, known clientsFile, l perimeterfile.ClientLine) (perimeterfile.ImportRow, error) {
	row := perimeterfile.ImportRow{Row: l.Row, Name: l.Fields["name"], Outcome: perimeterfile.RowRejected}
	before, err := known.client(l)
	if err != nil {
		return row, err
	}
	in, said, err := known.changeOf(l, before)
	if err != nil {
		return row, err
	}
	scope := billing.Scope{OperationID: operationID}
	switch {
	case before.ID.IsZero():
		if _, err := s.Entities.CreateBillableEntity(ctx, p, scope, in); err != nil {
			return row, err
		}
		row.Outcome = perimeterfile.RowCreated
	case len(said) == 0:
		row.Outcome = perimeterfile.RowUnchanged
	default:
		if _, err := s.Entities.UpdateBillableEntity(ctx, p, scope, before.ID, in); err != nil {
			return row, err
		}
		row.Outcome, row.Changes = perimeterfile.RowUpdated, said
	}
	return row, nil
}

// running are the subscriptions that the predecessor would still have on the day, or after.
func (s *Service) running(ctx context.Context, p policy.Principal, o operation.Operation, siteID id.ID, in SuccessionInput) ([]contract.SubscriptionView, error) {
	if in.WithoutPlans || !o.Offers(operation.FeatureBilling) {
		return nil, nil
	}
	all, err := s.Contracts.ListSubscriptions(ctx, p, billing.Scope{ParticipantID: siteID}, "")
	if err != nil {
		return nil, err
	}
	var out []contract.SubscriptionView
	for _, v := range all {
		if v.Days.To >= in.Date && v.Status != billing.SubscriptionEnded || v.Days.Contains(in.Date-1) {
			out = append(out, v)
		}
	}
	return out, nil
}

// end gives a site its last day, where it has another one.
func (s *Service) end(ctx context.Context, p policy.Principal, before participant.Participant, last civil.Date) (site.View, error) {
	if exit := before.Exit(); exit != nil && *exit == last {
		return s.Sites.Get(ctx, p, before.ID)
	}
	v, err := s.Sites.Update(ctx, p, site.UpdateInput{ParticipantID: before.ID, Exit: site.Set(last)})
	if f := fault.From(err); f != nil && f.Field == "exit" {
		err = f.At("date")
	}
	return v, err
}

// takeOver ties the successor to its client and issuer, and gives it the plans that ran.
func (s *Service) takeOver(ctx context.Context, p policy.Principal, o operation.Operation, out *Result, in SuccessionInput, running []contract.SubscriptionView) error {
	scope := billing.Scope{OperationID: o.ID}
	if in.Client.Action == Leave && out.Site.Consumes() && o.Offers(operation.FeatureBilling) {
		made, err := s.Entities.CreateClientsOf(ctx, p, scope, []id.ID{out.Site.ID})
		if err != nil {
			return err
		}
		if made[0].Refused != nil {
			return part("client", made[0].Refused)
		}
	}
	if err := s.settle(ctx, p, o, out, in.Client, in.Issuer, nil); err != nil {
		return err
	}
	for _, v := range running {
		pair := v.Pair
		if pair.ConsumerID == in.ParticipantID {
			pair.ConsumerID = out.Site.ID
		}
		if pair.ProducerID == in.ParticipantID {
			pair.ProducerID = out.Site.ID
		}
		days := civil.Range{From: max(v.Days.From, in.Date), To: civil.Forever}
		if v.Days.To > in.Date {
			days.To = v.Days.To
		}
		made, err := s.Contracts.SubscribeAll(ctx, p, scope, contract.SubscriptionsInput{PlanID: v.PlanID, Pairs: []billing.Pair{pair}, Days: days})
		if err != nil {
			return part("plan", only(err))
		}
		out.Subscriptions = append(out.Subscriptions, made...)
	}
	return nil
}

const draft policy.Permission = "participant:create"

// Draft is the caller's own in an operation; ok is false when there is none.
// Errors: forbidden, notFound.
func (s *Service) Draft(ctx context.Context, p policy.Principal, operationID id.ID) (d Draft, ok bool, err error) {
	if err := s.Guard.Operation(ctx, p, draft, operationID); err != nil {
		return Draft{}, false, err
	}
	return s.Drafts.Get(ctx, p.UserID, operationID, s.Now().Add(-DraftLife))
}

// SaveDraft keeps what the caller has filled so far. It is no change of the operation, and leaves
// no trace in its history. Errors: forbidden, notFound, draft.tooLarge.
func (s *Service) SaveDraft(ctx context.Context, p policy.Principal, operationID id.ID, step string, fields map[string]string) (Draft, error) {
	if err := s.Guard.Operation(ctx, p, draft, operationID); err != nil {
		return Draft{}, err
	}
	size := len(step)
	for name, value := range fields {
		size += len(name) + len(value)
	}
	if size > MaxDraftBytes {
		return Draft{}, ErrDraftTooLarge.With("kilobytes", MaxDraftBytes>>10)
	}
	now := s.Now().UTC()
	d := Draft{UserID: p.UserID, OperationID: operationID, Step: step, Fields: fields, SavedAt: now}
	return d, s.Drafts.Put(ctx, d, now.Add(-DraftLife))
}

// DropDraft throws the caller's draft away; none is no error. Errors: forbidden, notFound.
func (s *Service) DropDraft(ctx context.Context, p policy.Principal, operationID id.ID) error {
	if err := s.Guard.Operation(ctx, p, draft, operationID); err != nil {
		return err
	}
	return s.Drafts.Delete(ctx, p.UserID, operationID)
}
