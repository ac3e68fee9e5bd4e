package allocation

import (
	"context"
	"io"
	"slices"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// NamedFile is a received coefficient file.
type NamedFile struct {
	Name    string
	Content io.Reader
}

// ImportCoefficientsInput is coefficient files made elsewhere; dry run only checks.
type ImportCoefficientsInput struct {
	OperationID id.ID
	Files       []NamedFile
	DryRun      bool
}

// ImportCoefficients takes in the files of one month or several. They are what the key
// simple_dynamic shares by, and may be sent on. Errors: forbidden, notFound,
// featureNotAvailable, coefficients.wholeMonth, coefficients.otherOperation,
// coefficients.invoiced, coefficients.invalid with items, those of the files.
func (s *Service) ImportCoefficients(ctx context.Context, p policy.Principal, in ImportCoefficientsInput) ([]CoefficientSet, error) {
	if err := s.Guard.Operation(ctx, p, createCoefficients, in.OperationID); err != nil {
		return nil, err
	}
	o, line, err := s.timeline(ctx, in.OperationID)
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
			return nil, ErrCoefficientDays.With("fileName", f.Name)
		case set.Operation != "" && set.Operation != o.ExternalID:
			return nil, ErrCoefficientOperation.With("fileName", f.Name).With("value", set.Operation)
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
func (s *Service) keepInvoiced(ctx context.Context, o operation.Operation, line Timeline, sets []coefficient.Set) error {
	m := civil.MonthOf(sets[0].Days.From)
	byThem := slices.ContainsFunc(line.Spans(m.Range()), func(span Span) bool { return span.Key.Type == SimpleDynamic })
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
		return ErrCoefficientsInvoiced.With("month", m.String())
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

// CoefficientCheck is files beside the set they should be.
type CoefficientCheck struct {
	Rows        int
	Differences int // cells that differ
	// Energy is between what the files give, applied, and what the set gives; nil when
	// not all files were given.
	Energy *energy.MilliWh
	Errors []*fault.Error // of the files themselves
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
			out.Errors = append(out.Errors, ErrCoefficientOperation.With("fileName", f.Name).With("value", got.Operation))
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

// compare counts the cells of one file that differ from its twin in the set.
func (c *CoefficientCheck) compare(name string, set CoefficientSet, got coefficient.Set) {
	i := slices.IndexFunc(set.Files, func(f CoefficientFile) bool { return f.Producer == got.Producer })
	if i < 0 {
		c.Errors = append(c.Errors, coefficient.ErrProducerUnknown.With("value", got.Producer).With("fileName", name))
		return
	}
	differences, err := coefficient.Compare(set.Files[i].Set, got)
	if err != nil {
		c.Errors = append(c.Errors, ErrCoefficientDays.With("fileName", name))
		return
	}
	c.Differences += coefficient.Changed(differences)
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
	here, err := energies.applied(set.Sets())
	if err != nil {
		return err
	}
	there, err := energies.applied(read)
	if err != nil {
		return err
	}
	gap, err := coefficient.Loss(there, here)
	out.Energy = &gap
	return err
}
