// Package correction finds issued invoices that other curves would have made otherwise, says by how
// much, pair by pair, and does what the organizer decides of them (ADR 77).
//
// Owns: what was found, from which difference on it is offered, the decision. Does not own: how an
// invoice is computed (drafting), credit notes and numbers (publishing), curves (metering). An issued
// invoice never changes: it is taken back by a credit note, and its days are drafted anew.
package correction
