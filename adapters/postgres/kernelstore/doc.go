// Package kernelstore keeps what every context shares: first answers by Idempotency-Key, and the outbox of mails, events, jobs, and which files lie in the object store.
package kernelstore
