// Package preparation makes sets of coefficients from curves and keys, or from files that were made
// elsewhere, and compares files with a set.
package preparation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/applied"
	"github.com/openpmo/pmo/core/allocation/coefficientset/submission"
	"github.com/openpmo/pmo/core/allocation/timeline"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with.
type Deps struct {
	Guard        policy.Guard
	Now          func() time.Time
	Coefficients coefficientset.CoefficientSets
	Energies     allocation.Energies
	Files        coefficientset.CoefficientFiles
	Operations   allocation.Operations
	Participants allocation.Participants
	Timeline     *timeline.Service
	Applied      *applied.Service
	Submission   *submission.Service
}

// Service is the use cases of making coefficients.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// CreateInput asks for the coefficients of a month. Mode "" = as the key
// needs it.
type CreateInput struct {
	OperationID id.ID
	Month       civil.Month
	Mode        coefficientset.CoefficientMode
	Setting     coefficient.Setting
}

// Create makes and checks the coefficients of a month from the stored
// curves and the keys in force. An earlier set of the month is superseded, but for one
// that the operator has. Errors: forbidden, notFound, featureNotAvailable, coefficients.notNeeded, coefficients.mode,
// coefficients.invalid with what is missing.
func (s *Service) Create(ctx context.Context, p policy.Principal, in CreateInput) (coefficientset.CoefficientSet, error) {
	if err := s.Guard.Operation(ctx, p, coefficientset.CreatePermission, in.OperationID); err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	o, line, err := s.Timeline.Sender(ctx, in.OperationID)
	if err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	if err := in.Setting.Check(); err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	// What is read later than what is made would say that nothing changed in between.
	sites, err := s.siteInput(ctx, o.ID, in.Month)
	if err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	spans, err := s.Applied.WithSets(ctx, o, line.Spans(in.Month.Range()))
	if err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	set := coefficientset.CoefficientSet{OperationID: o.ID, ID: id.New(), Month: in.Month, Setting: in.Setting, AuthorID: p.UserID, CreatedAt: s.Now().UTC()}
	if set.Mode, err = modeOf(spans, in.Mode); err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	set.Inputs = coefficientset.Inputs{Key: coefficientset.HashKeys(line.Spans(in.Month.Range())), Sites: sites}
	for _, span := range spans {
		set.ConfigVersions = append(set.ConfigVersions, span.Key.Version)
	}
	if err := s.make(ctx, o, spans, &set); err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	stored, err := s.Submission.Store(ctx, p, o, set)
	if err != nil {
		return coefficientset.CoefficientSet{}, err
	}
	return stored[0], nil
}

// modeOf is the mode of a month: full when a key shares the production of each
// producer apart.
func modeOf(spans []allocation.Span, wanted coefficientset.CoefficientMode) (coefficientset.CoefficientMode, error) {
	mode, needed := coefficientset.SimpleCoefficients, false
	for _, span := range spans {
		needed = needed || span.Key.Type.NeedsCoefficients()
		if span.Key.Type.ByPair() || len(span.Sets) > 0 && span.Sets[0].Producer != "" {
			mode = coefficientset.FullCoefficients
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
func (s *Service) make(ctx context.Context, o operation.Operation, spans []allocation.Span, set *coefficientset.CoefficientSet) error {
	energies, err := s.Energies.MonthEnergies(ctx, o.ID, set.Month)
	if err != nil {
		return err
	}
	if err := coefficientset.Complete(energies, o.Zone()); err != nil {
		return err
	}
	set.Inputs.Curves = coefficientset.HashCurves(energies)
	shared, err := coefficientset.Allocate(energies, spans, set.Mode)
	if err != nil {
		return err
	}
	// A month whose key is coefficients has them: rounding them again would only lose.
	sets := spans[0].Sets
	if len(spans) > 1 || len(sets) == 0 {
		if sets, err = coefficientset.SetsOf(energies, shared, o.ExternalID, o.Zone(), set.Setting); err != nil {
			return err
		}
	}
	set.Setting.Decimals = sets[0].Decimals
	if err := coefficientset.CheckSets(energies, sets); err != nil {
		return err
	}
	applied, err := coefficientset.Applied(energies, sets)
	if err != nil {
		return err
	}
	if set.Loss, err = coefficient.Loss(shared.Shared, applied); err != nil {
		return err
	}
	return s.addFiles(set, o, sets)
}

func (s *Service) addFiles(set *coefficientset.CoefficientSet, o operation.Operation, sets []coefficient.Set) error {
	for _, content := range sets {
		content.Operation = o.ExternalID
		sum := sha256.New()
		if err := s.Files.Write(sum, content); err != nil {
			return err
		}
		set.Files = append(set.Files, coefficientset.CoefficientFile{Set: content, Name: s.Files.FileName(content), SHA256: hex.EncodeToString(sum.Sum(nil))})
	}
	return nil
}

// Write writes a file of a set as the operator wants it. Errors: forbidden,
// notFound.
func (s *Service) Write(ctx context.Context, p policy.Principal, operationID, setID id.ID, name string, w io.Writer) error {
	if err := s.Guard.Operation(ctx, p, coefficientset.ReadPermission, operationID); err != nil {
		return err
	}
	set, err := s.Coefficients.ByID(ctx, operationID, setID, true)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(set.Files, func(f coefficientset.CoefficientFile) bool { return f.Name == name })
	if i < 0 {
		return allocation.ErrCoefficientsNotFound
	}
	return s.Files.Write(w, set.Files[i].Set)
}

// Import takes in the files of one month or several. They are what the key
// simple_dynamic shares by, and may be sent on. Errors: forbidden, notFound,
// featureNotAvailable, coefficients.wholeMonth, coefficients.otherOperation,
// coefficients.invoiced, coefficients.invalid with items, those of the files.
func (s *Service) Import(ctx context.Context, p policy.Principal, in ImportInput) ([]coefficientset.CoefficientSet, error) {
	if err := s.Guard.Operation(ctx, p, coefficientset.CreatePermission, in.OperationID); err != nil {
		return nil, err
	}
	o, line, err := s.Timeline.Of(ctx, in.OperationID)
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
	var sets []coefficientset.CoefficientSet
	for _, m := range months {
		if err := s.Submission.KeepInvoiced(ctx, o, line, m); err != nil {
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
	return s.Submission.Store(ctx, p, o, sets...)
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

// importMonth checks the files of one month against the sites that take part.
func (s *Service) importMonth(ctx context.Context, p policy.Principal, o operation.Operation, sets []coefficient.Set) (coefficientset.CoefficientSet, error) {
	month := civil.MonthOf(sets[0].Days.From)
	set := coefficientset.CoefficientSet{OperationID: o.ID, ID: id.New(), Month: month, Mode: coefficientset.SimpleCoefficients, Imported: true, AuthorID: p.UserID, CreatedAt: s.Now().UTC(),
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
		set.Mode = coefficientset.FullCoefficients
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

// Check reads files back and compares them with a set. Errors: forbidden,
// notFound.
func (s *Service) Check(ctx context.Context, p policy.Principal, operationID, setID id.ID, files []NamedFile) (Check, error) {
	if err := s.Guard.Operation(ctx, p, coefficientset.ReadPermission, operationID); err != nil {
		return Check{}, err
	}
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Check{}, err
	}
	set, err := s.Coefficients.ByID(ctx, operationID, setID, true)
	if err != nil {
		return Check{}, err
	}
	var out Check
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
func (s *Service) energyBetween(ctx context.Context, set coefficientset.CoefficientSet, read []coefficient.Set, out *Check) error {
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
	here, err := coefficientset.Applied(energies, set.Sets())
	if err != nil {
		return err
	}
	there, err := coefficientset.Applied(energies, read)
	if err != nil {
		return err
	}
	gap, err := coefficient.Loss(there, here)
	out.Energy = &gap
	return err
}

// siteInput names who takes part in a month.
func (s *Service) siteInput(ctx context.Context, operationID id.ID, m civil.Month) ([]byte, error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	return coefficientset.HashSites(all, m), err
}
