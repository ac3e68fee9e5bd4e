// Package postgres keeps everything that pmo remembers in PostgreSQL 15 or newer.
//
// DB is the pool and the transaction runner; each store is a small type over it
// (NewPlans(db)), in a file <context>_<noun>.go. Queries are written in
// queries/<context>.sql and generated into internal/sqlcgen; conversions between
// rows and the core stand in mapping_<context>.go.
//
// A store method works in the transaction of its context when there is one (see
// InTx), else on the pool. Errors become faults at this border: see translate.
package postgres
