// Package billingstore keeps what billing agrees on: issuers, clients, plans, subscriptions, numbers and claims to them.
package billingstore
