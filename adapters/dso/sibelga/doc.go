// Package sibelga reads and writes the two files of a Sibelga upload, .csv or .xlsx: the
// monthly one, with volumes by register and network costs, and the quarter-hour one, of
// which there are two generations (domain 5.3, 5.4).
//
// Meaning of time: the days of the monthly file are civil days of Brussels, the end
// excluded. A quarter is named by its start: on the clock of the wall of Brussels in the
// newer generation, in GMT in the older. In the hour that autumn repeats the newer one
// gives each label twice, one beside the other; the first is summer time.
package sibelga
