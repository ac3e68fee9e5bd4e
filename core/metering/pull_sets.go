package metering

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// mostPartners is how many files, the newest ones, are looked into for the other part of
// a set.
const mostPartners = 24

// leaf is a file of a drop that is one part of a set of two, or none.
type leaf struct {
	file   TakenFile
	known  bool // its content is what is stored
	part   UploadPart
	months []civil.Month
}

// fits tells whether two files make a set: one of each part, of the same months. The
// quarters may have more months; what the monthly file has not is left out.
func (l leaf) fits(o leaf) bool {
	if l.part == PartNone || o.part == PartNone || l.part == o.part {
		return false
	}
	monthly, quarters := l, o
	if l.part == PartQuarters {
		monthly, quarters = o, l
	}
	return len(monthly.months) > 0 && !slices.ContainsFunc(monthly.months, func(m civil.Month) bool { return !slices.Contains(quarters.months, m) })
}

// takeSet starts the import of the next two files that belong together by what is in
// them: a corrected file goes with the other one as it was. A file that is no part is
// taken alone, so that its refusal is on the list of imports; a part without the other
// one waits.
func (s *Service) takeSet(ctx context.Context, l *looking, d Drop, fresh, all []DroppedFile) (took, more bool, err error) {
	o := l.of
	var failed []error
	leaves := map[DroppedFile]leaf{}
	at := func(f DroppedFile) (leaf, bool) {
		one, ok := leaves[f.comparable()]
		if ok {
			return one, one.file.SHA256 != ""
		}
		one, err := s.leafOf(ctx, o, d, f)
		if err != nil {
			failed = append(failed, l.met(d, f, err))
			one = leaf{}
		}
		leaves[f.comparable()] = one
		return one, err == nil
	}
	for n, f := range fresh {
		one, ok := at(f)
		if !ok {
			continue
		}
		set := []leaf{one}
		if one.part != PartNone {
			other, ok := partner(one, all, at)
			if !ok {
				l.waits(d, f, ErrDropPart)
				continue
			}
			set = append(set, other)
		}
		if !slices.ContainsFunc(set, func(l leaf) bool { return !l.known }) {
			failed = append(failed, s.remember(ctx, o, one.file))
			continue
		}
		files := filesOf(set)
		more := slices.ContainsFunc(fresh[n+1:], func(f DroppedFile) bool {
			return !slices.ContainsFunc(files, func(t TakenFile) bool { return t.DroppedFile.Name == f.Name })
		})
		err := s.startTaken(ctx, o, d, files)
		if why := fault.From(err); why != nil && isDropFault(why) {
			failed = append(failed, l.met(d, f, err))
			continue
		}
		return err == nil, more, errors.Join(append(failed, err)...)
	}
	return false, false, errors.Join(failed...)
}

func filesOf(set []leaf) (files []TakenFile) {
	for _, l := range set {
		files = append(files, l.file)
	}
	return files
}

// partner is the newest file that makes a set with one.
func partner(one leaf, all []DroppedFile, at func(DroppedFile) (leaf, bool)) (leaf, bool) {
	looked := 0
	for _, f := range slices.Backward(all) {
		if f.Name == one.file.Name {
			continue
		}
		if looked++; looked > mostPartners {
			break
		}
		if other, ok := at(f); ok && one.fits(other) {
			return other, true
		}
	}
	return leaf{}, false
}

// leafOf looks into a file. One that no reader takes is no part of a set.
func (s *Service) leafOf(ctx context.Context, o Listed, d Drop, f DroppedFile) (leaf, error) {
	one, known, err := s.lookInto(ctx, o, d, f)
	if err != nil || one.Size > maxFileBytes {
		return leaf{file: one, known: known}, err
	}
	zone := o.Operator.Zone()
	sets, err := s.reader.Read(ctx, f.Name, one.Size, func() (io.ReadCloser, error) { return d.Open(ctx, o.ExternalID, f.Name) }, zone)
	if bad := fault.From(err); err != nil && (bad == nil || bad.Kind == fault.Internal) {
		return leaf{}, ErrDropUnreadable.With("fileName", f.Name).Because(err)
	}
	l := leaf{file: one, known: known}
	if err == nil && len(sets) == 1 {
		l.part, l.months = sets[0].Part, sets[0].months(zone)
	}
	return l, nil
}

// months are those that a file is of, ascending.
func (d Dataset) months(zone civil.Zone) []civil.Month {
	found := map[civil.Month]bool{}
	for _, r := range d.Registers {
		found[r.Month()] = true
	}
	for _, r := range d.Readings {
		for _, run := range r.Runs {
			end := run.Start + int64(len(run.Values))*int64(run.Step) - 1
			from, to := zone.DateOf(time.Unix(run.Start, 0)), zone.DateOf(time.Unix(end, 0))
			for _, m := range civil.MonthsOf(civil.Range{From: from, To: to + 1}) {
				found[m] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}
