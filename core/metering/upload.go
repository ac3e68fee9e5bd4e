package metering

import (
	"context"
	"path"
	"regexp"
	"strings"

	"github.com/openpmo/pmo/core/fault"
)

// checkUpload refuses an upload before a file is kept, in the order of domain 5.5: one
// is running, the number of files, their names.
// Errors: UploadInProgress, InvalidFilesNumber, InvalidFileName.
func (s *Service) checkUpload(ctx context.Context, op Operation, in ImportInput) error {
	want := op.Operator.Capabilities().UploadFiles
	if in.Kind != KindUpload {
		return nil
	}
	live, running, err := s.imports.Live(ctx, op.ID)
	if err != nil {
		return err
	}
	if running {
		return ErrUploadInProgress.With("id", string(live))
	}
	if want == 0 {
		return nil
	}
	if len(in.Files) != want {
		return ErrFilesNumber.With("expected", want).With("received", len(in.Files))
	}
	for _, f := range in.Files {
		if !plainName(f.Name) {
			return ErrFileName.With("fileName", f.Name)
		}
	}
	return nil
}

// plainName tells whether a name has letters without accents, digits, and - _ . only
// (specification section 5).
func plainName(name string) bool {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_.", c)
	}
	return name != "" && strings.IndexFunc(name, func(c rune) bool { return !plain(c) }) < 0
}

// curvesName is CDC_<operation>_<yyyymm>_<seq>, the name of a curve file (domain 4.2).
var curvesName = regexp.MustCompile(`(?i)^CDC_(.+)_\d{6}_\d+\.[a-z]+$`)

// otherFile refuses a file that bears another operation's name, and one that is no part of
// an upload of two, whatever else could be read in it.
func otherFile(kind ImportKind, op Operation, sets []Dataset) *fault.Error {
	for _, set := range sets {
		if of := curvesName.FindStringSubmatch(path.Base(set.FileName)); of != nil && !strings.EqualFold(of[1], op.ExternalID) {
			return ErrOtherOperation.With("fileName", set.FileName).With("operation", op.ExternalID)
		}
	}
	if kind != KindUpload || op.Operator.Capabilities().UploadFiles == 0 {
		return nil
	}
	for _, set := range sets {
		if set.Part == PartNone {
			return ErrUnknownFile.With("fileName", set.FileName)
		}
	}
	return nil
}

// partsOf finds the two files of a Sibelga upload; ok is false when the datasets are of
// another kind, which only a plain import may bring. Error: UnknownFile.
func partsOf(kind ImportKind, op Operation, sets []Dataset) (monthly, quarters Dataset, ok bool, err error) {
	found := map[UploadPart]int{}
	for i, set := range sets {
		_, twice := found[set.Part]
		if set.Part == PartNone || twice {
			if err == nil {
				err = ErrUnknownFile.With("fileName", set.FileName)
			}
			continue
		}
		found[set.Part] = i
	}
	switch {
	case len(found) == 0 && (kind != KindUpload || op.Operator.Capabilities().UploadFiles == 0):
		return monthly, quarters, false, nil
	case err != nil:
		return monthly, quarters, false, err
	case len(found) < 2:
		return monthly, quarters, false, ErrFilesNumber.With("expected", 2).With("received", len(sets))
	}
	return sets[found[PartMonthly]], sets[found[PartQuarters]], true, nil
}

// checkParts looks at the two files of a Sibelga upload together and gives what is to
// be stored. Errors: UnknownFile, InvalidFilesNumber, InconsistentPerimeter,
// InvalidPeriod, IncompleteData.
func (s *Service) checkParts(ctx context.Context, i *Import, op Operation, sites []Site, sets []Dataset, in *intake) ([]Dataset, error) {
	monthly, quarters, ok, err := partsOf(i.Kind, op, sets)
	if err != nil || !ok {
		return sets, err
	}
	c := newPairCheck(op.Operator.Zone(), sites, monthly, quarters)
	if c.others, err = s.perimeter.SitesNumbered(ctx, op.ID, c.strangers()); err != nil {
		return nil, err
	}
	if len(c.months) > 0 {
		if c.before, err = s.registers.Before(ctx, op.ID, c.months[0]); err != nil {
			return nil, err
		}
	}
	pair, warnings, err := c.check()
	in.warnings.add(warnings...)
	in.registers, in.registerMonths = monthly.Registers, c.months
	return pair, err
}

// keepRegisters stores the lines of the monthly file where they differ from what is
// stored, and tells whether they did.
func (c *commit) keepRegisters(ctx context.Context) error {
	c.result.Registers = len(c.in.registers)
	if len(c.in.registerMonths) == 0 {
		return nil
	}
	stored := RegisterMonths{}
	for _, m := range c.in.registerMonths {
		of, err := c.s.registers.List(ctx, c.op.ID, m.Range())
		if err != nil {
			return err
		}
		stored.Volumes = append(stored.Volumes, of.Volumes...)
		stored.Costs = append(stored.Costs, of.Costs...)
	}
	fresh := registerMonths(c.in.registers)
	if fresh.equal(stored) {
		return nil
	}
	c.registersChanged = true
	for _, s := range suspectRegisters(stored.Volumes, fresh.Volumes, c.in.sites, c.suspected.first) {
		c.suspected.add(s)
	}
	if !c.write {
		return nil
	}
	return c.s.registers.Replace(ctx, c.op.ID, c.importID, c.in.registerMonths, fresh)
}

// personIn names a participant in a refusal or a warning, beside its number.
func personIn(dsoID string, s Site) map[string]any {
	who := map[string]any{"ean": dsoID}
	if !s.ParticipantID.IsZero() {
		who["name"], who["participantId"] = s.Name, string(s.ParticipantID)
		if !s.Period.IsEmpty() {
			who["entryDate"] = s.Period.From.String()
			if !s.Period.IsOpen() {
				who["exitDate"] = s.Period.Last().String()
			}
		}
	}
	return who
}
