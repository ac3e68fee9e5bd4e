// Package accountstore keeps accounts: users, sessions, tokens, links, terms, sign-ins and what an account may see.
package accountstore
