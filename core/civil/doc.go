// Package civil counts days and months as people do, apart from instants.
//
// Owns: days, half-open ranges of days, months, and the two zones that turn a day
// into instants. Does not own: the rules that say which day matters.
//
// Meanings of time. A Date belongs to no zone; a Zone gives its first instant.
// Ranges are half-open here; on the wire both ends are included, and only the
// convert files of adapters/httpapi turn one into the other (domain 2.5). A day
// has 92, 96 or 100 quarters: nothing here adds 24 hours.
package civil
