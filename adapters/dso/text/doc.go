// Package text reads curve files that are text: lines of fields, each line the value
// of one site at one time. The layouts that use it say what a line means; here are
// lines, fields, numbers, times and the collecting of values into runs.
//
// It is made for speed, since reading is the largest part of an import. In such files
// nearly everything on a line was on an earlier line too: the site, the nature, the
// unit, the status. So a line is taken as three stretches of text around its time and
// its value, and what the stretches mean is worked out once (Shape). A line whose
// stretches were seen before costs a comparison, a time and a number.
package text
