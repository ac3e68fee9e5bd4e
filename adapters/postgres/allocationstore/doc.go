// Package allocationstore keeps allocation keys, their drafts and seasons, coefficients of months, and replays.
package allocationstore
