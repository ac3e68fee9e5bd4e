package allocation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

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
	spans, err := s.withSets(ctx, o, line.Spans(in.Month.Range()))
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
func (s *Service) sender(ctx context.Context, operationID id.ID) (operation.Operation, Timeline, error) {
	o, line, err := s.timeline(ctx, operationID)
	if err == nil {
		err = o.Require(operation.FeatureCoefficients)
	}
	return o, line, err
}

// modeOf is the mode of a month: full when a key shares the production of each
// producer apart.
func modeOf(spans []Span, wanted CoefficientMode) (CoefficientMode, error) {
	mode, needed := SimpleCoefficients, false
	for _, span := range spans {
		needed = needed || span.Key.Type.NeedsCoefficients()
		if span.Key.Type.ByPair() || len(span.Sets) > 0 && span.Sets[0].Producer != "" {
			mode = FullCoefficients
		}
	}
	switch kind := string(spans[len(spans)-1].Key.Type); {
	case !needed:
		return "", ErrCoefficientsNotNeeded.With("type", kind)
	case wanted != "" && wanted != mode:
		return "", ErrCoefficientMode.With("type", kind)
	}
	return mode, nil
}

// make fills the files of a set.
func (s *Service) make(ctx context.Context, o operation.Operation, spans []Span, set *CoefficientSet) error {
	energies, err := s.Energies.MonthEnergies(ctx, o.ID, set.Month)
	if err != nil {
		return err
	}
	if err := energies.complete(o.Zone()); err != nil {
		return err
	}
	set.Inputs.Curves = energies.curveInput()
	shared, err := energies.allocate(spans, set.Mode)
	if err != nil {
		return err
	}
	// A month whose key is coefficients has them: rounding them again would only lose.
	sets := spans[0].Sets
	if len(spans) > 1 || len(sets) == 0 {
		if sets, err = energies.coefficients(shared, o.ExternalID, o.Zone(), set.Setting); err != nil {
			return err
		}
	}
	set.Setting.Decimals = sets[0].Decimals
	if err := energies.check(sets); err != nil {
		return err
	}
	applied, err := energies.applied(sets)
	if err != nil {
		return err
	}
	if set.Loss, err = coefficient.Loss(shared.shared, applied); err != nil {
		return err
	}
	return s.addFiles(set, o, sets)
}

// check is what must hold before anything goes to the operator: every step, every site
// that takes part, sums of 100 at most, nobody twice.
func (e MonthEnergies) check(sets []coefficient.Set) error {
	if sets[0].Producer == "" {
		return sets[0].Check(e.numbers())
	}
	var producers []string
	for _, p := range e.Producers {
		if !p.Period.Intersect(e.Month.Range()).IsEmpty() {
			producers = append(producers, p.DsoID)
		}
	}
	return coefficient.CheckFull(sets, e.numbers(), producers)
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
		locked, err := s.Operations.Locked(ctx, o.ID)
		if err != nil {
			return err
		}
		for _, set := range sets {
			if err := s.Coefficients.Add(ctx, set); err != nil {
				return err
			}
			if !set.Imported { // the operator shares by what it is sent
				if err := s.expectAgain(ctx, locked, set.Month.First()); err != nil {
					return err
				}
				continue
			}
			if err := s.shareAgain(ctx, locked, set.Month.First()); err != nil {
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
		return ErrCoefficientsNotFound
	}
	return s.Files.Write(w, set.Files[i].Set)
}
