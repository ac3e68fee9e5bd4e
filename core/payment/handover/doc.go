// Package handover hands orders to the bank's own client (ADR 89): a file is laid into a folder, here or
// on an SFTP server, once, with a receipt; and what the bank lays back there is taken in.
//
// Owns: where a file stands, that it is laid down once, what became of files that came back. Does not
// own: orders (package collection), what files from banks say (package reconciliation), how folders
// are reached (adapters/place).
package handover
