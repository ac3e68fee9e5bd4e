// Package enrolment takes somebody into an operation with all that belongs to it: the site, who
// is invoiced for it or issues for it, the account that sees it, the plan it is billed by. It is
// one change: all of it is stored, or nothing.
//
// Owns: what an operation demands of a newcomer, the change of the occupant of a meter, and the
// draft of somebody who has not finished. Does not own: any rule of sites (participant), of
// issuers, clients, plans and subscriptions (billing); each part is stored by its own use case,
// which asks for its own right.
//
// Meanings of time: days are civil, in the operator's zone. A successor enters on the day after
// its predecessor's last one.
package enrolment
