// Package account knows the people who use pmo: how they sign in, what they agreed
// to, and the programs that act for them.
//
// Owns: users, passwords, sessions, API tokens, the terms of use and who accepted
// them, the brake on guessing passwords. Does not own: what a role may do (policy),
// which operations and sites a user has (operation, participant), mails.
//
// Instants: a session is used until ExpiresAt, which moves with use, and never
// beyond its absolute end, MaxSession after CreatedAt. Terms are in force from the
// start of their PublishedOn, in Paris.
package account
