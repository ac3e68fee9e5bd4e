// Package dso says who the distribution system operators are and what differs
// between them.
//
// Owns: the six operators, their country, zone, capabilities, and the numbers by
// which they know a site (PRM, PADT, EAN) or a place (postal code). Does not own: their files (adapters/dso), which capability an
// operation's functionalities and toggles leave on (operation).
//
// Meaning of time: an operator's zone is the zone of all civil days of its
// operations.
package dso
