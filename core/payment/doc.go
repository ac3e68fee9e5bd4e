// Package payment keeps what SEPA direct debit needs (specification sections 3 and 5, domain 8.7): in
// whose name an issuer collects, and the mandates by which debtors let it collect.
//
// It knows billing, and billing never knows it: whom an issuer may collect from is a port
// of billing (Mandates) that the store of mandates answers.
package payment
