package drop

import (
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// settleTime is how long a dropped file must have been left alone: it may still be
// written before.
const settleTime = time.Minute

// verified refuses, at its end, a content that is no longer the one looked into.
type verified struct {
	io.ReadCloser
	sum  hash.Hash
	file TakenFile
}

func (v *verified) Read(p []byte) (int, error) {
	n, err := v.ReadCloser.Read(p)
	v.sum.Write(p[:n])
	switch {
	case err == nil:
		return n, nil
	case !errors.Is(err, io.EOF):
		return n, ErrUnreadable.With("fileName", v.file.Name).Because(err)
	case hex.EncodeToString(v.sum.Sum(nil)) != v.file.SHA256:
		return n, ErrChanging.With("fileName", v.file.Name)
	}
	return n, err
}

// mostPartners is how many files, the newest ones, are looked into for the other part of
// a set.
const mostPartners = 24

// leaf is a file of a drop that is one part of a set of two, or none.
type leaf struct {
	file   TakenFile
	known  bool // its content is what is stored
	part   curvefile.UploadPart
	months []civil.Month
}

// fits reports whether two files make a set: one of each part, of the same months. The
// quarters may have more months; what the monthly file has not is left out.
func (l leaf) fits(o leaf) bool {
	if l.part == curvefile.PartNone || o.part == curvefile.PartNone || l.part == o.part {
		return false
	}
	monthly, quarters := l, o
	if l.part == curvefile.PartQuarters {
		monthly, quarters = o, l
	}
	return len(monthly.months) > 0 && !slices.ContainsFunc(monthly.months, func(m civil.Month) bool { return !slices.Contains(quarters.months, m) })
}

func filesOf(set []leaf) (files []TakenFile) {
	for _, l := range set {
		files = append(files, l.file)
	}
	return files
}

// partner is the newest file that makes a set with one.
func partner(one leaf, all []File, at func(File) (leaf, bool)) (leaf, bool) {
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
