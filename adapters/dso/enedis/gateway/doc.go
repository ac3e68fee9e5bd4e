// Package gateway asks Enedis for load curves over HTTP (domain 3.3 d and e) and reads
// what it was answered.
//
// The interface for organizers is not public, so that addresses, paths and names of
// fields are settings; the defaults are those of the metering API. A client signs in
// with OAuth2 client credentials, asks five times a second at most and for at most seven
// whole local days at once, and waits where the service says so.
//
// Meaning of time: a question is about civil days, [start, end). Labels in an answer
// are the end of the step on the clock of the wall, unless the settings say otherwise.
//
// All answers of one pull become one text (document.go), which is kept as a received
// file is: it holds each answer as it came and says by itself how it is to be read, so
// that a later change of the settings does not change what was received.
package gateway
