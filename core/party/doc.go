// Package party holds what is true of any person or company: address, legal and tax
// numbers, bank details, VAT regime, sort of entity.
//
// Owns: these value types and their checks. Does not own: who the persons are and
// what they do (account, participant, billing, payment), encryption of bank details
// (adapters/postgres). There is no time here: what changes with dates (VAT rates,
// legal texts) is dated data of billing; the rates here are proposals.
//
// Numbers are stored compact and in capitals, as Parse functions return them.
package party
