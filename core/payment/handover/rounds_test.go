//go:build !chaos

package handover_test

// rounds of being killed; make chaos has a hundred.
const rounds = 8
