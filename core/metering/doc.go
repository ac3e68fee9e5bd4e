// Package metering keeps the load curves of an operation's sites and answers what was
// consumed, produced and shared.
//
// Owns: curves and their import, readings of whole periods that check them, when a value
// is definitive, sums of the operation and of each participant, producer × consumer
// energy, metrics, distribution. Does not own: who takes part and when (participant),
// the allocation key (allocation), what is owed (billing), the layout of operators'
// files (adapters/dso), the arithmetic of one curve (loadcurve).
//
// Meanings of time. A curve belongs to a site's number (PRM or EAN) and is kept by
// civil month of the operator's zone; a participant has the part of it that lies within
// the days of its activation, so that a change of occupant moves no curve. A value
// belongs to the step that begins at its instant (UTC). Ranges of days are half-open.
// A gap is never zero: sums say which days they are whole for.
//
// Two kinds of rows hold the same truth. Series months are what operators sent, one
// curve each. Rollups are the sums of an operation month, rebuilt from the series in
// the transaction that changed one of them; dashboards and bill runs read rollups only.
package metering
