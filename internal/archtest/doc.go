// Package archtest holds the tests that keep the house in order: who may import
// whom, which error keys exist, that every rule of the specification has its place.
package archtest
