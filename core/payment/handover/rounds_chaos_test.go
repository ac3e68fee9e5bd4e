//go:build chaos

package handover_test

const rounds = 100
