// Package columns collects the values of curve files in which a line has one time and
// the values of one or more sites: each site is a column, and all share the times. It
// turns columns into runs, in the order of time, once all lines are read.
//
// Meaning of time: a moment is the start of a step. Where a file gives clocks on the
// wall, the hour that autumn repeats has two candidates, and the order of the lines
// tells which is meant (domain 2.3).
package columns
