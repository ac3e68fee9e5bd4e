// Package report makes the reports that people of an operation take away: of one site for who holds it,
// and of the operation for a council or an assembly, as PDF, by mail and by links that end.
//
// Owns: what a report says, what of it is not known, links to reports. Does not own: the figures
// (metering, economy, finance), how a page looks (Drawer).
package report
