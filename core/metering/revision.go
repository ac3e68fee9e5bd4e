package metering

import "slices"

// Revision names all that an answer rests on: as long as it is the same, so is the answer.
// It is never empty.
type Revision string

// AnyRevision is whatever there is: who has it has every answer.
const AnyRevision Revision = "*"

// Knows reports whether a caller who has the answers of some revisions has the one of now.
func Knows(known []Revision, now Revision) bool {
	return slices.Contains(known, now) || slices.Contains(known, AnyRevision)
}
