// Package alertstore keeps alerts, what operations chose for their rules, and who was told.
package alertstore
