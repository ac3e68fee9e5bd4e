// Package secondfactor is the code that somebody reads on a device of their own and types after the
// password: a time code as in RFC 6238, or one of ten recovery codes when the device is lost.
//
// Owns: the secret behind the codes, which step was used last, recovery codes. Does not own:
// passwords, sessions and the sign-in itself, which asks here (see account.Codes).
package secondfactor
