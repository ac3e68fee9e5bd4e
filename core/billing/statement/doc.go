// Package statement says what producers are owed for the energy that they shared, where the operation
// sells it to consumers (Brussels): drafted by what the operator says was shared and by the plan of a
// producer's subscription, published under a number, drawn, and sent. Where the producer is liable for
// VAT the statement is an invoice of its own, which the operation writes for it (ADR 87).
//
// A statement is what the seller of the operation owes. It is no invoice of a client and stands with
// none of them: neither in what clients owe nor in the journal of sales. Who pays it is core/payment/payout.
package statement
