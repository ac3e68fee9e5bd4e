// Package backoffice reads the lists of the back-office: rows of anything, sorted,
// filtered and cut into pages.
//
// Owns: which lists there are, who may read them, and which of their fields may be
// sorted and filtered by. Does not own: what a row says (the contract's schema) and
// any change, which is a use case of the context that owns the object.
package backoffice
