// Package site reads and changes the sites of an operation, and records what its operator answers.
package site

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/logo"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/participant/invitation"
	"github.com/openpmo/pmo/core/participant/perimeter"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with. Billing may be nil: there is nothing to show then.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Participants participant.Participants
	Operations   participant.Operations
	Accounts     participant.Accounts
	Billing      participant.Billing
	Invitation   *invitation.Service
	Changes      *perimeter.Changes
	Logos        *logo.Service
}

// Service is the use cases of sites: who takes part, since when, and what its operator says.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// ListInput narrows a list. EnergyType "" is both, and a prosumer is in each; dates are both included, and
// keep the sites that are in the perimeter on one of the days.
type ListInput struct {
	OperationID      id.ID
	EnergyType       participant.EnergyType
	DateFrom, DateTo *civil.Date
	Q                string // part of the name, number, place, or of the e-mail where it may be read
}

// List is the sites of an operation by folder status, then name. Errors: forbidden,
// notFound, range.reversed, range.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, in ListInput) ([]View, error) {
	if err := s.Guard.Operation(ctx, p, "participant:read", in.OperationID); err != nil {
		return nil, err
	}
	inside, err := within(in.DateFrom, in.DateTo)
	if err != nil {
		return nil, err
	}
	o, err := s.Operations.ByID(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	all, err := s.Participants.OfOperation(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(one participant.Participant) bool {
		return !inside(one) || in.EnergyType != "" && !one.Plays(in.EnergyType)
	})
	views, err := s.views(ctx, p, o, all, s.contactOf(ctx, p, o.ID))
	if err != nil {
		return nil, err
	}
	views = slices.DeleteFunc(views, func(v View) bool {
		return !operation.Matches(in.Q, append([]string{v.Name, v.DsoID, v.ExternalID, v.Address, v.PostCode, v.City, v.Email}, v.Tags...)...)
	})
	sortByFolder(views)
	return views, nil
}

// Get is one site. Errors: forbidden, notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, participantID id.ID) (View, error) {
	if _, err := s.Guard.Participant(ctx, p, "participant:readOwn", participantID); err != nil {
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
	if err := s.Guard.Global(ctx, p, "participant:readOwn"); err != nil {
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
	found, err := s.Participants.ByIDs(ctx, ids)
	if err != nil {
		return nil, err
	}
	slices.Sort(operationIDs)
	details, err := s.Operations.Details(ctx, p, slices.Compact(operationIDs))
	if err != nil {
		return nil, err
	}
	out := make([]OwnSite, 0, len(found))
	for _, one := range found {
		i := slices.IndexFunc(details, func(d operation.Detail) bool { return d.ID == one.OperationID })
		if i < 0 {
			continue
		}
		v, err := s.views(ctx, p, details[i].Operation, []participant.Participant{one}, s.contactOf(ctx, p, one.OperationID))
		if err != nil {
			return nil, err
		}
		out = append(out, OwnSite{Participant: v[0], Operation: details[i]})
	}
	return out, nil
}

// Roster is all sites of an operation, by name, for other contexts after their own
// permission check.
func (s *Service) Roster(ctx context.Context, operationID id.ID) ([]participant.Participant, error) {
	return s.Participants.OfOperation(ctx, operationID)
}

// ByID is for other contexts after their own permission check.
// Error: participant.notFound.
func (s *Service) ByID(ctx context.Context, participantID id.ID) (participant.Participant, error) {
	return s.Participants.ByID(ctx, participantID)
}

// CreateInput is a new site. Without status and action it is asked for: the
// organizer records the operator's answer later (domain 3.4).
type CreateInput struct {
	OperationID    id.ID
	Name           string
	EnergyType     participant.EnergyType
	DsoID          string
	PADT           string
	ExternalID     string
	Segment        participant.Segment
	EntityType     party.EntityType
	ProductionType participant.ProductionType
	ContractPower  *int64 // W
	Address        string
	PostCode       string
	City           string
	DepartmentCode string
	INSEECode      string
	Position       party.PositionChange
	Identity       string
	Email          string
	Phone          string
	IsProsumer     bool
	Entry, Exit    *civil.Date // first and last day
	BilledUntil    *civil.Date // the last day that another tool billed
	DsoStatus      string
	DsoAction      string
	SIRET          string
	Treasury       string
	Tags           []string
	UserEmail      string // whose account is to see the site, when its holder agrees
}

// Create adds a site to an operation. Errors: forbidden, notFound, the checks of
// the fields, prm.alreadyUsed, ean.alreadyUsed, user.email_not_found_for_organizer.
func (s *Service) Create(ctx context.Context, p policy.Principal, in CreateInput) (View, error) {
	const create policy.Permission = "participant:create"
	if err := s.Guard.Operation(ctx, p, create, in.OperationID); err != nil {
		return View{}, err
	}
	now := s.Now().UTC()
	one := participant.Participant{OperationID: in.OperationID, ID: id.New(), Name: in.Name, EnergyType: in.EnergyType,
		DsoID: in.DsoID, ExternalID: in.ExternalID, PADT: in.PADT, Segment: in.Segment, EntityType: in.EntityType,
		ProductionType: in.ProductionType, ContractPower: in.ContractPower, Address: in.Address,
		PostCode: in.PostCode, City: in.City, DepartmentCode: in.DepartmentCode, INSEECode: in.INSEECode,
		Identity: in.Identity, Email: in.Email, Phone: in.Phone, SIRET: in.SIRET, Treasury: in.Treasury, Tags: in.Tags,
		IsProsumer: in.IsProsumer, DsoStatus: in.DsoStatus, DsoAction: in.DsoAction, BilledUntil: in.BilledUntil,
		Version: 1, CreatedAt: now, UpdatedAt: now}
	one.Ask()
	var touched participant.Touched
	err := s.Tx.InTx(ctx, p.Change(create, in.OperationID, "participant", one.ID), func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, in.OperationID)
		if err != nil {
			return err
		}
		days, dateErr := participant.ActivationOf(in.Entry, in.Exit)
		one.Activation = days
		position, placeErr := in.Position.Apply(nil)
		one.Position = position
		wrong := one.Check(o.DSO)
		one.CheckWords(&wrong, participant.Participant{})
		wrong.Add(dateErr)
		wrong.Add(placeErr)
		if err := participant.Refusal(participant.ErrInvalid, wrong); err != nil {
			return err
		}
		one.Confirm(nil)
		invited, err := s.Invitation.Attach(ctx, p, &one, in.UserEmail)
		if err != nil {
			return err
		}
		if err := s.Changes.Free(ctx, o, one); err != nil {
			return err
		}
		if err := s.Participants.Add(ctx, one); err != nil {
			return err
		}
		if err := s.Invitation.Invite(ctx, one.ID, invited); err != nil {
			return err
		}
		touched, err = s.Changes.Settle(ctx, o, []perimeter.Movement{{After: one}})
		return err
	})
	if err != nil {
		return View{}, err
	}
	out, err := s.one(ctx, p, one.ID)
	out.Touched = touched
	return out, err
}

// Update changes a site. New dates rebuild the totals of the days that moved. A
// last day asks the operator for the exit; taking it back withdraws that (domain 10).
// Errors: forbidden, notFound, object.changed, the checks of the fields,
// participant.answerRecordedApart, prm.alreadyUsed, ean.alreadyUsed,
// user.email_not_found_for_organizer.
func (s *Service) Update(ctx context.Context, p policy.Principal, in UpdateInput) (View, error) {
	operationID, err := s.Guard.Participant(ctx, p, update, in.ParticipantID)
	if err != nil {
		return View{}, err
	}
	var touched participant.Touched
	err = s.Tx.InTx(ctx, p.Change(update, operationID, "participant", in.ParticipantID), func(ctx context.Context) error {
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
	operationID, err := s.Guard.Participant(ctx, p, "participant:update", in.ParticipantID)
	if err != nil {
		return View{}, err
	}
	change := p.Change("participant:update", operationID, "participant", in.ParticipantID)
	change.Details = map[string]any{"request": string(in.Request), "answer": string(in.Word), "reason": in.Reason}
	var touched participant.Touched
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
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
		if after.Activation, err = participant.ActivationOf(answered.Entry, answered.Exit); err != nil {
			return err
		}
		if err := participant.Refusal(participant.ErrInvalid, after.Check(o.DSO)); err != nil {
			return err
		}
		after.Confirm(&before)
		noteChange(ctx, before, after)
		touched, err = s.Changes.Store(ctx, o, perimeter.Movement{Before: before, After: after})
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
func (s *Service) locked(ctx context.Context, operationID, participantID id.ID, ifVersion int) (operation.Operation, participant.Participant, error) {
	// The operation's lock covers its participants, so the row read after it stands.
	o, err := s.Operations.Locked(ctx, operationID)
	if err != nil {
		return o, participant.Participant{}, err
	}
	one, err := s.Participants.ByID(ctx, participantID)
	if err == nil && ifVersion != 0 && ifVersion != one.Version {
		err = participant.ErrChanged
	}
	return o, one, err
}

func (s *Service) change(ctx context.Context, p policy.Principal, operationID id.ID, in UpdateInput) (participant.Touched, error) {
	o, before, err := s.locked(ctx, operationID, in.ParticipantID, in.IfVersion)
	if err != nil {
		return participant.Touched{}, err
	}
	after := before
	in.apply(&after)
	dateErr := in.move(&after)
	position, placeErr := in.Position.Apply(before.Position)
	after.Position = position
	wrong := after.Check(o.DSO)
	wrong.Add(in.checkWords(before))
	wrong.Add(dateErr)
	wrong.Add(placeErr)
	if err := participant.Refusal(participant.ErrInvalid, wrong); err != nil {
		return participant.Touched{}, err
	}
	after.Confirm(&before)
	noteChange(ctx, before, after)
	if in.UserEmail.Given {
		invited, err := s.Invitation.Attach(ctx, p, &after, text(in.UserEmail))
		if err != nil {
			return participant.Touched{}, err
		}
		if err := s.Invitation.Invite(ctx, after.ID, invited); err != nil {
			return participant.Touched{}, err
		}
	}
	return s.Changes.Store(ctx, o, perimeter.Movement{Before: before, After: after})
}

// noteChange keeps with the trace of a change which fields it moves, and the days in the
// perimeter and the power where they are among them.
func noteChange(ctx context.Context, before, after participant.Participant) {
	tx.NoteFields(ctx, before, after)
	tx.NoteValue(ctx, "entry", dayText(before.Entry()), dayText(after.Entry()))
	tx.NoteValue(ctx, "exit", dayText(before.Exit()), dayText(after.Exit()))
	tx.NoteValue(ctx, "contractPower", kilowatts(before.ContractPower), kilowatts(after.ContractPower))
	for name, days := range map[string][2]*civil.Date{"entry": {before.Entry(), after.Entry()}, "exit": {before.Exit(), after.Exit()}} {
		if was, is := days[0], days[1]; is != nil && (was == nil || *was != *is) {
			tx.Note(ctx, name, is.String())
		}
	}
}

// dayText is a day, or nothing.
func dayText(d *civil.Date) string {
	if d == nil {
		return ""
	}
	return d.String()
}

// kilowatts are watts as the contract has them, or nothing.
func kilowatts(watts *int64) string {
	if watts == nil {
		return ""
	}
	return strconv.FormatFloat(float64(*watts)/1000, 'f', -1, 64)
}

// FolderStatusNow is the status of a folder on the present day of an operator: of rows of a list, that
// no View is made of.
func (s *Service) FolderStatusNow(operator dso.Operator, status, action string, activation *civil.Range) folder.Status {
	return folder.Of(status, action, activation).StatusOn(operator.Zone().DateOf(s.Now()))
}

// views describes participants of one operation. contact says whether the caller
// may read the contacts of each; tags are read by those who change sites.
func (s *Service) views(ctx context.Context, caller policy.Principal, o operation.Operation, ps []participant.Participant, contact func(id.ID) bool) ([]View, error) {
	today := o.Zone().DateOf(s.Now())
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
	tagged := s.Guard.Operation(ctx, caller, update, o.ID) == nil
	out := make([]View, len(ps))
	for i, p := range ps {
		if !tagged {
			p.Tags = nil
		}
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

func (s *Service) usersOf(ctx context.Context, ps []participant.Participant) (map[id.ID]operation.Account, error) {
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
	found, err := s.Accounts.ByIDs(ctx, slices.Compact(ids))
	for _, a := range found {
		users[a.ID] = a
	}
	return users, err
}

func (s *Service) invitedOf(ctx context.Context, ps []participant.Participant) (map[id.ID]invitation.Invitation, error) {
	ids := make([]id.ID, len(ps))
	for i, p := range ps {
		ids[i] = p.ID
	}
	return s.Invitation.OfSites(ctx, ids)
}

func (s *Service) billedAs(ctx context.Context, operationID id.ID, ps []participant.Participant) (map[id.ID]participant.BilledAs, error) {
	if s.Billing == nil || len(ps) == 0 {
		return nil, nil
	}
	ids := make([]id.ID, len(ps))
	for i, p := range ps {
		ids[i] = p.ID
	}
	return s.Billing.BilledAs(ctx, operationID, ids)
}

// one describes a single participant to p.
func (s *Service) one(ctx context.Context, p policy.Principal, participantID id.ID) (View, error) {
	found, err := s.Participants.ByID(ctx, participantID)
	if err != nil {
		return View{}, err
	}
	o, err := s.Operations.ByID(ctx, found.OperationID)
	if err != nil {
		return View{}, err
	}
	out, err := s.views(ctx, p, o, []participant.Participant{found}, s.contactOf(ctx, p, o.ID))
	if err != nil {
		return View{}, err
	}
	return out[0], nil
}

// contactOf asks the policy about each participant, once for all when the caller
// reads the contacts of the whole operation.
func (s *Service) contactOf(ctx context.Context, p policy.Principal, operationID id.ID) func(id.ID) bool {
	if s.Guard.Operation(ctx, p, readContact, operationID) == nil {
		return func(id.ID) bool { return true }
	}
	return func(participantID id.ID) bool {
		return p.Holds(participantID) && s.Guard.Require(ctx, p, readContact,
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
func within(from, to *civil.Date) (func(participant.Participant) bool, error) {
	if from == nil && to == nil {
		return func(participant.Participant) bool { return true }, nil
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
	return func(p participant.Participant) bool { return p.ActiveIn(r) }, nil
}

// SetBillingLogo makes a picture the logo of a producer on bills of the old engine; with the newer one
// it is that of its issuer. Errors: forbidden, notFound, featureNotAvailable, logo.notOfConsumer,
// those of logo.Keep.
func (s *Service) SetBillingLogo(ctx context.Context, p policy.Principal, participantID id.ID, file []byte) (logo.Link, error) {
	operationID, err := s.Guard.Participant(ctx, p, update, participantID)
	if err != nil {
		return logo.Link{}, err
	}
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return logo.Link{}, err
	}
	if err := o.Require(operation.FeatureOldBilling); err != nil {
		return logo.Link{}, err
	}
	kept, err := s.Logos.Keep(ctx, operationID, file)
	if err != nil {
		return logo.Link{}, err
	}
	var after participant.Participant
	err = s.Tx.InTx(ctx, p.Change(update, operationID, "participant", participantID), func(ctx context.Context) error {
		return s.Logos.Name(ctx, kept, func(ctx context.Context) (before id.ID, err error) {
			after, before, err = s.putBillingLogo(ctx, operationID, participantID, kept.ID)
			return before, err
		})
	})
	if err != nil {
		return logo.Link{}, err
	}
	return s.billingLogo(ctx, after)
}

// RemoveBillingLogo takes it away; none is no error. Errors: forbidden, notFound.
func (s *Service) RemoveBillingLogo(ctx context.Context, p policy.Principal, participantID id.ID) error {
	operationID, err := s.Guard.Participant(ctx, p, update, participantID)
	if err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(update, operationID, "participant", participantID), func(ctx context.Context) error {
		_, before, err := s.putBillingLogo(ctx, operationID, participantID, "")
		if err != nil {
			return err
		}
		return s.Logos.Release(ctx, before)
	})
}

// BillingLogo is a link to it. Errors: forbidden, notFound, logo.notFound.
func (s *Service) BillingLogo(ctx context.Context, p policy.Principal, participantID id.ID) (logo.Link, error) {
	if _, err := s.Guard.Participant(ctx, p, "participant:readOwn", participantID); err != nil {
		return logo.Link{}, err
	}
	one, err := s.Participants.ByID(ctx, participantID)
	if err != nil {
		return logo.Link{}, err
	}
	return s.billingLogo(ctx, one)
}

func (s *Service) billingLogo(ctx context.Context, one participant.Participant) (logo.Link, error) {
	return s.Logos.Link(ctx, one.OperationID, one.BillingLogoID, "logo-"+one.DsoID)
}

// putBillingLogo stores which logo a producer has, and answers the one before.
func (s *Service) putBillingLogo(ctx context.Context, operationID, participantID, logoID id.ID) (after participant.Participant, before id.ID, err error) {
	_, was, err := s.locked(ctx, operationID, participantID, 0)
	if err != nil || was.BillingLogoID == logoID {
		return was, "", err
	}
	if !was.Produces() {
		return was, "", participant.ErrLogoOfConsumer
	}
	after = was
	after.BillingLogoID = logoID
	after.Version++
	after.UpdatedAt = s.Now().UTC()
	tx.NoteFields(ctx, was, after)
	return after, was.BillingLogoID, s.Participants.Save(ctx, after)
}
