// Package coretest is the world in which use cases are tested: one small operation on a
// cloned PostgreSQL with the real stores and the real policy, and what can be done to it in
// a line. Tests of any core package use it from their external test package.
//
// World is the operation with its sites and accounts. Billing adds issuers, clients, plans,
// subscriptions and the services of billing; its energy is a Meter of constant power, or
// the stored curves of Curves. Town is one producer with five consumers, TwoSellers the
// same with a second producer and its customer.
//
// Metering adds the services of metering with files in a folder of the test: a word may
// stand for what a file holds. MeteredTown is one producer with five consumers.
package coretest
