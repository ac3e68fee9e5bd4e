// Package economy answers what local energy is worth to a consumer: what the same energy would have
// cost at its supplier's, and what it cost (specification section 5, domain 7).
//
// Owns: contracts of supply as consumers tell them, the regulated tariff by days, the bill check.
// Does not own: curves (metering), what local energy costs (billing).
package economy
