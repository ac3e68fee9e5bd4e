// Package alert says what somebody should look at: facts that rules find in what other contexts
// know, each with its cause, what it costs and what mends it (ADR 53).
//
// Owns: that a fact is one alert from when it is found until it is gone, thresholds, what is muted,
// who has read what. Does not own: the facts; a rule (package rule, or any context above) asks for
// them. Mails are in package digest.
package alert
