// Package loadcurve computes on curves: energy per step, with what is known of each
// step, and the stored form of a month.
//
// Owns: grids, series, sums and resampling, the chunk codec
// (docs/format/load-curve-chunk.md). Does not own: whose curve it is, its nature and
// origin, when it is definitive (metering), compression and rows (adapters/postgres).
//
// Meaning of time: a grid begins at an instant in UTC and goes on in elapsed time, so
// a day may have 92 or 100 quarters. A value belongs to the step that begins at its
// instant. A gap is a point of quality Missing; the zero in its place means nothing.
//
// Functions take the destination first and reuse its memory.
package loadcurve
