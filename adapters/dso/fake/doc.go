// Package fake plays the distribution system operator FAKE: it makes up the curves that
// the meters of an operation would give, for demonstrations and tests (domain 4.3).
//
// Everything follows from the operation, a seed and the number of the site: the same
// day has the same values in every call and on every machine, whatever range is asked
// for. Consumers are households and small businesses with the habits of their hours,
// days and seasons; producers are solar, all under the same clouds. What consumers
// share is not made up here: FAKE publishes it by the operation's key when the curves
// arrive (package metering).
//
// It writes what it knows as the files of French operators (Files, WritePerim), with the
// trouble that real ones have (Switch).
//
// Meaning of time: days are civil days of the operator's zone, with 92 or 100 quarters
// when the clock changes. Values are mean power in whole watts over a quarter.
package fake
