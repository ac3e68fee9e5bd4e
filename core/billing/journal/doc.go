// Package journal is the accountant's part of billing: by which accounts a legal seller books its
// invoices and what it owes to producers, its journal over all its operations, what of it was handed over
// already, and the months in which nothing may be dated any more (domain 8.7, ADR 69, ADR 96).
package journal
