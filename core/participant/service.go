package participant

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what a Service needs. Events, Invoices, Billing, Mails and
// InvitationMail may be nil: there is nothing to rebuild, to end, to keep, to show or to
// send then. Without Invitations accounts are attached at once.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Participants Participants
	Operations   Operations
	Accounts     Accounts
	Workbooks    SheetReader // .xlsx
	Texts        SheetReader // .csv
	Events       event.Publisher
	Invoices     Invoices
	Billing      Billing

	Invitations    Invitations
	Mails          Mails
	InvitationMail InvitationMail
}

// ports is what all services of the package work with.
type ports struct {
	guard        policy.Guard
	tx           tx.Runner
	now          func() time.Time
	participants Participants
	operations   Operations
	accounts     Accounts
	workbooks    SheetReader
	texts        SheetReader
	events       event.Publisher
	invoices     Invoices
	billing      Billing

	invitations    Invitations
	mails          Mails
	invitationMail InvitationMail
}

// Service is the use cases of participants: the sites themselves, the invitations to see
// them, the files that bring them.
type Service struct {
	ports
	changes changes
	*InvitationService
	*ImportService
}

// New makes the services.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	p := ports{guard: d.Guard, tx: d.Tx, now: d.Now, participants: d.Participants, operations: d.Operations,
		accounts: d.Accounts, workbooks: d.Workbooks, texts: d.Texts, events: d.Events,
		invoices: d.Invoices, billing: d.Billing,
		invitations: d.Invitations, mails: d.Mails, invitationMail: d.InvitationMail}
	c := changes{p}
	return &Service{p, c, &InvitationService{p}, &ImportService{p, c}}
}

// ListInput narrows a list. EnergyType "" is both, and a prosumer is in each; dates are both included, and
// keep the sites that are in the perimeter on one of the days.
type ListInput struct {
	OperationID      id.ID
	EnergyType       EnergyType
	DateFrom, DateTo *civil.Date
	Q                string // part of the name, number, place, or of the e-mail where it may be read
}

// List is the sites of an operation by folder status, then name. Errors: forbidden,
// notFound, range.reversed, range.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, in ListInput) ([]View, error) {
	if err := s.guard.Operation(ctx, p, "participant:read", in.OperationID); err != nil {
		return nil, err
	}
	inside, err := within(in.DateFrom, in.DateTo)
	if err != nil {
		return nil, err
	}
	o, err := s.operations.ByID(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	all, err := s.participants.OfOperation(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(one Participant) bool {
		return !inside(one) || in.EnergyType != "" && !one.plays(in.EnergyType)
	})
	views, err := s.views(ctx, o, all, s.contactOf(ctx, p, o.ID))
	if err != nil {
		return nil, err
	}
	views = slices.DeleteFunc(views, func(v View) bool {
		return !operation.Matches(in.Q, v.Name, v.DsoID, v.ExternalID, v.Address, v.PostCode, v.City, v.Email)
	})
	sortByFolder(views)
	return views, nil
}

// Get is one site. Errors: forbidden, notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, participantID id.ID) (View, error) {
	if _, err := s.guard.Participant(ctx, p, "participant:readOwn", participantID); err != nil {
		return View{}, err
	}
	return s.one(ctx, p, participantID)
}

// OwnSite is a site of the caller with its operation.
type OwnSite struct {
	Participant View
	Operation   operation.Detail
}

// Own is the caller's sites by name, each with its operation and that operation's
// producers; nothing for an account without sites. Error: forbidden.
func (s *Service) Own(ctx context.Context, p policy.Principal) ([]OwnSite, error) {
	if err := s.guard.Global(ctx, p, "participant:readOwn"); err != nil {
		return nil, err
	}
	ids := make([]id.ID, len(p.Sites))
	operationIDs := make([]id.ID, len(p.Sites))
	for i, site := range p.Sites {
		ids[i], operationIDs[i] = site.ParticipantID, site.OperationID
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := s.participants.ByIDs(ctx, ids)
	if err != nil {
		return nil, err
	}
	slices.Sort(operationIDs)
	details, err := s.operations.Details(ctx, p, slices.Compact(operationIDs))
	if err != nil {
		return nil, err
	}
	out := make([]OwnSite, 0, len(found))
	for _, one := range found {
		i := slices.IndexFunc(details, func(d operation.Detail) bool { return d.ID == one.OperationID })
		if i < 0 {
			continue
		}
		v, err := s.views(ctx, details[i].Operation, []Participant{one}, s.contactOf(ctx, p, one.OperationID))
		if err != nil {
			return nil, err
		}
		out = append(out, OwnSite{Participant: v[0], Operation: details[i]})
	}
	return out, nil
}

// Roster is all sites of an operation, by name, for other contexts after their own
// permission check.
func (s *Service) Roster(ctx context.Context, operationID id.ID) ([]Participant, error) {
	return s.participants.OfOperation(ctx, operationID)
}

// ByID is for other contexts after their own permission check.
// Error: participant.notFound.
func (s *Service) ByID(ctx context.Context, participantID id.ID) (Participant, error) {
	return s.participants.ByID(ctx, participantID)
}

// CreateInput is a new site. Without status and action it is asked for: the
// organizer records the operator's answer later (domain 3.4).
type CreateInput struct {
	OperationID    id.ID
	Name           string
	EnergyType     EnergyType
	DsoID          string
	PADT           string
	ExternalID     string
	Segment        Segment
	EntityType     party.EntityType
	ProductionType ProductionType
	ContractPower  *int64 // W
	Address        string
	PostCode       string
	City           string
	Position       party.PositionChange
	Identity       string
	Email          string
	Phone          string
	IsProsumer     bool
	Entry, Exit    *civil.Date // first and last day
	DsoStatus      string
	DsoAction      string
	SIRET          string
	UserEmail      string // whose account is to see the site, when its holder agrees
}

// Create adds a site to an operation. Errors: forbidden, notFound, the checks of
// the fields, prm.alreadyUsed, ean.alreadyUsed, user.email_not_found_for_organizer.
func (s *Service) Create(ctx context.Context, p policy.Principal, in CreateInput) (View, error) {
	const create policy.Permission = "participant:create"
	if err := s.guard.Operation(ctx, p, create, in.OperationID); err != nil {
		return View{}, err
	}
	now := s.now().UTC()
	one := Participant{OperationID: in.OperationID, ID: id.New(), Name: in.Name, EnergyType: in.EnergyType,
		DsoID: in.DsoID, ExternalID: in.ExternalID, PADT: in.PADT, Segment: in.Segment, EntityType: in.EntityType,
		ProductionType: in.ProductionType, ContractPower: in.ContractPower, Address: in.Address,
		PostCode: in.PostCode, City: in.City, Identity: in.Identity, Email: in.Email, Phone: in.Phone, SIRET: in.SIRET,
		IsProsumer: in.IsProsumer, DsoStatus: in.DsoStatus, DsoAction: in.DsoAction,
		Version: 1, CreatedAt: now, UpdatedAt: now}
	one.ask()
	var touched Touched
	err := s.tx.InTx(ctx, p.Change(create, in.OperationID, "participant", one.ID), func(ctx context.Context) error {
		o, err := s.operations.Locked(ctx, in.OperationID)
		if err != nil {
			return err
		}
		days, dateErr := activation(in.Entry, in.Exit)
		one.Activation = days
		position, placeErr := in.Position.Apply(nil)
		one.Position = position
		wrong := one.check(o.DSO)
		one.checkWords(&wrong, Participant{})
		wrong.Add(dateErr)
		wrong.Add(placeErr)
		if err := refusal(ErrInvalid, wrong); err != nil {
			return err
		}
		one.confirm(nil)
		invited, err := s.InvitationService.attach(ctx, p, &one, in.UserEmail)
		if err != nil {
			return err
		}
		if err := s.changes.free(ctx, o, one); err != nil {
			return err
		}
		if err := s.participants.Add(ctx, one); err != nil {
			return err
		}
		if err := s.InvitationService.invite(ctx, one.ID, invited); err != nil {
			return err
		}
		touched, err = s.changes.settle(ctx, o, []movement{{after: one}})
		return err
	})
	if err != nil {
		return View{}, err
	}
	out, err := s.one(ctx, p, one.ID)
	out.Touched = touched
	return out, err
}

// Patch is a field of an update: not given leaves it unchanged, given without a
// value clears it.
type Patch[T any] struct {
	Given bool
	Value *T
}

// Set is a patch with a value.
func Set[T any](v T) Patch[T] { return Patch[T]{Given: true, Value: &v} }

// Clear is a patch that empties the field.
func Clear[T any]() Patch[T] { return Patch[T]{Given: true} }

// UpdateInput is what may change; nil and not given are unchanged. The number and
// the energy type of a site never change: another meter is another participant.
type UpdateInput struct {
	ParticipantID  id.ID
	IfVersion      int // 0 = not asked
	Name           *string
	Segment        *Segment
	EntityType     *party.EntityType
	ProductionType *ProductionType
	IsProsumer     *bool
	PADT           Patch[string]
	ContractPower  Patch[int64] // W
	Address        Patch[string]
	PostCode       Patch[string]
	City           Patch[string]
	Position       party.PositionChange
	Identity       Patch[string]
	Email          Patch[string]
	Phone          Patch[string]
	SIRET          Patch[string]
	Entry, Exit    Patch[civil.Date] // first and last day
	DsoStatus      Patch[string]     // as stored, or not given: see RecordAnswer
	DsoAction      Patch[string]
	UserEmail      Patch[string] // whose account is to see the site, when its holder agrees; cleared = nobody
}

// Update changes a site. New dates rebuild the totals of the days that moved. A
// last day asks the operator for the exit; taking it back withdraws that (domain 10).
// Errors: forbidden, notFound, object.changed, the checks of the fields,
// participant.answerRecordedApart, prm.alreadyUsed, ean.alreadyUsed,
// user.email_not_found_for_organizer.
func (s *Service) Update(ctx context.Context, p policy.Principal, in UpdateInput) (View, error) {
	const update policy.Permission = "participant:update"
	operationID, err := s.guard.Participant(ctx, p, update, in.ParticipantID)
	if err != nil {
		return View{}, err
	}
	var touched Touched
	err = s.tx.InTx(ctx, p.Change(update, operationID, "participant", in.ParticipantID), func(ctx context.Context) error {
		touched, err = s.change(ctx, p, operationID, in)
		return err
	})
	if err != nil {
		return View{}, err
	}
	out, err := s.one(ctx, p, in.ParticipantID)
	out.Touched = touched
	return out, err
}

// AnswerInput is an answer of the operator about a site.
type AnswerInput struct {
	ParticipantID id.ID
	IfVersion     int // 0 = not asked
	folder.Answer     // its reason is kept with the trace of the change
}

// RecordAnswer writes down what the operator answered about a site, also in place of an
// earlier answer. Errors: those of Update but the words, field.unused, folder.dayRequired.
func (s *Service) RecordAnswer(ctx context.Context, p policy.Principal, in AnswerInput) (View, error) {
	operationID, err := s.guard.Participant(ctx, p, "participant:update", in.ParticipantID)
	if err != nil {
		return View{}, err
	}
	change := p.Change("participant:update", operationID, "participant", in.ParticipantID)
	change.Details = map[string]any{"request": string(in.Request), "answer": string(in.Word), "reason": in.Reason}
	var touched Touched
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
		o, before, err := s.locked(ctx, operationID, in.ParticipantID, in.IfVersion)
		if err != nil {
			return err
		}
		answered, err := before.Folder().Answered(in.Answer)
		if err != nil {
			return err
		}
		after := before
		after.DsoStatus, after.DsoAction = answered.Status, answered.Action
		if after.Activation, err = activation(answered.Entry, answered.Exit); err != nil {
			return err
		}
		if err := refusal(ErrInvalid, after.check(o.DSO)); err != nil {
			return err
		}
		after.confirm(&before)
		touched, err = s.changes.store(ctx, o, movement{before, after})
		return err
	})
	if err != nil {
		return View{}, err
	}
	out, err := s.one(ctx, p, in.ParticipantID)
	out.Touched = touched
	return out, err
}

// locked reads a site that is to change, and locks its operation.
// Errors: notFound, object.changed.
func (s *Service) locked(ctx context.Context, operationID, participantID id.ID, ifVersion int) (operation.Operation, Participant, error) {
	// The operation's lock covers its participants, so the row read after it stands.
	o, err := s.operations.Locked(ctx, operationID)
	if err != nil {
		return o, Participant{}, err
	}
	one, err := s.participants.ByID(ctx, participantID)
	if err == nil && ifVersion != 0 && ifVersion != one.Version {
		err = ErrChanged
	}
	return o, one, err
}

func (s *Service) change(ctx context.Context, p policy.Principal, operationID id.ID, in UpdateInput) (Touched, error) {
	o, before, err := s.locked(ctx, operationID, in.ParticipantID, in.IfVersion)
	if err != nil {
		return Touched{}, err
	}
	after := before
	in.apply(&after)
	dateErr := in.move(&after)
	position, placeErr := in.Position.Apply(before.Position)
	after.Position = position
	wrong := after.check(o.DSO)
	wrong.Add(in.checkWords(before))
	wrong.Add(dateErr)
	wrong.Add(placeErr)
	if err := refusal(ErrInvalid, wrong); err != nil {
		return Touched{}, err
	}
	after.confirm(&before)
	if in.UserEmail.Given {
		invited, err := s.InvitationService.attach(ctx, p, &after, text(in.UserEmail))
		if err != nil {
			return Touched{}, err
		}
		if err := s.InvitationService.invite(ctx, after.ID, invited); err != nil {
			return Touched{}, err
		}
	}
	return s.changes.store(ctx, o, movement{before, after})
}

func equal[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

func (in UpdateInput) apply(p *Participant) {
	put(&p.Name, in.Name)
	put(&p.Segment, in.Segment)
	put(&p.EntityType, in.EntityType)
	put(&p.ProductionType, in.ProductionType)
	put(&p.IsProsumer, in.IsProsumer)
	if in.ContractPower.Given {
		p.ContractPower = in.ContractPower.Value
	}
	for _, one := range []struct {
		patch Patch[string]
		to    *string
	}{
		{in.PADT, &p.PADT}, {in.Address, &p.Address}, {in.PostCode, &p.PostCode}, {in.City, &p.City},
		{in.Identity, &p.Identity}, {in.Email, &p.Email}, {in.Phone, &p.Phone}, {in.SIRET, &p.SIRET},
	} {
		if one.patch.Given {
			*one.to = text(one.patch)
		}
	}
}

// checkWords refuses other words of the folder than those that are stored: what the operator
// answers is recorded by RecordAnswer.
func (in UpdateInput) checkWords(before Participant) error {
	switch {
	case in.DsoStatus.Given && text(in.DsoStatus) != before.DsoStatus:
		return ErrRecordedApart.At("dsoStatus")
	case in.DsoAction.Given && text(in.DsoAction) != before.DsoAction:
		return ErrRecordedApart.At("dsoAction")
	}
	return nil
}

// move sets the dates, and what a last day means for the folder.
func (in UpdateInput) move(p *Participant) error {
	if !in.Entry.Given && !in.Exit.Given {
		return nil
	}
	entry, exit := p.Entry(), p.Exit()
	hadExit := exit != nil
	if in.Entry.Given {
		entry = in.Entry.Value
	}
	if in.Exit.Given {
		exit = in.Exit.Value
	}
	days, err := activation(entry, exit)
	if err != nil {
		return err
	}
	p.Activation = days
	switch {
	case exit != nil && !hadExit:
		p.DsoStatus, p.DsoAction = folder.Asked, folder.ActionRemove
	case exit == nil && hadExit && p.DsoAction == folder.ActionRemove:
		p.DsoStatus, p.DsoAction = folder.Asked, folder.ActionCreate
		if p.EntryDateKnown {
			p.DsoStatus = folder.InForce
		}
	}
	return nil
}

func text(p Patch[string]) string {
	if p.Value == nil {
		return ""
	}
	return *p.Value
}

func put[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// View is a participant as a caller may see it, on a day.
type View struct {
	Participant
	Status  folder.Status
	Request folder.Request // what the operator can still answer
	Leaves  bool           // whether a last day can be set or moved
	Account operation.AccountStatus
	User    *operation.Account // nil = none; without e-mail for those who may not read contacts
	Invited *Invitation        // to whom the site is proposed; nil = nobody, or not for the caller
	Billed  BilledAs
	Number  dso.IdentifierKind // of DsoID
	Contact bool               // whether identity, e-mail and phone are there
	Touched Touched            // what the change that is answered touches
}

// OnInvoices is who stands on the invoices of the site: the client or the issuer, else the site
// itself. Own reports whether it is the site.
func (v View) OnInvoices() (detail BillingDetail, own bool) {
	if v.Billed.Detail.Name != "" {
		return v.Billed.Detail, false
	}
	return BillingDetail{Name: v.Name, Address: v.Address, PostCode: v.PostCode, City: v.City, Email: v.Email, PhoneNumber: v.Phone,
		LegalNumber: v.SIRET}, true
}

// Establishment is the SIRET of who stands on the invoices: the one that the site has, else the
// legal number of its client where that is one.
func (v View) Establishment() string {
	if v.SIRET != "" {
		return v.SIRET
	}
	detail, _ := v.OnInvoices()
	siret, err := party.ParseSIRET(detail.LegalNumber)
	if err != nil {
		return ""
	}
	return string(siret)
}

const readContact policy.Permission = "participant:readContact"

// FolderStatusNow is the status of a folder on the present day of an operator: of rows of a list, that
// no View is made of.
func (s *Service) FolderStatusNow(operator dso.Operator, status, action string, activation *civil.Range) folder.Status {
	return folder.Of(status, action, activation).StatusOn(operator.Zone().DateOf(s.now()))
}

// views describes participants of one operation. contact says whether the caller
// may read the contacts of each.
func (s *Service) views(ctx context.Context, o operation.Operation, ps []Participant, contact func(id.ID) bool) ([]View, error) {
	today := o.Zone().DateOf(s.now())
	users, err := s.usersOf(ctx, ps)
	if err != nil {
		return nil, err
	}
	billed, err := s.billedAs(ctx, o.ID, ps)
	if err != nil {
		return nil, err
	}
	invited, err := s.invitedOf(ctx, ps)
	if err != nil {
		return nil, err
	}
	out := make([]View, len(ps))
	for i, p := range ps {
		v := View{Participant: p, Number: o.DSO.IdentifierKind(), Contact: contact(p.ID), Billed: billed[p.ID],
			Status: p.Folder().StatusOn(today), Request: p.Folder().OpenRequest(today), Leaves: p.Folder().MayLeave(today)}
		user, ok := users[p.UserID]
		v.Account = user.Status()
		if !v.Contact {
			v.Identity, v.Email, v.Phone = "", "", ""
			user.Email, user.Username, user.ActivationError = "", "", ""
			v.Billed.Detail.Email, v.Billed.Detail.PhoneNumber = "", ""
		}
		if ok {
			v.User = &user
		}
		if i, ok := invited[p.ID]; ok && v.Contact {
			v.Invited = &i
		}
		out[i] = v
	}
	return out, nil
}

func (s *Service) usersOf(ctx context.Context, ps []Participant) (map[id.ID]operation.Account, error) {
	var ids []id.ID
	for _, p := range ps {
		if !p.UserID.IsZero() {
			ids = append(ids, p.UserID)
		}
	}
	users := map[id.ID]operation.Account{}
	if len(ids) == 0 {
		return users, nil
	}
	slices.Sort(ids)
	found, err := s.accounts.ByIDs(ctx, slices.Compact(ids))
	for _, a := range found {
		users[a.ID] = a
	}
	return users, err
}

func (s *Service) invitedOf(ctx context.Context, ps []Participant) (map[id.ID]Invitation, error) {
	if s.invitations == nil || len(ps) == 0 {
		return nil, nil
	}
	ids := make([]id.ID, len(ps))
	for i, p := range ps {
		ids[i] = p.ID
	}
	return s.invitations.OfSites(ctx, ids)
}

func (s *Service) billedAs(ctx context.Context, operationID id.ID, ps []Participant) (map[id.ID]BilledAs, error) {
	if s.billing == nil || len(ps) == 0 {
		return nil, nil
	}
	ids := make([]id.ID, len(ps))
	for i, p := range ps {
		ids[i] = p.ID
	}
	return s.billing.BilledAs(ctx, operationID, ids)
}

// one describes a single participant to p.
func (s *Service) one(ctx context.Context, p policy.Principal, participantID id.ID) (View, error) {
	found, err := s.participants.ByID(ctx, participantID)
	if err != nil {
		return View{}, err
	}
	o, err := s.operations.ByID(ctx, found.OperationID)
	if err != nil {
		return View{}, err
	}
	out, err := s.views(ctx, o, []Participant{found}, s.contactOf(ctx, p, o.ID))
	if err != nil {
		return View{}, err
	}
	return out[0], nil
}

// contactOf asks the policy about each participant, once for all when the caller
// reads the contacts of the whole operation.
func (s *Service) contactOf(ctx context.Context, p policy.Principal, operationID id.ID) func(id.ID) bool {
	if s.guard.Operation(ctx, p, readContact, operationID) == nil {
		return func(id.ID) bool { return true }
	}
	return func(participantID id.ID) bool {
		return p.Holds(participantID) && s.guard.Require(ctx, p, readContact,
			policy.Resource{OperationID: operationID, ParticipantID: participantID}) == nil
	}
}

// sortByFolder orders by folder status and keeps the order inside each.
func sortByFolder(vs []View) {
	rank := map[folder.Status]int{}
	for i, status := range folder.Statuses() {
		rank[status] = i
	}
	slices.SortStableFunc(vs, func(a, b View) int { return rank[a.Status] - rank[b.Status] })
}

// maxMonths is the longest range a question with two dates may have (specification 5).
const maxMonths = 12

// within narrows to the participants that are in the perimeter on a day from..to;
// open ends are nil.
func within(from, to *civil.Date) (func(Participant) bool, error) {
	if from == nil && to == nil {
		return func(Participant) bool { return true }, nil
	}
	r := civil.Range{From: civil.Min, To: civil.Forever}
	if from != nil {
		r.From = *from
	}
	if to != nil {
		r.To = to.AddDays(1)
	}
	if r.IsEmpty() {
		return nil, civil.ErrReversed.With("from", r.From.String()).With("to", r.To.AddDays(-1).String()).At("dateFrom")
	}
	if from != nil && to != nil && r.AtMost(maxMonths) != nil {
		return nil, civil.ErrTooLong.With("months", maxMonths).At("dateTo")
	}
	return func(p Participant) bool { return p.ActiveIn(r) }, nil
}
