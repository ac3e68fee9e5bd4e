// Package history tells what became of a thing: who changed it, when and how, newest first,
// as the audit trail has it (ADR 0003, ADR 0040).
//
// Owns: the words of what was done, who reads which lines, and whose names they show. Does
// not own: the lines, which each change writes with itself (package tx), or the right to
// read a thing, which is that of its own context.
//
// Meanings of time: a line is of the instant at which its change was stored.
package history
