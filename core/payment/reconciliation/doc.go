// Package reconciliation takes what banks tell: each line once, matched with invoices where that is
// sure. What is not is open, with proposals, and settled by hand or set aside (ADR 0073).
package reconciliation
