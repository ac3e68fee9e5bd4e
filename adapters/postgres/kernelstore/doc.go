// Package kernelstore keeps what every context shares: first answers by Idempotency-Key, and the outbox of mails.
package kernelstore
