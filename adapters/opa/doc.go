// Package opa answers policy questions with the Open Policy Agent, in process. The
// rules and the matrix of roles are in /policies; nothing is decided here.
package opa
