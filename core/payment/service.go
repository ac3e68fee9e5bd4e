package payment

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what the use cases need.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Operations Operations
	Issuers    Issuers
	Creditors  Creditors
	Mandates   Mandates
	Lists      Lists
}

// Service holds the use cases of creditors and mandates.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// enter asks the policy, then whether the operation has payments at all. What was not found
// has no operation, and is asked about too, so that a missing right says so in any case; who
// has it learns no more than of what belongs to others.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	if operationID.IsZero() {
		return operation.Operation{}, policy.ErrNotFound
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return operation.Operation{}, err
	}
	return op, op.Require(operation.FeaturePayment)
}

// full reports whether who asks may see IBANs whole.
func (s *Service) full(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) bool {
	return s.Guard.Operation(ctx, p, perm, operationID) == nil
}

func (s *Service) today(op operation.Operation) civil.Date { return op.Zone().DateOf(s.Now()) }

// issuer finds the issuer by its id. Errors: those of enter.
func (s *Service) issuer(ctx context.Context, p policy.Principal, perm policy.Permission, entityID id.ID) (Issuer, operation.Operation, error) {
	found, err := s.Issuers.ByIDs(ctx, []id.ID{entityID})
	if err != nil {
		return Issuer{}, operation.Operation{}, err
	}
	var i Issuer
	if len(found) > 0 {
		i = found[0]
	}
	op, err := s.enter(ctx, p, perm, i.OperationID)
	return i, op, err
}

// issuerOf finds the issuer of a producer. Errors: those of enter, billingEntity.notFound.
func (s *Service) issuerOf(ctx context.Context, p policy.Principal, perm policy.Permission, participantID id.ID) (Issuer, operation.Operation, error) {
	operationID, err := s.Guard.Participant(ctx, p, perm, participantID)
	if err != nil {
		return Issuer{}, operation.Operation{}, err
	}
	op, err := s.enter(ctx, p, perm, operationID)
	if err != nil {
		return Issuer{}, op, err
	}
	found, err := s.Issuers.OfProducers(ctx, operationID, []id.ID{participantID})
	if err == nil && len(found) == 0 {
		err = billing.ErrIssuerNotFound
	}
	if err != nil {
		return Issuer{}, op, err
	}
	return found[0], op, nil
}

// creditor finds a creditor. Errors: those of enter.
func (s *Service) creditor(ctx context.Context, p policy.Principal, perm policy.Permission, creditorID id.ID) (Creditor, operation.Operation, error) {
	c, err := s.Creditors.ByID(ctx, creditorID)
	if err != nil && fault.From(err) == nil {
		return Creditor{}, operation.Operation{}, err
	}
	op, err := s.enter(ctx, p, perm, c.OperationID)
	return c, op, err
}

// creditorOf is the creditor of an issuer. Error: error.payment.creditor.not_found.
func (s *Service) creditorOf(ctx context.Context, i Issuer) (Creditor, error) {
	list, err := s.Creditors.OfIssuers(ctx, []id.ID{i.ID})
	if err != nil {
		return Creditor{}, err
	}
	if len(list) == 0 {
		return Creditor{}, ErrCreditorsMissing.With("creditors", []string{i.Name})
	}
	return list[0], nil
}

// CreditorsOfIssuers are the creditors of some issuers, by name; full reports for which
// operations IBANs may be shown whole. Error: notFound.
func (s *Service) CreditorsOfIssuers(ctx context.Context, p policy.Principal, entityIDs []id.ID) (list []Creditor, full map[id.ID]bool, err error) {
	issuers, err := s.Issuers.ByIDs(ctx, entityIDs)
	if err != nil {
		return nil, nil, err
	}
	of := map[id.ID]id.ID{}
	for _, i := range issuers {
		of[i.ID] = i.OperationID
	}
	full = map[id.ID]bool{}
	for _, entityID := range entityIDs {
		if _, asked := full[of[entityID]]; asked {
			continue
		}
		if _, err := s.enter(ctx, p, "creditor:read", of[entityID]); err != nil {
			return nil, nil, err
		}
		full[of[entityID]] = s.full(ctx, p, "creditor:update", of[entityID])
	}
	list, err = s.Creditors.OfIssuers(ctx, entityIDs)
	return list, full, err
}

// CreditorsOfProducers are the creditors of the issuers of some producers, by name; full as
// in CreditorsOfIssuers.
func (s *Service) CreditorsOfProducers(ctx context.Context, p policy.Principal, participantIDs []id.ID) (list []Creditor, full map[id.ID]bool, err error) {
	sites := map[id.ID][]id.ID{}
	for _, participantID := range participantIDs {
		operationID, err := s.Guard.Participant(ctx, p, "creditor:read", participantID)
		if err != nil {
			return nil, nil, err
		}
		sites[operationID] = append(sites[operationID], participantID)
	}
	full = map[id.ID]bool{}
	var entityIDs []id.ID
	for _, operationID := range slices.Sorted(maps.Keys(sites)) {
		if _, err := s.enter(ctx, p, "creditor:read", operationID); err != nil {
			return nil, nil, err
		}
		full[operationID] = s.full(ctx, p, "creditor:update", operationID)
		issuers, err := s.Issuers.OfProducers(ctx, operationID, sites[operationID])
		if err != nil {
			return nil, nil, err
		}
		for _, i := range issuers {
			entityIDs = append(entityIDs, i.ID)
		}
	}
	list, err = s.Creditors.OfIssuers(ctx, entityIDs)
	return list, full, err
}

// Creditor reads one; full reports whether its IBAN may be shown whole. Error:
// notFound.
func (s *Service) Creditor(ctx context.Context, p policy.Principal, creditorID id.ID) (c Creditor, full bool, err error) {
	c, op, err := s.creditor(ctx, p, "creditor:read", creditorID)
	if err != nil {
		return Creditor{}, false, err
	}
	return c, s.full(ctx, p, "creditor:update", op.ID), nil
}

// CreateCreditor says in whose name an issuer collects. Errors: notFound,
// creditor.exists and those of CreditorChange.
func (s *Service) CreateCreditor(ctx context.Context, p policy.Principal, entityID id.ID, in CreditorChange) (Creditor, error) {
	i, op, err := s.issuer(ctx, p, "creditor:create", entityID)
	if err != nil {
		return Creditor{}, err
	}
	return s.addCreditor(ctx, p, op, i, in)
}

// CreateCreditorOfProducer is CreateCreditor for the issuer of a producer. Error: billingEntity.notFound.
func (s *Service) CreateCreditorOfProducer(ctx context.Context, p policy.Principal, participantID id.ID, in CreditorChange) (Creditor, error) {
	i, op, err := s.issuerOf(ctx, p, "creditor:create", participantID)
	if err != nil {
		return Creditor{}, err
	}
	return s.addCreditor(ctx, p, op, i, in)
}

func (s *Service) addCreditor(ctx context.Context, p policy.Principal, op operation.Operation, i Issuer, in CreditorChange) (Creditor, error) {
	c, err := in.Apply(Creditor{ID: id.New(), OperationID: op.ID, BillingEntityID: i.ID, Version: 1, CreatedAt: s.Now()})
	if err != nil {
		return Creditor{}, err
	}
	return c, s.Tx.InTx(ctx, p.Change("creditor:create", op.ID, "creditor", c.ID), func(ctx context.Context) error {
		return s.Creditors.Add(ctx, c)
	})
}

// UpdateCreditor changes a creditor. Errors: notFound, creditor.icsFixed,
// object.changed and those of CreditorChange.
func (s *Service) UpdateCreditor(ctx context.Context, p policy.Principal, creditorID id.ID, in CreditorChange) (Creditor, error) {
	c, op, err := s.creditor(ctx, p, "creditor:update", creditorID)
	if err != nil {
		return Creditor{}, err
	}
	err = s.Tx.InTx(ctx, p.Change("creditor:update", op.ID, "creditor", c.ID), func(ctx context.Context) error {
		old, err := s.Creditors.ByID(ctx, creditorID)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != old.Version {
			return fault.ObjectChanged
		}
		if c, err = in.Apply(old); err != nil {
			return err
		}
		c.Version++
		return s.Creditors.Change(ctx, c)
	})
	return c, err
}

// View is mandates as who asks may see them.
type View struct {
	Mandates []Mandate
	Full     bool // IBANs whole
	Today    civil.Date
}

// MandatesOfCreditor are the mandates of a creditor, by debtor. Error: notFound.
func (s *Service) MandatesOfCreditor(ctx context.Context, p policy.Principal, creditorID id.ID) (View, error) {
	c, op, err := s.creditor(ctx, p, "mandate:read", creditorID)
	if err != nil {
		return View{}, err
	}
	return s.view(ctx, p, op, c)
}

// MandatesOfIssuer are the mandates of the creditor of an issuer, by debtor; none where it
// has no creditor. Error: notFound.
func (s *Service) MandatesOfIssuer(ctx context.Context, p policy.Principal, entityID id.ID) (View, error) {
	i, op, err := s.issuer(ctx, p, "mandate:read", entityID)
	if err != nil {
		return View{}, err
	}
	c, err := s.creditorOf(ctx, i)
	if fault.KeyOf(err) == ErrCreditorsMissing.Key {
		return View{}, nil
	}
	if err != nil {
		return View{}, err
	}
	return s.view(ctx, p, op, c)
}

func (s *Service) view(ctx context.Context, p policy.Principal, op operation.Operation, c Creditor) (View, error) {
	list, err := s.Mandates.List(ctx, op.ID, c.ID)
	return View{list, s.full(ctx, p, "mandate:update", op.ID), s.today(op)}, err
}

// Mandate reads one with the accounts it was on before. Error: notFound.
func (s *Service) Mandate(ctx context.Context, p policy.Principal, mandateID id.ID) (View, []Amendment, error) {
	m, op, err := s.mandate(ctx, p, "mandate:read", mandateID)
	if err != nil {
		return View{}, nil, err
	}
	before, err := s.Mandates.Amendments(ctx, op.ID, m.ID)
	return View{[]Mandate{m}, s.full(ctx, p, "mandate:update", op.ID), s.today(op)}, before, err
}

func (s *Service) mandate(ctx context.Context, p policy.Principal, perm policy.Permission, mandateID id.ID) (Mandate, operation.Operation, error) {
	m, err := s.Mandates.ByID(ctx, mandateID)
	if err != nil && fault.From(err) == nil {
		return Mandate{}, operation.Operation{}, err
	}
	op, err := s.enter(ctx, p, perm, m.OperationID)
	return m, op, err
}

// CreateMandate keeps a mandate that was given to the creditor of an issuer. Errors:
// notFound, error.payment.creditor.not_found, mandate.duplicate,
// mandate.debtorUnknown, mandate.signedInFuture, field.required, field.tooLong, field.enum,
// bankReconciliationId.invalid and those of party values.
func (s *Service) CreateMandate(ctx context.Context, p policy.Principal, entityID id.ID, in MandateInput) (View, error) {
	i, op, err := s.issuer(ctx, p, "mandate:create", entityID)
	if err != nil {
		return View{}, err
	}
	return s.addMandate(ctx, p, op, i, in)
}

// CreateMandateOfProducer is CreateMandate for the issuer of a producer. Error: billingEntity.notFound.
func (s *Service) CreateMandateOfProducer(ctx context.Context, p policy.Principal, producerID id.ID, in MandateInput) (View, error) {
	i, op, err := s.issuerOf(ctx, p, "mandate:create", producerID)
	if err != nil {
		return View{}, err
	}
	return s.addMandate(ctx, p, op, i, in)
}

func (s *Service) addMandate(ctx context.Context, p policy.Principal, op operation.Operation, i Issuer, in MandateInput) (View, error) {
	c, err := s.creditorOf(ctx, i)
	if err != nil {
		return View{}, err
	}
	debtors, err := s.debtors(ctx, op.ID)
	if err != nil {
		return View{}, err
	}
	m, wrong := in.mandate(debtors, s.today(op))
	if err := only(wrong); err != nil {
		return View{}, err
	}
	m.ID, m.OperationID, m.CreditorID, m.ICS, m.CreditorName, m.CreatedAt = id.New(), op.ID, c.ID, c.ICS, c.Name, s.Now()
	err = s.Tx.InTx(ctx, p.Change("mandate:create", op.ID, "mandate", m.ID), func(ctx context.Context) error {
		return s.Mandates.Add(ctx, []Mandate{m})
	})
	if fault.KeyOf(err) == ErrMandateDuplicate.Key {
		err = ErrMandateDuplicate.With("mandateId", string(m.RUM)).Because(err)
	}
	return View{[]Mandate{m}, true, s.today(op)}, err
}

// debtors are the participants by id and by their number at the grid operator.
func (s *Service) debtors(ctx context.Context, operationID id.ID) (map[string]id.ID, error) {
	list, err := s.Issuers.Debtors(ctx, operationID)
	all := make(map[string]id.ID, 2*len(list))
	for _, d := range list {
		all[d.ID.String()], all[d.DsoID] = d.ID, d.ID
	}
	return all, err
}

// UpdateMandate amends or revokes a mandate. Errors: notFound, object.changed and
// those of MandateChange.
func (s *Service) UpdateMandate(ctx context.Context, p policy.Principal, mandateID id.ID, in MandateChange) (View, error) {
	m, op, err := s.mandate(ctx, p, "mandate:update", mandateID)
	if err != nil {
		return View{}, err
	}
	err = s.Tx.InTx(ctx, p.Change("mandate:update", op.ID, "mandate", m.ID), func(ctx context.Context) error {
		old, err := s.Mandates.ByID(ctx, mandateID)
		if err != nil {
			return err
		}
		if in.IfVersion != 0 && in.IfVersion != old.Version {
			return fault.ObjectChanged
		}
		if m, err = in.Apply(old); err != nil {
			return err
		}
		m.Version++
		var before *Amendment
		if m.IBAN != old.IBAN {
			before = &Amendment{Account: old.Account, Until: s.Now()}
		}
		return s.Mandates.Change(ctx, m, before)
	})
	return View{[]Mandate{m}, true, s.today(op)}, err
}

// ImportMandates keeps the mandates of a creditor, all or none; a check keeps none and says
// what each row would do. Errors: notFound, mandate.importEmpty, list.tooLong,
// mandate.importRejected with what is wrong by row and field.
func (s *Service) ImportMandates(ctx context.Context, p policy.Principal, creditorID id.ID, inputs []MandateInput, dryRun bool) (Report, error) {
	c, op, err := s.creditor(ctx, p, "mandate:create", creditorID)
	if err != nil {
		return Report{}, err
	}
	return s.importMandates(ctx, p, op, c, numbered(inputs), dryRun, nil)
}

// ImportMandatesOfIssuer is ImportMandates for the creditor of an issuer. Errors:
// notFound, error.payment.creditor.not_found.
func (s *Service) ImportMandatesOfIssuer(ctx context.Context, p policy.Principal, entityID id.ID, inputs []MandateInput, dryRun bool) (Report, error) {
	i, op, err := s.issuer(ctx, p, "mandate:create", entityID)
	if err != nil {
		return Report{}, err
	}
	c, err := s.creditorOf(ctx, i)
	if err != nil {
		return Report{}, err
	}
	return s.importMandates(ctx, p, op, c, numbered(inputs), dryRun, nil)
}

// ImportMandateFile is ImportMandatesOfIssuer of a workbook or a text with a mandate a line; rows are
// the lines of the file. Errors: import.… of the whole file, mandate.columnUnknown.
func (s *Service) ImportMandateFile(ctx context.Context, p policy.Principal, entityID id.ID, in List) (Report, error) {
	i, op, err := s.issuer(ctx, p, "mandate:create", entityID)
	if err != nil {
		return Report{}, err
	}
	c, err := s.creditorOf(ctx, i)
	if err != nil {
		return Report{}, err
	}
	sheet, err := s.Lists.Read(ctx, in.FileName, in.Content, MaxImportRows)
	if err != nil {
		return Report{}, err
	}
	rows, err := readList(sheet)
	if f := fault.From(err); f != nil {
		return Report{}, f.With("fileName", in.FileName)
	}
	return s.importMandates(ctx, p, op, c, rows, in.DryRun, map[string]any{"fileName": in.FileName})
}

// BlankMandateList is a list to be filled for the creditor of an issuer, with the sites that consume and
// have no mandate that holds. Errors: notFound, error.payment.creditor.not_found.
func (s *Service) BlankMandateList(ctx context.Context, p policy.Principal, entityID id.ID) (BlankList, error) {
	i, op, err := s.issuer(ctx, p, "mandate:create", entityID)
	if err != nil {
		return BlankList{}, err
	}
	c, err := s.creditorOf(ctx, i)
	if err != nil {
		return BlankList{}, err
	}
	debtors, err := s.Issuers.Debtors(ctx, op.ID)
	if err != nil {
		return BlankList{}, err
	}
	mandates, err := s.Mandates.List(ctx, op.ID, c.ID)
	if err != nil {
		return BlankList{}, err
	}
	holds := map[id.ID]bool{}
	for _, m := range mandates {
		holds[m.ParticipantID] = holds[m.ParticipantID] || m.Status(s.today(op)) == Active
	}
	out := BlankList{Name: "mandats-" + op.ExternalID + ".xlsx", Header: headerOf(op.DSO)}
	for _, d := range debtors {
		if d.Consumes && !holds[d.ID] && len(out.Rows) < MaxImportRows {
			out.Rows = append(out.Rows, []string{d.DsoID, "", d.Name})
		}
	}
	return out, nil
}

func (s *Service) importMandates(ctx context.Context, p policy.Principal, op operation.Operation, c Creditor, rows []listed, dryRun bool, details map[string]any) (Report, error) {
	switch {
	case len(rows) == 0:
		return Report{}, ErrImportEmpty
	case len(rows) > MaxImportRows:
		return Report{}, fault.ListTooLong.With("max", MaxImportRows).At("mandates")
	}
	debtors, err := s.debtors(ctx, op.ID)
	if err != nil {
		return Report{}, err
	}
	if dryRun {
		r, _, err := s.sorted(ctx, op, c, debtors, rows)
		r.DryRun = true
		return r, err
	}
	var r Report
	change := p.Change("mandate:create", op.ID, "mandate", "")
	change.Details = map[string]any{"creditorId": c.ID.String(), "rows": len(rows)}
	maps.Copy(change.Details, details)
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		var fresh []Mandate
		if r, fresh, err = s.sorted(ctx, op, c, debtors, rows); err != nil {
			return err
		}
		if r.Rejected > 0 {
			return ErrImportRejected.With("rows", r.Rejected).Of(r.Wrong...)
		}
		for i := range fresh {
			fresh[i].ID, fresh[i].CreatedAt = id.New(), s.Now()
		}
		return s.Mandates.Add(ctx, fresh)
	})
	return r, err
}

func (s *Service) sorted(ctx context.Context, op operation.Operation, c Creditor, debtors map[string]id.ID, rows []listed) (Report, []Mandate, error) {
	var rums []party.RUM
	for _, in := range rows {
		if rum, err := party.ParseRUM(in.RUM); err == nil {
			rums = append(rums, folded(rum))
		}
	}
	list, err := s.Mandates.Kept(ctx, c.ICS, slices.Compact(slices.Sorted(slices.Values(rums))))
	if err != nil {
		return Report{}, nil, err
	}
	kept := map[party.RUM]Mandate{}
	for _, m := range list {
		kept[folded(m.RUM)] = m
	}
	r, fresh := sortRows(rows, c, debtors, kept, s.today(op))
	return r, fresh, nil
}
