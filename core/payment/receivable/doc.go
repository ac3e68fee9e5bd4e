// Package receivable says what clients owe: what should have been paid and is not, what each of them
// owes in all, and the account of one line by line. It changes nothing.
package receivable
