package team

import (
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/operation"
)

// Refusals of teams.
var (
	// ErrNotFound is nobody of the operation.
	ErrNotFound = fault.New(fault.NotFound, "teamMember.notFound")
	// ErrInvitationNotFound is an invitation that is answered, taken back, or another's.
	ErrInvitationNotFound = fault.New(fault.NotFound, "memberInvitation.notFound")
	// ErrExpired is an invitation that was not answered in time; whoever made it can send it again.
	ErrExpired = fault.New(fault.Conflict, "memberInvitation.expired")
	// ErrCapacity is no capacity; parameter value.
	ErrCapacity = fault.New(fault.Invalid, "teamMember.capacityUnknown", fault.Text("value")).At("capacity")
	// ErrRoleFixed is making an organizer of an observer or the reverse: an account has one role.
	ErrRoleFixed = fault.New(fault.Conflict, "teamMember.roleFixed").At("capacity")
	// ErrLastOrganizer would leave an operation without a full organizer.
	ErrLastOrganizer = operation.ErrLastOrganizer
	// ErrAlready is inviting who is a member; parameter email.
	ErrAlready = fault.New(fault.Conflict, "teamMember.already", fault.Text("email")).At("email")
	// ErrTooMany is more people than an operation takes; parameter max.
	ErrTooMany = fault.New(fault.Conflict, "teamMember.tooMany", fault.Int("max")).With("max", Most)
	// ErrNoInvitation is sending again to who is a member or has declined.
	ErrNoInvitation = fault.New(fault.Conflict, "teamMember.noInvitation")
)
