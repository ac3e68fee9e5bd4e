package participant

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// View is a participant as a caller may see it, on a day.
type View struct {
	Participant
	Folder  FolderStatus
	Account AccountStatus
	User    *operation.Account // nil = none; without e-mail for those who may not read contacts
	Invited *Invitation        // to whom the site is proposed; nil = nobody, or not for the caller
	Billed  BilledAs
	Number  dso.IdentifierKind // of DsoID
	Contact bool               // whether identity, e-mail and phone are there
	Touched Touched            // what the change that is answered touches
}

const readContact policy.Permission = "participant:readContact"

// views describes participants of one operation. contact tells whether the caller
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
		v := View{Participant: p, Number: o.DSO.IdentifierKind(), Folder: p.FolderStatus(today), Contact: contact(p.ID), Billed: billed[p.ID]}
		user, ok := users[p.UserID]
		v.Account = AccountStatusOf(ok, user.Initialized, user.ActivationError != "")
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
	rank := map[FolderStatus]int{}
	for i, status := range FolderStatuses() {
		rank[status] = i
	}
	slices.SortStableFunc(vs, func(a, b View) int { return rank[a.Folder] - rank[b.Folder] })
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
