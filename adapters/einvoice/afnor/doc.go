// Package afnor speaks with French platforms by XP Z12-013, versions 1.1 to 1.3: deposits, what became of
// them, messages of the life cycle, the directory, and the calls of platforms (domain 8.9).
//
// It is tolerant in what it reads: values of lists that it does not know are kept as texts, fields that it
// does not know are left alone, and an answer that is no JSON is told by its status. A platform does not
// know an id of ours as one that it takes once only, so that every failure says whether the file may have
// been taken: core asks before it hands anything over again.
package afnor
