// Package payout pays producers what statements say that they are owed: lists for the bank (pain.001), each
// statement in one that holds at most, and what became of them by what banks tell or people say (ADR 87).
package payout
