// Package backofficestore answers the lists of the back-office from whitelisted columns.
package backofficestore
