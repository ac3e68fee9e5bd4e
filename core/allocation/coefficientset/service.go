// Package coefficientset is the life of the coefficients of a month: made, sent, answered, applied.
package coefficientset

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Coefficients CoefficientSets
	DeadlineDay  int
	Energies     allocation.Energies
	Events       event.Publisher
	Files        CoefficientFiles
	Guard        policy.Guard
	Invoices     key.Invoices
	Letters      LetterQueue
	Mail         LetterMail
	Now          func() time.Time
	Operations   allocation.Operations
	Organizers   Organizers
	Participants allocation.Participants
	Reminders    Reminders
	Tx           tx.Runner
	Key          *key.Service
}

// Service is the use cases of the coefficients of months: made, checked, sent, answered, reminded of.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.DeadlineDay == 0 {
		d.DeadlineDay = DefaultDeadlineDay
	}
	return &Service{d}
}

// KeysIn is the keys in force on some days, in their order, without a hole. It is for
// other contexts, after their own permission check. Error: operation.notFound.
func (s *Service) KeysIn(ctx context.Context, operationID id.ID, days civil.Range) ([]allocation.Span, error) {
	o, line, err := s.Key.Timeline(ctx, operationID)
	if err != nil {
		return nil, err
	}
	return s.WithSets(ctx, o, line.Spans(days))
}

const (
	readCoefficients   policy.Permission = "coefficient:read"
	createCoefficients policy.Permission = "coefficient:create"
	updateCoefficients policy.Permission = "coefficient:update"
)

// CreateCoefficientsInput asks for the coefficients of a month. Mode "" = as the key
// needs it.
type CreateCoefficientsInput struct {
	OperationID id.ID
	Month       civil.Month
	Mode        CoefficientMode
	Setting     coefficient.Setting
}

// CreateCoefficients makes and checks the coefficients of a month from the stored
// curves and the keys in force. An earlier set of the month is superseded, but for one
// that the operator has. Errors: forbidden, notFound, featureNotAvailable, coefficients.notNeeded, coefficients.mode,
// coefficients.invalid with what is missing.
func (s *Service) CreateCoefficients(ctx context.Context, p policy.Principal, in CreateCoefficientsInput) (CoefficientSet, error) {
	if err := s.Guard.Operation(ctx, p, createCoefficients, in.OperationID); err != nil {
		return CoefficientSet{}, err
	}
	o, line, err := s.sender(ctx, in.OperationID)
	if err != nil {
		return CoefficientSet{}, err
	}
	if err := in.Setting.Check(); err != nil {
		return CoefficientSet{}, err
	}
	// What is read later than what is made would say that nothing changed in between.
	sites, err := s.siteInput(ctx, o.ID, in.Month)
	if err != nil {
		return CoefficientSet{}, err
	}
	spans, err := s.WithSets(ctx, o, line.Spans(in.Month.Range()))
	if err != nil {
		return CoefficientSet{}, err
	}
	set := CoefficientSet{OperationID: o.ID, ID: id.New(), Month: in.Month, Setting: in.Setting, AuthorID: p.UserID, CreatedAt: s.Now().UTC()}
	if set.Mode, err = modeOf(spans, in.Mode); err != nil {
		return CoefficientSet{}, err
	}
	set.Inputs = Inputs{Key: keyInput(line.Spans(in.Month.Range())), Sites: sites}
	for _, span := range spans {
		set.ConfigVersions = append(set.ConfigVersions, span.Key.Version)
	}
	if err := s.make(ctx, o, spans, &set); err != nil {
		return CoefficientSet{}, err
	}
	stored, err := s.storeCoefficients(ctx, p, o, set)
	if err != nil {
		return CoefficientSet{}, err
	}
	return stored[0], nil
}

// sender is an operation whose organizer sends coefficients.
func (s *Service) sender(ctx context.Context, operationID id.ID) (operation.Operation, allocation.Timeline, error) {
	o, line, err := s.Key.Timeline(ctx, operationID)
	if err == nil {
		err = o.Require(operation.FeatureCoefficients)
	}
	return o, line, err
}

// modeOf is the mode of a month: full when a key shares the production of each
// producer apart.
func modeOf(spans []allocation.Span, wanted CoefficientMode) (CoefficientMode, error) {
	mode, needed := SimpleCoefficients, false
	for _, span := range spans {
		needed = needed || span.Key.Type.NeedsCoefficients()
		if span.Key.Type.ByPair() || len(span.Sets) > 0 && span.Sets[0].Producer != "" {
			mode = FullCoefficients
		}
	}
	switch kind := string(spans[len(spans)-1].Key.Type); {
	case !needed:
		return "", allocation.ErrCoefficientsNotNeeded.With("type", kind)
	case wanted != "" && wanted != mode:
		return "", allocation.ErrCoefficientMode.With("type", kind)
	}
	return mode, nil
}

// make fills the files of a set.
func (s *Service) make(ctx context.Context, o operation.Operation, spans []allocation.Span, set *CoefficientSet) error {
	energies, err := s.Energies.MonthEnergies(ctx, o.ID, set.Month)
	if err != nil {
		return err
	}
	if err := complete(energies, o.Zone()); err != nil {
		return err
	}
	set.Inputs.Curves = curveInput(energies)
	shared, err := Allocate(energies, spans, set.Mode)
	if err != nil {
		return err
	}
	// A month whose key is coefficients has them: rounding them again would only lose.
	sets := spans[0].Sets
	if len(spans) > 1 || len(sets) == 0 {
		if sets, err = SetsOf(energies, shared, o.ExternalID, o.Zone(), set.Setting); err != nil {
			return err
		}
	}
	set.Setting.Decimals = sets[0].Decimals
	if err := CheckSets(energies, sets); err != nil {
		return err
	}
	applied, err := Applied(energies, sets)
	if err != nil {
		return err
	}
	if set.Loss, err = coefficient.Loss(shared.Shared, applied); err != nil {
		return err
	}
	return s.addFiles(set, o, sets)
}

// CheckSets is what must hold before anything goes to the operator: every step, every site
// that takes part, sums of 100 at most, nobody twice.
func CheckSets(e allocation.MonthEnergies, sets []coefficient.Set) error {
	if sets[0].Producer == "" {
		return sets[0].Check(numbers(e))
	}
	var producers []string
	for _, p := range e.Producers {
		if !p.Period.Intersect(e.Month.Range()).IsEmpty() {
			producers = append(producers, p.DsoID)
		}
	}
	return coefficient.CheckFull(sets, numbers(e), producers)
}

func (s *Service) addFiles(set *CoefficientSet, o operation.Operation, sets []coefficient.Set) error {
	for _, content := range sets {
		content.Operation = o.ExternalID
		sum := sha256.New()
		if err := s.Files.Write(sum, content); err != nil {
			return err
		}
		set.Files = append(set.Files, CoefficientFile{Set: content, Name: s.Files.FileName(content), SHA256: hex.EncodeToString(sum.Sum(nil))})
	}
	return nil
}

// storeCoefficients stores sets, each with its first event, all or none.
func (s *Service) storeCoefficients(ctx context.Context, p policy.Principal, o operation.Operation, sets ...CoefficientSet) ([]CoefficientSet, error) {
	var months []string
	for i := range sets {
		sets[i].History = []CoefficientEvent{{Status: CoefficientsPrepared, Day: o.Zone().DateOf(s.Now()), At: s.Now().UTC(), AuthorID: p.UserID}}
		months = append(months, sets[i].Month.String())
	}
	change := p.Change(createCoefficients, o.ID, "coefficients", sets[0].ID)
	change.Details = map[string]any{"months": months, "mode": string(sets[0].Mode), "imported": sets[0].Imported}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, o.ID); err != nil {
			return err
		}
		for _, set := range sets {
			if err := s.Coefficients.Add(ctx, set); err != nil {
				return err
			}
			var made event.Event = allocation.CoefficientsMade{OperationID: o.ID, From: set.Month.First()}
			if set.Imported {
				made = allocation.KeyChanged{OperationID: o.ID, From: set.Month.First()}
			}
			if err := event.Publish(ctx, s.Events, made); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range sets {
		if sets[i], err = s.tell(ctx, sets[i]); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// GetCoefficients is one set. Errors: forbidden, notFound.
func (s *Service) GetCoefficients(ctx context.Context, p policy.Principal, operationID, setID id.ID) (CoefficientSet, error) {
	if err := s.Guard.Operation(ctx, p, readCoefficients, operationID); err != nil {
		return CoefficientSet{}, err
	}
	set, err := s.Coefficients.ByID(ctx, operationID, setID, true)
	if err != nil {
		return CoefficientSet{}, err
	}
	if set.Outdated, err = s.outdated(ctx, set); err != nil {
		return CoefficientSet{}, err
	}
	return s.tell(ctx, set)
}

// WriteCoefficients writes a file of a set as the operator wants it. Errors: forbidden,
// notFound.
func (s *Service) WriteCoefficients(ctx context.Context, p policy.Principal, operationID, setID id.ID, name string, w io.Writer) error {
	if err := s.Guard.Operation(ctx, p, readCoefficients, operationID); err != nil {
		return err
	}
	set, err := s.Coefficients.ByID(ctx, operationID, setID, true)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(set.Files, func(f CoefficientFile) bool { return f.Name == name })
	if i < 0 {
		return allocation.ErrCoefficientsNotFound
	}
	return s.Files.Write(w, set.Files[i].Set)
}

// CoefficientsDue lists the months of some operations, of the last twelve and this one,
// whose coefficients the operator has not been sent although the deadline is past or near.
// Operations come in the order asked for, each once, their months newest first; those that
// send no coefficients have none. Errors: forbidden, notFound.
func (s *Service) CoefficientsDue(ctx context.Context, p policy.Principal, operationIDs []id.ID) ([]CoefficientsDue, error) {
	for _, operationID := range operationIDs {
		if err := s.Guard.Operation(ctx, p, readCoefficients, operationID); err != nil {
			return nil, err
		}
	}
	var out []CoefficientsDue
	for i, operationID := range operationIDs {
		if slices.Contains(operationIDs[:i], operationID) {
			continue
		}
		of, err := s.coefficientsDueOf(ctx, operationID)
		if err != nil {
			return nil, err
		}
		out = append(out, of...)
	}
	return out, nil
}

func (s *Service) coefficientsDueOf(ctx context.Context, operationID id.ID) ([]CoefficientsDue, error) {
	o, line, err := s.Key.Timeline(ctx, operationID)
	if err != nil || o.Require(operation.FeatureCoefficients) != nil {
		return nil, err
	}
	sites, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	today := o.Zone().DateOf(s.Now())
	var needed []civil.Month
	for m := civil.MonthOf(today); m > civil.MonthOf(today)-dueMonths; m-- {
		if coefficientsNeeded(line, sites, m) {
			needed = append(needed, m)
		}
	}
	if len(needed) == 0 {
		return nil, nil
	}
	sets, err := s.Coefficients.Current(ctx, operationID, needed, false)
	if err != nil {
		return nil, err
	}
	var out []CoefficientsDue
	of := byMonth(sets)
	for _, m := range needed {
		month := s.coefficientMonth(line, sites, m, today, of)
		if month.due(of[m].sent() == nil) {
			out = append(out, CoefficientsDue{operationID, m, month.Deadline, month.DaysLeft, month.Late, len(of[m]) > 0})
		}
	}
	return out, nil
}

// MonthStates says how the coefficients of some months stand, in their order, without their
// values and without what changed since they were made; none where the operation sends none.
// Errors: forbidden, notFound.
func (s *Service) MonthStates(ctx context.Context, p policy.Principal, operationID id.ID, months []civil.Month) ([]CoefficientMonth, error) {
	if err := s.Guard.Operation(ctx, p, readCoefficients, operationID); err != nil {
		return nil, err
	}
	o, line, err := s.Key.Timeline(ctx, operationID)
	if err != nil || o.Require(operation.FeatureCoefficients) != nil || len(months) == 0 {
		return nil, err
	}
	sites, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	sets, err := s.Coefficients.Current(ctx, operationID, months, false)
	if err != nil {
		return nil, err
	}
	of, today := byMonth(sets), o.Zone().DateOf(s.Now())
	out := make([]CoefficientMonth, len(months))
	for i, m := range months {
		out[i] = s.coefficientMonth(line, sites, m, today, of)
	}
	return out, nil
}

// ImportCoefficients takes in the files of one month or several. They are what the key
// simple_dynamic shares by, and may be sent on. Errors: forbidden, notFound,
// featureNotAvailable, coefficients.wholeMonth, coefficients.otherOperation,
// coefficients.invoiced, coefficients.invalid with items, those of the files.
func (s *Service) ImportCoefficients(ctx context.Context, p policy.Principal, in ImportCoefficientsInput) ([]CoefficientSet, error) {
	if err := s.Guard.Operation(ctx, p, createCoefficients, in.OperationID); err != nil {
		return nil, err
	}
	o, line, err := s.Key.Timeline(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	if !o.DSO.Capabilities().AllocatesHere {
		if err := o.Require(operation.FeatureCoefficients); err != nil {
			return nil, err
		}
	}
	months, err := s.readFiles(ctx, o, in.Files)
	if err != nil {
		return nil, err
	}
	var sets []CoefficientSet
	for _, m := range months {
		if err := s.keepInvoiced(ctx, o, line, m); err != nil {
			return nil, err
		}
		set, err := s.importMonth(ctx, p, o, m)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	if in.DryRun || len(sets) == 0 {
		return sets, nil
	}
	return s.storeCoefficients(ctx, p, o, sets...)
}

// readFiles reads files and puts those of one month together, months ascending.
func (s *Service) readFiles(ctx context.Context, o operation.Operation, files []NamedFile) ([][]coefficient.Set, error) {
	byMonth := map[civil.Month][]coefficient.Set{}
	var months []civil.Month
	for _, f := range files {
		set, err := s.Files.Read(ctx, f.Name, f.Content, o.Zone())
		if err != nil {
			return nil, err
		}
		month := civil.MonthOf(set.Days.From)
		switch {
		case set.Days != month.Range():
			return nil, allocation.ErrCoefficientDays.With("fileName", f.Name)
		case set.Operation != "" && set.Operation != o.ExternalID:
			return nil, allocation.ErrCoefficientOperation.With("fileName", f.Name).With("value", set.Operation)
		}
		set.Operation = o.ExternalID
		if byMonth[month] == nil {
			months = append(months, month)
		}
		byMonth[month] = append(byMonth[month], set)
	}
	slices.Sort(months)
	out := make([][]coefficient.Set, len(months))
	for i, m := range months {
		out[i] = byMonth[m]
	}
	return out, nil
}

// keepInvoiced refuses coefficients that would change what is invoiced: those by which a
// month was shared, or is said to be shared while the operator has none.
func (s *Service) keepInvoiced(ctx context.Context, o operation.Operation, line allocation.Timeline, sets []coefficient.Set) error {
	m := civil.MonthOf(sets[0].Days.From)
	byThem := slices.ContainsFunc(line.Spans(m.Range()), func(span allocation.Span) bool { return span.Key.Type == allocation.SimpleDynamic })
	if s.Invoices == nil || !byThem {
		return nil
	}
	if !o.DSO.Capabilities().AllocatesHere && sets[0].Producer == "" {
		before, err := s.Coefficients.Current(ctx, o.ID, []civil.Month{m}, false)
		if last := coefficientsOf(before).last(); err != nil || last == nil || last.Mode == SimpleCoefficients {
			return err // whom energy came from does not hang on them
		}
	}
	invoiced, err := s.Invoices.Invoiced(ctx, o.ID, m)
	if err == nil && invoiced {
		return allocation.ErrCoefficientsInvoiced.With("month", m.String())
	}
	return err
}

// importMonth checks the files of one month against the sites that take part.
func (s *Service) importMonth(ctx context.Context, p policy.Principal, o operation.Operation, sets []coefficient.Set) (CoefficientSet, error) {
	month := civil.MonthOf(sets[0].Days.From)
	set := CoefficientSet{OperationID: o.ID, ID: id.New(), Month: month, Mode: SimpleCoefficients, Imported: true, AuthorID: p.UserID, CreatedAt: s.Now().UTC(),
		Setting: coefficient.Setting{Decimals: sets[0].Decimals, Rounding: coefficient.LargestRemainder}}
	consumers, producers, err := s.takingPart(ctx, o.ID, month)
	if err != nil {
		return set, err
	}
	if set.Inputs.Sites, err = s.siteInput(ctx, o.ID, month); err != nil {
		return set, err
	}
	switch {
	case sets[0].Producer == "" && len(sets) == 1:
		err = sets[0].Check(consumers)
	default:
		set.Mode = FullCoefficients
		err = coefficient.CheckFull(sets, consumers, producers)
	}
	if err != nil {
		return set, err
	}
	return set, s.addFiles(&set, o, sets)
}

// takingPart are the sites of a month: consumers with their days, producers by number.
func (s *Service) takingPart(ctx context.Context, operationID id.ID, m civil.Month) (consumers []coefficient.Site, producers []string, err error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	for _, p := range all {
		if !p.ActiveIn(m.Range()) {
			continue
		}
		if p.Consumes() {
			consumers = append(consumers, coefficient.Site{Number: p.DsoID, Days: p.Activation.Intersect(m.Range())})
		}
		if p.Produces() && !slices.Contains(producers, p.DsoID) {
			producers = append(producers, p.DsoID)
		}
	}
	return consumers, producers, err
}

// CheckCoefficients reads files back and compares them with a set. Errors: forbidden,
// notFound.
func (s *Service) CheckCoefficients(ctx context.Context, p policy.Principal, operationID, setID id.ID, files []NamedFile) (CoefficientCheck, error) {
	if err := s.Guard.Operation(ctx, p, readCoefficients, operationID); err != nil {
		return CoefficientCheck{}, err
	}
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return CoefficientCheck{}, err
	}
	set, err := s.Coefficients.ByID(ctx, operationID, setID, true)
	if err != nil {
		return CoefficientCheck{}, err
	}
	var out CoefficientCheck
	var read []coefficient.Set
	has := func(s coefficient.Set) bool {
		return slices.ContainsFunc(read, func(r coefficient.Set) bool { return r.Producer == s.Producer })
	}
	for _, f := range files {
		got, err := s.Files.Read(ctx, f.Name, f.Content, o.Zone())
		if fault.From(err) == nil && err != nil {
			return out, err
		}
		if err != nil {
			out.Errors = append(out.Errors, fault.From(err))
			continue
		}
		out.Rows += got.Steps()
		if got.Operation != "" && got.Operation != o.ExternalID {
			out.Errors = append(out.Errors, allocation.ErrCoefficientOperation.With("fileName", f.Name).With("value", got.Operation))
			continue
		}
		if has(got) {
			out.Errors = append(out.Errors, coefficient.ErrProducerTwice.With("value", got.Producer).With("fileName", f.Name))
			continue
		}
		out.compare(f.Name, set, got)
		read = append(read, got)
	}
	if len(out.Errors) == 0 {
		for _, f := range set.Files {
			if !has(f.Set) {
				out.Errors = append(out.Errors, coefficient.ErrProducerMissing.With("value", f.Producer))
			}
		}
	}
	if len(out.Errors) > 0 {
		return out, nil
	}
	return out, s.energyBetween(ctx, set, read, &out)
}

// energyBetween is what the read files, applied to the month's curves, give beyond the
// set.
func (s *Service) energyBetween(ctx context.Context, set CoefficientSet, read []coefficient.Set, out *CoefficientCheck) error {
	for i := range read {
		for _, column := range read[i].Values {
			for t, v := range column {
				column[t] = max(v, 0) // a missing value shares nothing
			}
		}
	}
	energies, err := s.Energies.MonthEnergies(ctx, set.OperationID, set.Month)
	if err != nil || len(energies.Consumers) == 0 {
		return err
	}
	here, err := Applied(energies, set.Sets())
	if err != nil {
		return err
	}
	there, err := Applied(energies, read)
	if err != nil {
		return err
	}
	gap, err := coefficient.Loss(there, here)
	out.Energy = &gap
	return err
}

// CoefficientMonths lists the months of a range that have begun, newest first, with the
// coefficients of each. Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) CoefficientMonths(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) ([]CoefficientMonth, error) {
	if err := s.Guard.Operation(ctx, p, readCoefficients, operationID); err != nil {
		return nil, err
	}
	if err := CheckDays(days); err != nil {
		return nil, err
	}
	o, line, err := s.sender(ctx, operationID)
	if err != nil {
		return nil, err
	}
	today := o.Zone().DateOf(s.Now())
	var months []civil.Month
	for m := civil.MonthOf(days.Last()); m >= civil.MonthOf(days.From); m-- {
		if m.First() <= today {
			months = append(months, m)
		}
	}
	// The month before the first too, for the difference.
	sets, err := s.Coefficients.Current(ctx, operationID, append(slices.Clone(months), civil.MonthOf(days.From)-1), true)
	if err != nil {
		return nil, err
	}
	shown := slices.IndexFunc(append(sets, CoefficientSet{}), func(set CoefficientSet) bool { return set.Month < civil.MonthOf(days.From) })
	if err := s.markOutdated(ctx, operationID, line, sets[:shown]); err != nil {
		return nil, err
	}
	of := byMonth(sets)
	out := make([]CoefficientMonth, len(months))
	sites, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	for i, m := range months {
		out[i] = s.coefficientMonth(line, sites, m, today, of)
	}
	return out, s.tellAll(ctx, operationID, sets)
}

func (s *Service) coefficientMonth(line allocation.Timeline, sites []participant.Participant, m civil.Month, today civil.Date, of map[civil.Month]coefficientsOf) CoefficientMonth {
	out := CoefficientMonth{Month: m, Deadline: deadline(m, s.DeadlineDay), Current: of[m].last(), Sent: of[m].sent()}
	out.Needed = coefficientsNeeded(line, sites, m)
	out.DaysLeft = int(out.Deadline - today)
	out.Late = out.Needed && today > out.Deadline && out.Sent == nil
	if out.Sent == out.Current {
		out.Sent = nil
	}
	for _, set := range []*CoefficientSet{out.Current, out.Sent} {
		if set != nil {
			set.Previous = cmp.Or(of[m-1].sent(), of[m-1].last())
		}
	}
	return out
}

// tell fills what people read of a set: names, and the set of the month before.
func (s *Service) tell(ctx context.Context, set CoefficientSet) (CoefficientSet, error) {
	before, err := s.Coefficients.Current(ctx, set.OperationID, []civil.Month{set.Month - 1}, true)
	if err != nil {
		return CoefficientSet{}, err
	}
	set.Previous = cmp.Or(coefficientsOf(before).sent(), coefficientsOf(before).last())
	one := []CoefficientSet{set}
	err = s.tellAll(ctx, set.OperationID, one)
	return one[0], err
}

// tellAll fills the names of authors and sites.
func (s *Service) tellAll(ctx context.Context, operationID id.ID, sets []CoefficientSet) error {
	if len(sets) == 0 {
		return nil
	}
	var people []allocation.Config
	for _, set := range sets {
		people = append(people, allocation.Config{AuthorID: set.AuthorID})
		for _, e := range set.History {
			people = append(people, allocation.Config{AuthorID: e.AuthorID})
		}
	}
	if err := s.Key.NameAuthors(ctx, people); err != nil {
		return err
	}
	sites, err := s.siteNames(ctx, operationID)
	if err != nil {
		return err
	}
	for i := range sets {
		sets[i].Names, sets[i].Author, people = sites, people[0].Author, people[1:]
		for j := range sets[i].History {
			sets[i].History[j].Author, people = people[0].Author, people[1:]
		}
	}
	return nil
}

// siteNames says whose number each is: of two occupants the later.
func (s *Service) siteNames(ctx context.Context, operationID id.ID) (map[string]SiteName, error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	names, since := map[string]SiteName{}, map[string]civil.Date{}
	for _, p := range all {
		from := civil.Date(0)
		if p.Activation != nil {
			from = p.Activation.From
		}
		if _, ok := names[p.DsoID]; !ok || from >= since[p.DsoID] {
			names[p.DsoID], since[p.DsoID] = SiteName{p.ID, p.Name}, from
		}
	}
	return names, err
}

// WithSets gives spans of simple_dynamic the coefficients of their months, cut at the
// ends of months. A month without any is shared by default.
func (s *Service) WithSets(ctx context.Context, o operation.Operation, spans []allocation.Span) ([]allocation.Span, error) {
	if !slices.ContainsFunc(spans, func(span allocation.Span) bool { return span.Key.Type == allocation.SimpleDynamic }) {
		return spans, nil
	}
	sites, err := s.sitesByID(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	var out []allocation.Span
	for _, span := range spans {
		if span.Key.Type != allocation.SimpleDynamic {
			out = append(out, span)
			continue
		}
		for m := civil.MonthOf(span.Days.From); m <= civil.MonthOf(span.Days.Last()); m++ {
			piece := allocation.Span{Days: span.Days.Intersect(m.Range()), Key: span.Key, Sites: sites}
			if piece.Sets, err = s.imported(ctx, o.ID, m); err != nil {
				return nil, err
			}
			out = append(out, piece)
		}
	}
	return out, nil
}

// sitesByID are those that take part on some day.
func (s *Service) sitesByID(ctx context.Context, operationID id.ID) (map[id.ID]allocation.Site, error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	sites := map[id.ID]allocation.Site{}
	for _, p := range all {
		if p.Activation != nil {
			sites[p.ID] = allocation.Site{ID: p.ID, Name: p.Name, DsoID: p.DsoID, Period: *p.Activation}
		}
	}
	return sites, err
}

// AppliedIn is what an operator that shares itself shared by on some days: the
// coefficients that it has of a month, else the keys in force as KeysIn has them. It is
// for other contexts, after their own permission check. Error: operation.notFound.
func (s *Service) AppliedIn(ctx context.Context, operationID id.ID, days civil.Range) ([]allocation.Span, error) {
	o, line, err := s.Key.Timeline(ctx, operationID)
	if err != nil {
		return nil, err
	}
	spans, err := s.WithSets(ctx, o, line.Spans(days))
	if err != nil || o.DSO.Capabilities().AllocatesHere {
		return spans, err
	}
	sets, err := s.Coefficients.Current(ctx, operationID, MonthsOf(days), false)
	if err != nil {
		return nil, err
	}
	sent := map[civil.Month]CoefficientSet{}
	for m, of := range byMonth(sets) {
		if set := of.sent(); set != nil {
			if sent[m], err = s.Coefficients.ByID(ctx, operationID, set.ID, true); err != nil {
				return nil, err
			}
		}
	}
	if len(sent) == 0 {
		return spans, nil
	}
	sites, err := s.sitesByID(ctx, operationID)
	if err != nil {
		return nil, err
	}
	var out []allocation.Span
	for _, span := range spans {
		for m := civil.MonthOf(span.Days.From); m <= civil.MonthOf(span.Days.Last()); m++ {
			piece := span
			piece.Days = span.Days.Intersect(m.Range())
			if set, ok := sent[m]; ok {
				piece.Key.Type, piece.Sets, piece.Sites = allocation.SimpleDynamic, set.Sets(), sites
			}
			out = append(out, piece)
		}
	}
	return out, nil
}

func (s *Service) imported(ctx context.Context, operationID id.ID, m civil.Month) ([]coefficient.Set, error) {
	sets, err := s.Coefficients.Current(ctx, operationID, []civil.Month{m}, true)
	if err != nil || len(sets) == 0 {
		return nil, err
	}
	return sets[0].Sets(), nil
}

// RemindCoefficients writes to the organizers of operations whose coefficients of a
// month are needed and not sent: five days and one day before the deadline, and the day
// after it. It is the work of a periodic job; each reminder is given once however often
// it runs. The failure of one operation does not keep others from theirs.
func (s *Service) RemindCoefficients(ctx context.Context) error {
	due := s.dueReminders()
	if len(due) == 0 {
		return nil
	}
	var types []allocation.Type
	for _, t := range allocation.Types() {
		if t.NeedsCoefficients() {
			types = append(types, t)
		}
	}
	operations, err := s.Reminders.Candidates(ctx, takers(), types)
	if err != nil {
		return err
	}
	var failed []error
	for _, operationID := range operations {
		for _, r := range due {
			r.OperationID = operationID
			failed = append(failed, s.remind(ctx, r))
		}
	}
	return errors.Join(failed...)
}

// dueReminders are those of today: of the last month, and of this one when its deadline
// is near. Only French operators take coefficients, so that today is that of Paris.
func (s *Service) dueReminders() []Reminder {
	today := civil.Paris.DateOf(s.Now())
	var due []Reminder
	for m := civil.MonthOf(today) - 1; m <= civil.MonthOf(today); m++ {
		if kind := reminderOn(int(deadline(m, s.DeadlineDay) - today)); kind != "" {
			due = append(due, Reminder{Month: m, Kind: kind, At: s.Now().UTC()})
		}
	}
	return due
}

// remind records a reminder and queues its letters, when it is wanted and was not given.
func (s *Service) remind(ctx context.Context, r Reminder) error {
	wanted, err := s.unsent(ctx, r)
	if err != nil || !wanted {
		return err
	}
	people, err := s.Organizers.Of(ctx, []id.ID{r.OperationID}, policy.RoleOrganizer)
	if err != nil || len(people[r.OperationID]) == 0 {
		return err
	}
	change := tx.Change{Agent: "system", Action: string(updateCoefficients), OperationID: r.OperationID, ObjectKind: "coefficientReminder",
		ObjectID: r.OperationID, Details: map[string]any{"month": r.Month.String(), "kind": string(r.Kind)}}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		ok, err := s.Reminders.Add(ctx, r)
		if err != nil {
			return err
		}
		if !ok {
			return errReminded
		}
		for _, person := range people[r.OperationID] {
			if err := s.Letters.Letter(ctx, Letter{Reminder: r, UserID: person, MessageID: id.New()}); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, errReminded) {
		return nil
	}
	return err
}

// unsent reports whether the coefficients of a month are needed and not with the operator.
func (s *Service) unsent(ctx context.Context, r Reminder) (bool, error) {
	_, line, err := s.Key.Timeline(ctx, r.OperationID)
	if err != nil {
		return false, err
	}
	sites, err := s.Participants.OfOperation(ctx, r.OperationID)
	if err != nil || !coefficientsNeeded(line, sites, r.Month) {
		return false, err
	}
	sets, err := s.Coefficients.Current(ctx, r.OperationID, []civil.Month{r.Month}, false)
	return err == nil && coefficientsOf(sets).sent() == nil, err
}

// SendLetter mails a reminder. It is the work of a job; coefficients that were sent since
// need none. Errors: those of the mail.
func (s *Service) SendLetter(ctx context.Context, l Letter) error {
	wanted, err := s.unsent(ctx, l.Reminder)
	if err != nil || !wanted {
		return err
	}
	o, err := s.Operations.ByID(ctx, l.OperationID)
	if err != nil {
		return err
	}
	return s.Mail.SendReminder(ctx, ReminderText{Letter: l, Operation: o.Name, Deadline: deadline(l.Month, s.DeadlineDay)})
}

// RecordStep adds a state to a set. Errors: forbidden, notFound, coefficients.state,
// coefficients.outdated, coefficients.invoiced, date.future, field.tooLong.
func (s *Service) RecordStep(ctx context.Context, p policy.Principal, in StepInput) (CoefficientSet, error) {
	if err := s.Guard.Operation(ctx, p, updateCoefficients, in.OperationID); err != nil {
		return CoefficientSet{}, err
	}
	var stored CoefficientSet
	change := p.Change(updateCoefficients, in.OperationID, "coefficients", in.SetID)
	change.Details = map[string]any{"status": string(in.Status)}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, in.OperationID)
		if err != nil {
			return err
		}
		set, err := s.Coefficients.ByID(ctx, in.OperationID, in.SetID, true)
		if err != nil {
			return err
		}
		if err := set.next(in.Status); err != nil {
			return err
		}
		if set.Outdated, err = s.outdated(ctx, set); err != nil {
			return err
		}
		if in.Status == CoefficientsSent && len(set.Outdated) > 0 {
			if !in.AcceptOutdated {
				return allocation.ErrCoefficientsOutdated.With("inputs", words(set.Outdated))
			}
			change.Details["outdated"] = words(set.Outdated)
		}
		today := o.Zone().DateOf(s.Now())
		e := CoefficientEvent{Status: in.Status, Day: today, At: s.Now().UTC(), AuthorID: p.UserID, Note: strings.TrimSpace(in.Note)}
		if in.Day != nil {
			e.Day = *in.Day
		}
		if e.Day > today {
			return allocation.ErrFuture
		}
		set.History = append(set.History, e)
		if stored = set; !stored.open() {
			stored.Outdated = nil
		}
		return s.applyAgain(ctx, o, set.Month, func() error { return s.Coefficients.AddEvent(ctx, in.OperationID, in.SetID, e) })
	})
	if err != nil {
		return CoefficientSet{}, err
	}
	return s.tell(ctx, stored)
}

// applyAgain makes a change of the coefficients of a month and, where the operator then
// has others of each producer than before, has it found again who had what from whom. In a
// month that is invoiced that is refused. Error: coefficients.invoiced.
func (s *Service) applyAgain(ctx context.Context, o operation.Operation, m civil.Month, change func() error) error {
	has := func() (setID id.ID, full bool, err error) {
		sets, err := s.Coefficients.Current(ctx, o.ID, []civil.Month{m}, false)
		if sent := coefficientsOf(sets).sent(); sent != nil {
			return sent.ID, sent.Mode == FullCoefficients, err
		}
		return "", false, err
	}
	before, fullBefore, err := has()
	if err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	now, full, err := has()
	if err != nil || now == before || !full && !fullBefore || o.DSO.Capabilities().AllocatesHere {
		return err
	}
	if s.Invoices != nil {
		invoiced, err := s.Invoices.Invoiced(ctx, o.ID, m)
		if err != nil {
			return err
		}
		if invoiced {
			return allocation.ErrCoefficientsInvoiced.With("month", m.String())
		}
	}
	return event.Publish(ctx, s.Events, allocation.CoefficientsApplied{OperationID: o.ID, From: m.First()})
}

// outdated is what changed since a set was made, while that matters.
func (s *Service) outdated(ctx context.Context, set CoefficientSet) ([]Input, error) {
	if !set.open() {
		return nil, nil
	}
	_, line, err := s.Key.Timeline(ctx, set.OperationID)
	if err != nil {
		return nil, err
	}
	one := []CoefficientSet{set}
	err = s.markOutdated(ctx, set.OperationID, line, one)
	return one[0].Outdated, err
}

// markOutdated tells of each set what changed since it was made. The curves of a month
// are read only where one of its sets is open.
func (s *Service) markOutdated(ctx context.Context, operationID id.ID, line allocation.Timeline, sets []CoefficientSet) error {
	all, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return err
	}
	curves := map[civil.Month][]byte{}
	for i := range sets {
		set := &sets[i]
		if !set.open() {
			continue
		}
		now := Inputs{Key: keyInput(line.Spans(set.Month.Range())), Sites: siteInput(all, set.Month)}
		if set.Inputs.Curves != nil {
			if curves[set.Month] == nil {
				energies, err := s.Energies.MonthEnergies(ctx, operationID, set.Month)
				if err != nil {
					return err
				}
				curves[set.Month] = curveInput(energies)
			}
			now.Curves = curves[set.Month]
		}
		set.Outdated = set.Inputs.changed(now)
	}
	return nil
}

// siteInput names who takes part in a month.
func (s *Service) siteInput(ctx context.Context, operationID id.ID, m civil.Month) ([]byte, error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	return siteInput(all, m), err
}

// StepInput is what became of a set. No day is today.
type StepInput struct {
	OperationID, SetID id.ID
	Status             CoefficientStatus
	Day                *civil.Date
	Note               string
	// AcceptOutdated records that a set was sent although its inputs have changed since it
	// was made.
	AcceptOutdated bool
}

// words are inputs as the contract spells them.
func words(inputs []Input) []string {
	out := make([]string, len(inputs))
	for i, input := range inputs {
		out[i] = string(input)
	}
	return out
}

// DefaultDeadlineDay is the day of the next month by which coefficients are sent, where
// no setting says otherwise (domain 3.2; the operator's own rule is not public).
const DefaultDeadlineDay = 5

// CheckDays refuses ranges no question may have (decisions 3.1). Errors:
// range.reversed, range.tooLong.
func CheckDays(r civil.Range) error {
	if r.IsEmpty() {
		return civil.ErrReversed.With("from", r.From.String()).With("to", r.Last().String()).At("dateFrom")
	}
	if err := r.AtMost(maxMonths); err != nil {
		return civil.ErrTooLong.With("months", maxMonths).At("dateTo")
	}
	return nil
}

// maxMonths is the longest range a question may have (specification section 5).
const maxMonths = 12

// MonthsOf are those that some days touch.
func MonthsOf(days civil.Range) (months []civil.Month) {
	for m := civil.MonthOf(days.From); m <= civil.MonthOf(days.Last()); m++ {
		months = append(months, m)
	}
	return months
}
