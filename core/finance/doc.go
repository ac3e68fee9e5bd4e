// Package finance answers what consumers spend and what producers earn of an operation, over time and
// three years ahead (specification section 2).
//
// Owns: amounts assigned to a site or to the operation, what producers get for their surplus, the
// projection. Does not own: invoices and their payment (billing), curves (metering), what suppliers ask
// (economy).
package finance
