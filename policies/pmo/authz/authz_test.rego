# METADATA
# title: Tests of the access decisions
# description: |
#   They run over the real matrix, by `go test ./policies`. op_1 is an operation of
#   every subject but the admin; op_2 is nobody's. site_1 is the participant's own,
#   site_2 a neighbour's in op_1.
package pmo.authz_test

import data.pmo.authz

allowed := {"allow": true, "reason": ""}

no_grant := {"allow": false, "reason": "no_grant"}

out_of_scope := {"allow": false, "reason": "scope"}

admin := {"user": "ada", "role": "admin"}

organizer := {"user": "olga", "role": "organizer", "operations": ["op_0", "op_1"]}

observer := {"user": "oscar", "role": "observer", "operations": ["op_1"]}

participant := {
	"user": "paul", "role": "participant", "operations": ["op_1"],
	"sites": [{"participant": "site_1", "operation": "op_1"}, {"participant": "site_9", "operation": "op_9"}],
}

accountant := object.union(organizer, {"narrowed": [{"operation": "op_1", "to": "accountant"}]})

reader := {"user": "rita", "role": "organizer", "operations": ["op_1"], "narrowed": [{"operation": "op_1", "to": "reader"}]}

everybody := [admin, organizer, observer, participant]

members := [organizer, observer, participant]

op_1 := {"operation": "op_1"}

op_2 := {"operation": "op_2"}

own_site := {"operation": "op_1", "participant": "site_1"}

neighbour := {"operation": "op_1", "participant": "site_2"}

nothing := {}

decide(subject, permission, resource) := decision if {
	question := {"subject": subject, "permission": permission, "resource": resource}
	decision := authz.decision with input as question
}

# decisions of the same subject and resource, one for each permission, as a set
decisions(subject, permissions, resource) := {decide(subject, p, resource) | some p in permissions}

# Default deny

test_empty_input_is_refused if {
	authz.decision == no_grant with input as {}
}

test_subject_without_role_is_refused if {
	decide({"user": "x"}, "session:read", nothing) == no_grant
}

test_unknown_role_is_refused if {
	decide({"user": "x", "role": "root"}, "session:read", nothing) == no_grant
}

test_words_of_the_matrix_are_no_roles if {
	decide({"user": "x", "role": "means"}, "session:read", nothing) == no_grant
	decide({"user": "x", "role": "roles"}, "session:read", nothing) == no_grant
}

test_unknown_permission_is_refused_to_all if {
	every subject in everybody {
		decide(subject, "plan:burn", op_1) == no_grant
		decide(subject, "plan", op_1) == no_grant
		decide(subject, "*", op_1) == no_grant
	}
}

test_unknown_reach_reaches_nothing if {
	matrix := {"plan:read": {"roles": {"organizer": "galaxy"}}}
	result := decide(organizer, "plan:read", op_1) with data.pmo.permissions.matrix as matrix
	result == out_of_scope
}

# Missing right before missing scope: a refusal tells nothing about the object

test_no_grant_before_scope if {
	decide(observer, "plan:create", op_2) == no_grant
	decide(participant, "participant:update", neighbour) == no_grant
}

# Admin

test_admin_allowed if {
	reads := {
		"operation:read", "participant:read", "participant:readContact", "plan:read", "invoice:read",
		"curve:read", "key:read", "run:read", "job:read", "audit:read", "dashboard:visit", "invoices:visit",
	}
	decisions(admin, reads, op_2) == {allowed}
	decisions(admin, reads, {"operation": "op_2", "participant": "site_7"}) == {allowed}
	back_office := {
		"admin:read", "admin:create", "admin:update", "admin:delete",
		"operation:create", "user:create", "user:update",
	}
	decisions(admin, back_office, nothing) == {allowed}
	decide(admin, "account:read", {"user": "paul"}) == allowed
	decide(admin, "token:delete", {"user": "paul"}) == allowed
}

test_admin_denied_what_binds_the_organizer if {
	acts := {
		"key:update", "curve:declare", "plan:create", "subscription:create", "run:run", "invoice:publish",
		"invoice:cancel", "invoice:delete", "issuer:update", "communication:visit", "billingConfig:visit",
	}
	decisions(admin, acts, op_1) == {no_grant}
}

test_admin_denied_acting_in_anothers_name if {
	decide(admin, "token:create", {"user": "paul"}) == out_of_scope
	decide(admin, "terms:update", {"user": "paul"}) == out_of_scope
	decide(admin, "token:create", {"user": "ada"}) == allowed
}

# Organizer

test_organizer_allowed_in_its_operations if {
	acts := {
		"operation:update", "theme:update", "participant:import", "participant:readContact", "curve:import",
		"curve:declare", "key:update", "plan:create", "plan:update", "subscription:create",
		"subscription:delete", "run:run", "invoice:publish", "invoice:cancel", "invoice:delete",
		"issuer:update", "client:update", "audit:read", "billingConfig:visit",
		"invoices:visit", "communication:visit", "upload:view", "deleteDocument:view",
	}
	decisions(organizer, acts, op_1) == {allowed}
	decisions(organizer, acts, {"operation": "op_0"}) == {allowed}
	decisions(organizer, acts, neighbour) == {allowed}
}

test_organizer_denied_elsewhere if {
	acts := {"operation:read", "participant:read", "plan:create", "invoice:publish", "dashboard:visit"}
	decisions(organizer, acts, op_2) == {out_of_scope}
	decisions(organizer, acts, {"operation": "op_2", "participant": "site_1"}) == {out_of_scope}
}

test_organizer_denied_a_participant_without_operation if {
	decide(organizer, "participant:read", {"participant": "site_1"}) == out_of_scope
}

test_organizer_may_list_across_its_operations if {
	decide(organizer, "operation:read", nothing) == allowed
}

test_organizer_follows_the_job_of_a_colleague if {
	decide(organizer, "job:read", {"operation": "op_1", "user": "otto"}) == allowed
	decide(organizer, "job:read", {"operation": "op_2", "user": "otto"}) == out_of_scope
	decide(organizer, "job:read", {"user": "otto"}) == out_of_scope
}

test_organizer_denied_back_office if {
	acts := {
		"admin:read", "admin:create", "admin:update", "admin:delete",
		"operation:create", "user:read", "user:create", "user:update",
	}
	decisions(organizer, acts, nothing) == {no_grant}
}

# Observer

test_observer_allowed if {
	reads := {
		"dashboard:visit", "distribution:visit", "participants:visit", "documents:visit", "operation:visit",
		"operation:read", "participant:read", "curve:read", "key:read", "theme:read",
	}
	decisions(observer, reads, op_1) == {allowed}
	decisions(observer, reads, neighbour) == {allowed}
}

test_observer_denied if {
	acts := {
		"participant:readContact", "participant:create", "participant:update", "curve:import", "key:update",
		"plan:read", "invoice:read", "run:run", "user:read", "audit:read", "invoices:visit",
		"production:visit", "uploadDocument:view", "admin:read",
	}
	decisions(observer, acts, op_1) == {no_grant}
}

test_observer_denied_elsewhere if {
	decisions(observer, {"operation:read", "curve:read", "dashboard:visit"}, op_2) == {out_of_scope}
}

# Participant

test_participant_allowed_on_its_own_site if {
	reads := {
		"participant:readOwn", "participant:readContact", "curve:read", "curve:export",
		"invoice:readOwn", "invoice:export", "subscription:read", "issuer:read", "billCheck:visit",
	}
	decisions(participant, reads, own_site) == {allowed}
}

test_participant_denied_a_neighbour if {
	reads := {"participant:readOwn", "participant:readContact", "curve:read", "invoice:readOwn", "dashboard:visit"}
	decisions(participant, reads, neighbour) == {out_of_scope}
	decisions(participant, reads, {"operation": "op_2", "participant": "site_1"}) == {out_of_scope}
	decisions(participant, reads, {"participant": "site_1"}) == {out_of_scope}
}

test_participant_allowed_what_the_operation_says_as_a_whole if {
	reads := {
		"home:visit", "dashboard:visit", "documents:visit", "billCheck:visit", "operation:read",
		"curve:read", "theme:read", "downloadDocument:view",
	}
	decisions(participant, reads, op_1) == {allowed}
	decisions(participant, reads, op_2) == {out_of_scope}
	decide(participant, "operation:read", nothing) == allowed
	decide(participant, "participant:readOwn", nothing) == allowed
}

test_participant_denied_lists_of_its_operation if {
	decisions(participant, {"participant:read", "invoice:read"}, op_1) == {no_grant}
	lists := {"participant:readContact", "invoice:readOwn", "subscription:read", "issuer:read"}
	decisions(participant, lists, op_1) == {out_of_scope}
	decisions(participant, lists, nothing) == {out_of_scope}
}

test_participant_keeps_its_invoices_after_leaving if {
	left := {"operation": "op_9", "participant": "site_9"}
	decide(participant, "invoice:readOwn", left) == allowed
	decide(participant, "operation:read", {"operation": "op_9"}) == out_of_scope
}

test_participant_denied if {
	acts := {
		"invoices:visit", "billingSubscriptions:visit", "paymentConfig:visit", "distribution:visit",
		"participants:visit", "participant:update", "key:read", "plan:read", "run:run", "invoice:publish",
		"curve:import", "user:read", "audit:read", "upload:view", "theme:update", "admin:read",
	}
	decisions(participant, acts, own_site) == {no_grant}
	decisions(participant, acts, nothing) == {no_grant}
}

# What belongs to a person

test_everybody_has_a_session_and_an_account if {
	own := {
		"session:read", "account:read", "account:update", "terms:update",
		"token:read", "token:create", "token:delete",
	}
	every subject in everybody {
		decisions(subject, own, nothing) == {allowed}
		decisions(subject, own, {"user": subject.user}) == {allowed}
	}
}

test_nobody_but_the_admin_has_the_account_of_another if {
	own := {"account:read", "account:update", "terms:update", "token:read", "token:create", "token:delete"}
	every subject in members {
		decisions(subject, own, {"user": "somebody"}) == {out_of_scope}
	}
}

test_own_jobs_only if {
	every subject in [observer, participant] {
		decide(subject, "job:read", {"operation": "op_1", "user": subject.user}) == allowed
		decide(subject, "job:read", {"operation": "op_1", "user": "olga"}) == out_of_scope
		decide(subject, "job:read", {"operation": "op_2", "user": subject.user}) == out_of_scope
		decide(subject, "job:read", op_1) == out_of_scope
	}
}

test_participant_denied_its_site_in_the_name_of_another if {
	resource := object.union(own_site, {"user": "somebody"})
	decide(participant, "curve:read", resource) == out_of_scope
	decide(participant, "invoice:readOwn", resource) == out_of_scope
	decide(participant, "curve:read", {"operation": "op_1", "user": "somebody"}) == out_of_scope
	decide(participant, "curve:read", {"user": "somebody"}) == out_of_scope
}

# Tokens narrow

test_token_narrows if {
	every subject in members {
		reader := object.union(subject, {"granted": ["operation:read"]})
		decide(reader, "operation:read", op_1) == allowed
		decide(reader, "operation:read", op_2) == out_of_scope
		decide(reader, "curve:read", op_1) == no_grant
	}
}

test_token_never_widens if {
	greedy := object.union(observer, {"granted": ["plan:create", "admin:read"]})
	decisions(greedy, {"plan:create", "admin:read"}, op_1) == {no_grant}
}

test_empty_token_carries_nothing if {
	every subject in everybody {
		decide(object.union(subject, {"granted": []}), "session:read", nothing) == no_grant
	}
}

# Less than a full organizer

test_an_accountant_bills_and_reads_the_rest if {
	decide(accountant, "invoice:publish", op_1) == allowed
	decide(accountant, "operation:read", op_1) == allowed
	decide(accountant, "curve:import", op_1) == no_grant
	decide(accountant, "member:create", op_1) == no_grant
}

test_a_reader_reads if {
	decide(reader, "invoice:read", op_1) == allowed
	decide(reader, "invoice:publish", op_1) == no_grant
	decide(reader, "participant:update", own_site) == no_grant
	decide(reader, "participant:readOwn", own_site) == allowed
	decide(reader, "operation:read", op_2) == out_of_scope
}

test_what_is_narrowed_in_one_operation_is_whole_in_another if {
	decide(accountant, "curve:import", {"operation": "op_0"}) == allowed
	decide(accountant, "curve:import", nothing) == allowed
	decide(reader, "curve:import", nothing) == no_grant
	decide(reader, "operation:read", nothing) == allowed
}

test_what_is_ones_own_is_never_withheld if {
	decide(reader, "account:update", {"user": "rita"}) == allowed
	decide(reader, "token:create", {"user": "rita"}) == allowed
}

test_an_unknown_capacity_holds_nothing_of_an_operation if {
	decide(object.union(reader, {"narrowed": [{"operation": "op_1", "to": "king"}]}), "operation:read", op_1) == no_grant
}
