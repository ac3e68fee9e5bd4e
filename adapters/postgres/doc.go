// Package postgres keeps everything that pmo remembers in PostgreSQL 15 or newer.
//
// Here is what all stores need: DB, the pool and the transaction runner (InTx), the
// migrations, the audit, COPY, locks, and conversions of ids and days. The stores are
// small types over it, in a package for each context: billingstore.NewPlans(db). Their
// queries stand in <store>/queries, one file a subject, and are generated into
// <store>/internal/sqlcgen.
//
// A store method works in the transaction of its context when there is one (see
// InTx), else on the pool. Errors become faults at this border: see Constraints.
package postgres
