package operation

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what a Service needs. Data, Bills and Views may be nil: there is nothing of it then.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Operations Operations
	Members    Members
	Accounts   Accounts
	Sites      Sites
	Data       Data
	Bills      Bills
	Views      Views
}

// Service is the use cases of operations.
type Service struct {
	guard      policy.Guard
	tx         tx.Runner
	now        func() time.Time
	operations Operations
	members    Members
	accounts   Accounts
	sites      Sites
	data       Data
	bills      Bills
	views      Views
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{guard: d.Guard, tx: d.Tx, now: d.Now, operations: d.Operations, members: d.Members,
		accounts: d.Accounts, sites: d.Sites, data: d.Data, bills: d.Bills, views: d.Views}
}

const read policy.Permission = "operation:read"

// ListInput narrows a list. Detailed adds the lists of sites.
type ListInput struct {
	Q        string // part of the name, the external id or the PMO's name
	Detailed bool
}

// List is the operations in the caller's scope, by name; admins have all.
// Error: forbidden.
func (s *Service) List(ctx context.Context, p policy.Principal, in ListInput) ([]Detail, error) {
	if err := s.guard.Global(ctx, p, read); err != nil {
		return nil, err
	}
	found, err := s.reached(ctx, p)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(o Operation) bool {
		return !Matches(in.Q, o.Name, o.ExternalID, o.Interlocutor.LegalName)
	})
	return s.detail(ctx, p, found, in.Detailed)
}

// Reached is List without what belongs to an operation: what it is made of alone.
// Error: forbidden.
func (s *Service) Reached(ctx context.Context, p policy.Principal) ([]Operation, error) {
	if err := s.guard.Global(ctx, p, read); err != nil {
		return nil, err
	}
	return s.reached(ctx, p)
}

func (s *Service) reached(ctx context.Context, p policy.Principal) ([]Operation, error) {
	if p.Role == policy.RoleAdmin {
		return s.operations.All(ctx)
	}
	return s.operations.ByIDs(ctx, scope(p))
}

// ListOfOrganizer is the operations that an organizer runs, by name. Organizers ask
// for themselves; admins for anybody. Errors: forbidden, notFound.
func (s *Service) ListOfOrganizer(ctx context.Context, p policy.Principal, organizerID id.ID, in ListInput) ([]Detail, error) {
	if err := s.guard.Require(ctx, p, read, policy.Resource{UserID: organizerID}); err != nil {
		return nil, err
	}
	return s.listOfMember(ctx, p, organizerID, policy.RoleOrganizer, in)
}

// ListOfObserver is the operations that the caller observes, by name; nothing for
// other roles. Error: forbidden.
func (s *Service) ListOfObserver(ctx context.Context, p policy.Principal, in ListInput) ([]Detail, error) {
	if err := s.guard.Global(ctx, p, read); err != nil {
		return nil, err
	}
	return s.listOfMember(ctx, p, p.UserID, policy.RoleObserver, in)
}

func (s *Service) listOfMember(ctx context.Context, p policy.Principal, userID id.ID, role policy.Role, in ListInput) ([]Detail, error) {
	ids, err := s.members.OperationsOf(ctx, userID, role)
	if err != nil {
		return nil, err
	}
	if p.Role != policy.RoleAdmin {
		mine := scope(p)
		ids = slices.DeleteFunc(ids, func(i id.ID) bool { return !slices.Contains(mine, i) })
	}
	found, err := s.operations.ByIDs(ctx, ids)
	if err != nil {
		return nil, err
	}
	return s.detail(ctx, p, found, in.Detailed)
}

// Get is one operation with its lists of sites. Errors: forbidden, notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, operationID id.ID) (Detail, error) {
	if err := s.guard.Operation(ctx, p, read, operationID); err != nil {
		return Detail{}, err
	}
	return s.one(ctx, p, operationID)
}

func (s *Service) one(ctx context.Context, p policy.Principal, operationID id.ID) (Detail, error) {
	o, err := s.operations.ByID(ctx, operationID)
	if err != nil {
		return Detail{}, err
	}
	d, err := s.detail(ctx, p, []Operation{o}, true)
	if err != nil {
		return Detail{}, err
	}
	return d[0], nil
}

// Details describes operations the caller has in scope, without the lists a
// participant may not see; others are left out. It is for other contexts after
// their own permission check.
func (s *Service) Details(ctx context.Context, p policy.Principal, operationIDs []id.ID) ([]Detail, error) {
	if p.Role != policy.RoleAdmin {
		mine := scope(p)
		operationIDs = slices.DeleteFunc(slices.Clone(operationIDs), func(i id.ID) bool { return !slices.Contains(mine, i) })
	}
	found, err := s.operations.ByIDs(ctx, operationIDs)
	if err != nil {
		return nil, err
	}
	return s.detail(ctx, p, found, false)
}

// ByID is for other contexts, after their own permission check.
// Error: operation.notFound.
func (s *Service) ByID(ctx context.Context, operationID id.ID) (Operation, error) {
	return s.operations.ByID(ctx, operationID)
}

// Locked is ByID within a transaction: nobody else changes the operation or its
// perimeter until it ends (the first lock of ADR 0003).
func (s *Service) Locked(ctx context.Context, operationID id.ID) (Operation, error) {
	return s.operations.Locked(ctx, operationID)
}

// scope is where a caller other than an admin belongs.
func scope(p policy.Principal) []id.ID {
	ids := slices.Clone(p.Operations)
	for _, site := range p.Sites {
		ids = append(ids, site.OperationID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// LatestDays is the last day with data of each operation that has any, for lists
// read after their own permission check.
func (s *Service) LatestDays(ctx context.Context, operationIDs []id.ID) (map[id.ID]civil.Date, error) {
	if s.data == nil || len(operationIDs) == 0 {
		return nil, nil
	}
	return s.data.LatestDays(ctx, operationIDs)
}

// Interlocutor is the PMO of an operation, and its logo, "" for none. Errors: forbidden, notFound.
func (s *Service) Interlocutor(ctx context.Context, p policy.Principal, operationID id.ID) (pmo Interlocutor, logoID id.ID, err error) {
	if err := s.guard.Operation(ctx, p, read, operationID); err != nil {
		return Interlocutor{}, "", err
	}
	o, err := s.operations.ByID(ctx, operationID)
	return o.Interlocutor, o.LogoID, err
}

// Observers is who observes an operation. Errors: forbidden, notFound.
func (s *Service) Observers(ctx context.Context, p policy.Principal, operationID id.ID) ([]Account, error) {
	if err := s.guard.Operation(ctx, p, "participant:readContact", operationID); err != nil {
		return nil, err
	}
	if _, err := s.operations.ByID(ctx, operationID); err != nil {
		return nil, err
	}
	members, err := s.members.Of(ctx, []id.ID{operationID}, policy.RoleObserver)
	if err != nil {
		return nil, err
	}
	return s.accounts.ByIDs(ctx, members[operationID])
}

// OwnOrganizer is the organizer who asks. Errors: forbidden; organizer.notFound for
// other roles.
func (s *Service) OwnOrganizer(ctx context.Context, p policy.Principal) (Account, error) {
	if err := s.guard.Global(ctx, p, read); err != nil {
		return Account{}, err
	}
	if p.Role != policy.RoleOrganizer {
		return Account{}, ErrOrganizerNotFound
	}
	found, err := s.accounts.ByIDs(ctx, []id.ID{p.UserID})
	if err != nil {
		return Account{}, err
	}
	if len(found) == 0 {
		return Account{}, ErrOrganizerNotFound
	}
	return found[0], nil
}

// setMembers makes users the only ones with role. Each must be an account with that
// very role: one account has one role (specification section 6). Error: member.notFound.
func (s *Service) setMembers(ctx context.Context, operationID id.ID, role policy.Role, users []id.ID, field string) error {
	if len(users) > 0 {
		found, err := s.accounts.ByIDs(ctx, users)
		if err != nil {
			return err
		}
		known := map[id.ID]bool{}
		for _, a := range found {
			known[a.ID] = a.Role == role
		}
		for _, u := range users {
			if !known[u] {
				return ErrMember.With("role", string(role)).With("id", string(u)).At(field)
			}
		}
	}
	return s.members.Set(ctx, operationID, role, users)
}

// organizersByEmail finds existing organizer accounts.
// Error: user.email_not_found_for_organizer.
func (s *Service) organizersByEmail(ctx context.Context, emails []string) ([]id.ID, error) {
	if len(emails) == 0 {
		return nil, nil
	}
	wanted := make([]string, len(emails))
	for i, raw := range emails {
		e, err := party.ParseEmail(raw)
		if err != nil {
			return nil, ErrEmailNotFound.With("email", raw).At("organizerEmails")
		}
		wanted[i] = string(e)
	}
	found, err := s.accounts.ByEmails(ctx, wanted)
	if err != nil {
		return nil, err
	}
	byEmail := map[string]id.ID{}
	for _, a := range found {
		if a.Role == policy.RoleOrganizer {
			byEmail[Fold(a.Email)] = a.ID
		}
	}
	ids := make([]id.ID, len(wanted))
	for i, e := range wanted {
		if ids[i] = byEmail[Fold(e)]; ids[i].IsZero() {
			return nil, ErrEmailNotFound.With("email", e).At("organizerEmails")
		}
	}
	return ids, nil
}

// CreateInput is a new operation. Type defaults to OPEN, AnniversaryDate to
// 2020-01-01, the PMO's country to the operator's.
type CreateInput struct {
	Name, ExternalID string
	DSO              dso.Operator
	Type             Type
	Engine           Engine
	JdbToggle        bool
	Functionalities  []Functionality
	AnniversaryDate  *civil.Date
	Interlocutor     InterlocutorChange
	Position         party.PositionChange
	OrganizerEmails  []string // existing organizer accounts that run it
	Organizers       []id.ID  // the same, by id
	Observers        []id.ID
}

// Create adds an operation and its members. Errors: forbidden, the checks of the
// fields, operation.externalIdUsed, user.email_not_found_for_organizer,
// member.notFound.
func (s *Service) Create(ctx context.Context, p policy.Principal, in CreateInput) (Detail, error) {
	const create policy.Permission = "operation:create"
	if err := s.guard.Global(ctx, p, create); err != nil {
		return Detail{}, err
	}
	o := Operation{ID: id.New(), ExternalID: in.ExternalID, Name: in.Name, Type: in.Type, DSO: in.DSO,
		Engine: in.Engine, JdbToggle: in.JdbToggle, Functionalities: in.Functionalities,
		AnniversaryDate: DefaultAnniversary, Theme: DefaultTheme, Version: 1, CreatedAt: s.now().UTC(),
		Interlocutor: Interlocutor{Country: in.DSO.Country()}}
	if o.Type == "" {
		o.Type = TypeOpen
	}
	if in.AnniversaryDate != nil {
		o.AnniversaryDate = *in.AnniversaryDate
	}
	in.Interlocutor.apply(&o.Interlocutor)
	if err := o.checkNew(in.Position); err != nil {
		return Detail{}, err
	}
	organizers, err := s.organizersByEmail(ctx, in.OrganizerEmails)
	if err != nil {
		return Detail{}, err
	}
	organizers = append(organizers, in.Organizers...)
	err = s.tx.InTx(ctx, p.Change(create, o.ID, "operation", o.ID), func(ctx context.Context) error {
		if err := s.operations.Add(ctx, o); err != nil {
			return err
		}
		return s.putMembers(ctx, o.ID, &organizers, &in.Observers)
	})
	if err != nil {
		return Detail{}, err
	}
	return s.one(ctx, p, o.ID)
}

// UpdateInput is what organizers may change; nil is unchanged. The operator, the
// external id and the billing engine are not theirs to change.
type UpdateInput struct {
	OperationID     id.ID
	IfVersion       int // 0 = not asked
	Name            *string
	Type            *Type
	JdbToggle       *bool
	Functionalities *[]Functionality
	Interlocutor    InterlocutorChange
	Position        party.PositionChange
}

// Update changes an operation or its PMO. Errors: forbidden, notFound,
// object.changed, the checks of the fields.
func (s *Service) Update(ctx context.Context, p policy.Principal, in UpdateInput) (Detail, error) {
	const update policy.Permission = "operation:update"
	if err := s.guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return Detail{}, err
	}
	err := s.tx.InTx(ctx, p.Change(update, in.OperationID, "operation", in.OperationID), func(ctx context.Context) error {
		return s.change(ctx, in, nil, false)
	})
	if err != nil {
		return Detail{}, err
	}
	return s.one(ctx, p, in.OperationID)
}

// AdminUpdateInput is what the back-office may change besides; nil is unchanged.
type AdminUpdateInput struct {
	UpdateInput
	Engine                *Engine
	Organizers, Observers *[]id.ID
}

// AdminUpdate changes an operation, its engine and its members. Errors: forbidden,
// operation.notFound, object.changed, member.notFound, the checks of the fields.
func (s *Service) AdminUpdate(ctx context.Context, p policy.Principal, in AdminUpdateInput) (Detail, error) {
	const update policy.Permission = "admin:update"
	if err := s.guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return Detail{}, err
	}
	err := s.tx.InTx(ctx, p.Change(update, in.OperationID, "operation", in.OperationID), func(ctx context.Context) error {
		moved, err := s.moveMembers(ctx, in)
		if err != nil {
			return err
		}
		if err := s.change(ctx, in.UpdateInput, in.Engine, moved); err != nil {
			return err
		}
		return s.putMembers(ctx, in.OperationID, in.Organizers, in.Observers)
	})
	if err != nil {
		return Detail{}, err
	}
	return s.one(ctx, p, in.OperationID)
}

// SetMembersInput names all organizers, all observers, or both; nil is unchanged.
type SetMembersInput struct {
	OperationID           id.ID
	Organizers, Observers *[]id.ID
}

// SetMembers says who runs and who observes an operation. Errors: forbidden,
// operation.notFound, member.notFound.
func (s *Service) SetMembers(ctx context.Context, p policy.Principal, in SetMembersInput) error {
	_, err := s.AdminUpdate(ctx, p, AdminUpdateInput{UpdateInput: UpdateInput{OperationID: in.OperationID},
		Organizers: in.Organizers, Observers: in.Observers})
	return err
}

func (s *Service) putMembers(ctx context.Context, operationID id.ID, organizers, observers *[]id.ID) error {
	if organizers != nil {
		if err := s.setMembers(ctx, operationID, policy.RoleOrganizer, unique(*organizers), "organizerIds"); err != nil {
			return err
		}
		if err := s.keepsOrganizer(ctx, operationID, len(*organizers)); err != nil {
			return err
		}
	}
	if observers == nil {
		return nil
	}
	return s.setMembers(ctx, operationID, policy.RoleObserver, unique(*observers), "observerIds")
}

// keepsOrganizer refuses a team in which nobody is a full organizer. Error: teamMember.lastOrganizer.
func (s *Service) keepsOrganizer(ctx context.Context, operationID id.ID, people int) error {
	if people == 0 {
		return nil
	}
	full, err := s.members.FullOrganizers(ctx, operationID)
	if err == nil && full == 0 {
		err = ErrLastOrganizer.At("organizerIds")
	}
	return err
}

// moveMembers reports whether an update names other members than there are: they are part of
// what the back-office reads and changes as one object.
func (s *Service) moveMembers(ctx context.Context, in AdminUpdateInput) (bool, error) {
	for role, named := range map[policy.Role]*[]id.ID{policy.RoleOrganizer: in.Organizers, policy.RoleObserver: in.Observers} {
		if named == nil {
			continue
		}
		held, err := s.members.Of(ctx, []id.ID{in.OperationID}, role)
		if err != nil {
			return false, err
		}
		now, next := slices.Sorted(slices.Values(held[in.OperationID])), slices.Sorted(slices.Values(unique(*named)))
		if !slices.Equal(now, next) {
			return true, nil
		}
	}
	return false, nil
}

// keepsEngine refuses to take the engine from an operation that bills with it: its plans and
// invoices would be out of reach. One with contracts of the old engine gets the newer by its migration.
// Errors: billingEngine.inUse, billingEngine.contracts.
func (s *Service) keepsEngine(ctx context.Context, before, after Operation) error {
	if s.bills == nil || after.Engine == before.Engine {
		return nil
	}
	if before.Engine == EngineOld {
		bound, err := s.bills.OldContracts(ctx, before.ID)
		if err == nil && bound {
			err = ErrEngineContracts
		}
		return err
	}
	used, err := s.bills.InUse(ctx, before.ID)
	if err == nil && used {
		err = ErrEngineInUse
	}
	return err
}

// change applies an update to the locked operation; nothing is written when nothing
// changes, its members (moved) included.
func (s *Service) change(ctx context.Context, in UpdateInput, engine *Engine, moved bool) error {
	o, err := s.operations.Locked(ctx, in.OperationID)
	if err != nil {
		return err
	}
	if in.IfVersion != 0 && in.IfVersion != o.Version {
		return ErrChanged
	}
	before := o
	put(&o.Name, in.Name)
	put(&o.Type, in.Type)
	put(&o.JdbToggle, in.JdbToggle)
	put(&o.Functionalities, in.Functionalities)
	put(&o.Engine, engine)
	if err := s.keepsEngine(ctx, before, o); err != nil {
		return err
	}
	in.Interlocutor.apply(&o.Interlocutor)
	if err := o.check(in.Position); err != nil {
		return err
	}
	if same(before, o) && !moved {
		return nil
	}
	o.Version++
	return s.operations.Save(ctx, o)
}

func put[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

func same(a, b Operation) bool {
	return a.Name == b.Name && a.Type == b.Type && a.JdbToggle == b.JdbToggle && a.Engine == b.Engine &&
		slices.Equal(a.Functionalities, b.Functionalities) && a.Interlocutor == b.Interlocutor &&
		(a.Position == b.Position || a.Position != nil && b.Position != nil && *a.Position == *b.Position)
}

func unique(ids []id.ID) []id.ID {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// detail describes operations to p. Lists are there when full, and producers
// always for participants.
func (s *Service) detail(ctx context.Context, p policy.Principal, operations []Operation, full bool) ([]Detail, error) {
	ids := make([]id.ID, len(operations))
	out := make([]Detail, len(operations))
	index := map[id.ID]*Detail{}
	for i, o := range operations {
		ids[i], out[i] = o.ID, Detail{Operation: o, Features: slices.Concat(MenuOf(o.Variant(), p.Role), WaysOf(o.Variant()))}
		index[o.ID] = &out[i]
	}
	if len(ids) == 0 {
		return out, nil
	}
	for i := range out {
		var err error
		if out[i].Withheld, err = s.guard.Withheld(ctx, p, out[i].ID); err != nil {
			return nil, err
		}
	}
	if err := s.addSites(ctx, p, ids, index, full); err != nil {
		return nil, err
	}
	if err := s.addData(ctx, ids, index); err != nil {
		return nil, err
	}
	if s.views != nil {
		views, err := s.views.Of(ctx, p, out)
		if err != nil {
			return nil, err
		}
		for operationID, view := range views {
			index[operationID].View = &view
		}
	}
	if full && s.readsContacts(ctx, p, ids) {
		return out, s.addMembers(ctx, ids, index)
	}
	return out, nil
}

// addSites lists the sites where that is asked for, and else only counts them.
func (s *Service) addSites(ctx context.Context, p policy.Principal, ids []id.ID, index map[id.ID]*Detail, full bool) error {
	participant := p.Role == policy.RoleParticipant
	if !full && !participant {
		// Both countries have the same days.
		counts, err := s.sites.Counts(ctx, ids, civil.Paris.DateOf(s.now()))
		for operationID, c := range counts {
			d := index[operationID]
			d.SitesNumber, d.ConsumersNumber, d.ProducersNumber = c.Sites, c.Consumers, c.Producers
		}
		return err
	}
	sites, err := s.sites.OfOperations(ctx, ids)
	if err == nil && participant {
		err = s.hideNames(ctx, p, sites)
	}
	now := s.now()
	for _, site := range sites {
		d := index[site.OperationID]
		if site.Activation != nil && site.Activation.To <= d.Zone().DateOf(now) {
			continue
		}
		site.Own = p.Holds(site.ID)
		d.add(site, full, participant)
	}
	return err
}

// hideNames puts numbers in the place of names that a participant does not read: it knows
// its own sites and the producers that sell to it, and no other by name (specification section 6).
// The number of a producer is its place among those of its operation by age, so that it
// stays what it is when others come.
func (s *Service) hideNames(ctx context.Context, p policy.Principal, sites []Site) error {
	own := make([]id.ID, len(p.Sites))
	for i, site := range p.Sites {
		own[i] = site.ParticipantID
	}
	var sellers map[id.ID]bool
	if s.bills != nil && len(own) > 0 {
		var err error
		if sellers, err = s.bills.SellersOf(ctx, own); err != nil {
			return err
		}
	}
	byAge := make([]*Site, 0, len(sites))
	for i := range sites {
		if sites[i].produces() {
			byAge = append(byAge, &sites[i])
		}
	}
	slices.SortFunc(byAge, func(a, b *Site) int { return strings.Compare(string(a.ID), string(b.ID)) })
	places := map[id.ID]int{}
	for _, site := range byAge {
		places[site.OperationID]++
		if !p.Holds(site.ID) && !sellers[site.ID] {
			site.Name, site.Unnamed = "", places[site.OperationID]
		}
	}
	return nil
}

// addData finds the latest days, and with them the active producers.
func (s *Service) addData(ctx context.Context, ids []id.ID, index map[id.ID]*Detail) error {
	if s.data != nil {
		days, err := s.data.LatestDays(ctx, ids)
		if err != nil {
			return err
		}
		for operationID, day := range days {
			if d, ok := index[operationID]; ok {
				d.LatestDay = &day
			}
		}
	}
	var producers []id.ID
	for _, operationID := range ids {
		for _, site := range index[operationID].Producers {
			producers = append(producers, site.ID)
		}
	}
	days := map[id.ID]civil.Date{}
	if s.data != nil && len(producers) > 0 {
		var err error
		if days, err = s.data.LatestDaysOfSites(ctx, producers); err != nil {
			return err
		}
	}
	for _, operationID := range ids {
		d := index[operationID]
		d.ActiveProducerID = activeProducer(d.Producers, days)
	}
	return nil
}

// readsContacts reports whether p may read contacts in every one of the operations.
func (s *Service) readsContacts(ctx context.Context, p policy.Principal, ids []id.ID) bool {
	return !slices.ContainsFunc(ids, func(operationID id.ID) bool {
		return s.guard.Operation(ctx, p, "participant:readContact", operationID) != nil
	})
}

func (s *Service) addMembers(ctx context.Context, ids []id.ID, index map[id.ID]*Detail) error {
	organizers, err := s.members.Of(ctx, ids, policy.RoleOrganizer)
	if err != nil {
		return err
	}
	for operationID, users := range organizers {
		index[operationID].OrganizerIDs = users
	}
	observers, err := s.members.Of(ctx, ids, policy.RoleObserver)
	if err != nil {
		return err
	}
	for operationID, users := range observers {
		if index[operationID].Observers, err = s.accounts.ByIDs(ctx, users); err != nil {
			return err
		}
	}
	return nil
}
