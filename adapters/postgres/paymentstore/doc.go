// Package paymentstore keeps creditors and mandates.
package paymentstore
