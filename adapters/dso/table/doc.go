// Package table reads curve files of layouts that nobody wrote down, as studies, homes
// and inverters make them: a table with times in one column or two and values in
// others. What the columns are, is seen from their content and their headings. What
// cannot be seen is asked, never guessed: a file with an open question gives an
// understanding and no readings.
//
// Meaning of time: labels are the start or the end of a step, as first and last label
// tell, else as somebody answers. Labels off the grid go to the nearest step, and a
// note says so. Energy is rounded once, per cell, half to even.
package table
