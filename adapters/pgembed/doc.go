// Package pgembed runs a private PostgreSQL beside the program that asks for it,
// so that a first start needs no database of its own to be installed.
//
// The server is not linked in: its programs come from an npm package, from the
// system, or from PMO_PG_TREE (see FindTree). A second process of the same binary,
// the supervisor, holds the lock of the data folder, makes the cluster, starts
// PostgreSQL and stops it when its standard input ends. That happens whenever the
// program that started it is gone, even killed, on every system alike.
//
// Every program that calls Start must call MaybeSupervise first thing in main.
//
// PostgreSQL listens on 127.0.0.1 only, on a free port, with a random password
// that is kept in a file of mode 0600. It refuses to run as root; Start as root
// works by a user namespace, or else by another user (see rootMode).
package pgembed
