// Package allocation holds the allocation key of each operation: the rule that shares
// its production among its consumers, and from which day each version of it holds.
//
// Owns: versions of the key with their parameters, which one is in force on a day,
// what may be set from when, the coefficients that the operator is sent each month with
// what became of them, and who is reminded of them. Does not own: the arithmetic of a
// key (share) and of coefficients (coefficient), the curves they are applied to and what
// comes out (metering), who takes part (participant).
//
// Meaning of time: a version holds from the start of its effective day, in the
// operator's zone, until the effective day of a later version. Of two with the same
// day the one made last holds. The first version holds on every day that no other has
// begun by, also before its own, so that each day has a key.
//
// A version never changes. Every operation has by_default, the rule of the law, from
// its creation: the version that says so is stored in the transaction that first reads
// or writes the key of the operation, as version 1, with the day the operation was
// created and no author.
//
// A draft is a key in work: it holds on no day, may be incomplete, and is gone once it
// was put in force. Seasons cut the year into parts that may each have versions of
// their own; a part without one has that of the whole year (domain 2.4).
package allocation
