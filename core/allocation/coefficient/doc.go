// Package coefficient turns allocated energy into what the operator is sent: for each
// step the part of the production that each site is to receive, in percent (domain 3.2,
// domain 6.4). It also gives the energy that coefficients make when the operator
// applies them.
//
// Owns: the rounding of coefficients, the content of a coefficient file, its checks and
// comparisons. Does not own: the text of a file (adapters/dso/enedis), who shares by
// which key (allocation), the sharing itself (share), where a set is with the operator.
//
// Units. A coefficient is an int32 in units of 10^-k percent, k the decimals of the
// setting; the whole, 100 percent, is 10^(k+2) units.
//
// Meaning of time: a set covers whole civil days of the operator's zone; its steps are
// elapsed time from the start of the first day, so that a day has 92, 96 or 100 quarters.
// A value that a file lacks is Missing, never zero.
package coefficient
