package ingest

import (
	"path"
	"regexp"
	"strings"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// plainName reports whether a name has letters without accents, digits, and - _ . only
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
func otherFile(kind ImportKind, op metering.Operation, sets []curvefile.Dataset) *fault.Error {
	for _, set := range sets {
		if of := curvesName.FindStringSubmatch(path.Base(set.FileName)); of != nil && !strings.EqualFold(of[1], op.ExternalID) {
			return metering.ErrOtherOperation.With("fileName", set.FileName).With("operation", op.ExternalID)
		}
	}
	if kind != KindUpload || op.Operator.Capabilities().UploadFiles == 0 {
		return nil
	}
	for _, set := range sets {
		if set.Part == curvefile.PartNone {
			return metering.ErrUnknownFile.With("fileName", set.FileName)
		}
	}
	return nil
}

// partsOf finds the two files of a Sibelga upload; ok is false when the datasets are of
// another kind, which only a plain import may bring. Error: UnknownFile.
func partsOf(kind ImportKind, op metering.Operation, sets []curvefile.Dataset) (monthly, quarters curvefile.Dataset, ok bool, err error) {
	found := map[curvefile.UploadPart]int{}
	for i, set := range sets {
		_, twice := found[set.Part]
		if set.Part == curvefile.PartNone || twice {
			if err == nil {
				err = metering.ErrUnknownFile.With("fileName", set.FileName)
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
		return monthly, quarters, false, metering.ErrFilesNumber.With("expected", 2).With("received", len(sets))
	}
	return sets[found[curvefile.PartMonthly]], sets[found[curvefile.PartQuarters]], true, nil
}
