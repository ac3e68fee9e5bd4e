// Package trial says what prices would have billed: of a plan, or of prices that nobody has yet, over
// months that were measured, and what a price change means for who pays (ADR 92).
package trial
