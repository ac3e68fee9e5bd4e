// Package consent is what participants agree to, what they took back, and what they ask of who
// runs the operation (ADR 70).
//
// Owns: the register of consents, of which no line ever changes; requests of participants and their
// answers. Does not own: what follows from either. A request changes no perimeter, no plan and no
// message by itself: an organizer does that, where it is done, and answers.
package consent

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Bounds.
const (
	MostKept    = 200 // lines of the register, and requests, of a site
	mostListed  = 10_000
	mostProof   = 200
	mostNote    = 500
	mostDaysOff = 366 // a day that is asked for is at most so far from today
)

// Purpose is what a participant agrees to.
type Purpose string

// The purposes.
const (
	Curves   Purpose = "CURVES"   // curves are had of the operator, to share energy and to bill it
	Messages Purpose = "MESSAGES" // who runs the operation writes beside what it has to
)

// Purposes are all of them.
var Purposes = []Purpose{Curves, Messages}

// Version is of the texts that are agreed to; catalogues have the words of each.
type Version string

// Versions are all of them, the one in force last.
var Versions = []Version{"V1"}

// Current is the version in force.
func Current() Version { return Versions[len(Versions)-1] }

// How says where a line comes from.
type How string

// The ways.
const (
	Online   How = "ONLINE"   // the holder of the account said so here
	Recorded How = "RECORDED" // an organizer recorded it, with a proof
)

// Line is one line of the register: it was agreed, or taken back.
type Line struct {
	ID          id.ID
	OperationID id.ID
	SiteID      id.ID
	Purpose     Purpose
	Version     Version
	Given       bool
	On          civil.Date
	How         How
	Proof       string // of a recorded one: where the paper is, who heard it
	RecordedAt  time.Time
	RecordedBy  id.ID
}

// check fills how a line came about, and refuses what does not fit it.
func (l *Line) check(own bool, on *civil.Date, today civil.Date) error {
	if !slices.Contains(Purposes, l.Purpose) {
		return ErrPurpose.With("value", string(l.Purpose))
	}
	if !slices.Contains(Versions, l.Version) || own && l.Version != Current() {
		return ErrVersion.With("current", string(Current()))
	}
	l.How, l.On = Online, today
	if own {
		l.Proof = ""
		return nil
	}
	l.How = Recorded
	if on != nil {
		l.On = *on
	}
	switch {
	case l.On > today:
		return ErrDay
	case l.Proof == "":
		return ErrProof
	case utf8.RuneCountInString(l.Proof) > mostProof:
		return fault.FieldTooLong.With("max", mostProof).At("proof")
	}
	return nil
}

// follows refuses a line that says what stands, or that would come before the last.
func (l Line) follows(before []Line) error {
	if len(before) >= MostKept {
		return ErrTooMany.With("max", MostKept)
	}
	for _, last := range before {
		if last.Purpose != l.Purpose {
			continue
		}
		switch {
		case last.Given == l.Given && (!l.Given || last.Version == l.Version):
			return ErrUnchanged
		case l.On < last.On:
			return ErrDay
		}
		return nil
	}
	if !l.Given {
		return ErrUnchanged
	}
	return nil
}

// State is where a purpose stands, with its lines, newest first.
type State struct {
	Purpose Purpose
	Lines   []Line
}

// Given reports whether the purpose is agreed to now.
func (s State) Given() bool { return len(s.Lines) > 0 && s.Lines[0].Given }

// states puts lines, newest first, below their purposes.
func states(lines []Line) []State {
	out := make([]State, len(Purposes))
	for n, purpose := range Purposes {
		out[n].Purpose = purpose
		for _, line := range lines {
			if line.Purpose == purpose {
				out[n].Lines = append(out[n].Lines, line)
			}
		}
	}
	return out
}

// Rights are what a site agreed to and what it asked.
type Rights struct {
	SiteID   id.ID
	States   []State
	Requests []Request
}
