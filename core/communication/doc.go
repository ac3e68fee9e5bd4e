// Package communication writes messages of organizers to the sites and observers of an operation.
//
// Owns: who can be written to and at which address, one mail an address, what became of each.
// Does not own: the frame around the words (Letters), the mail server (core/mail), files that go
// along (core/document).
package communication
