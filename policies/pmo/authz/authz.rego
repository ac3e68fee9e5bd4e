# METADATA
# title: Access decisions of pmo
# description: |
#   Answers whether a person may do something with an object. The matrix in
#   ../permissions/data.yaml says which role holds which permission and how far it
#   reaches; the rules here say what each reach means. Whatever no rule allows is
#   refused. Operator, billing engine and toggles are no matter of access, and
#   neither are the dates of a site: the core decides on those.
# scope: package
# schemas:
#   - input:
#       type: object
#       additionalProperties: false
#       properties:
#         subject:
#           type: object
#           additionalProperties: false
#           properties:
#             user: {type: string}
#             role: {type: string}
#             operations: {type: array, items: {type: string}}
#             sites:
#               type: array
#               items:
#                 type: object
#                 additionalProperties: false
#                 properties:
#                   participant: {type: string}
#                   operation: {type: string}
#             granted: {type: array, items: {type: string}}
#             narrowed:
#               type: array
#               items:
#                 type: object
#                 additionalProperties: false
#                 properties:
#                   operation: {type: string}
#                   to: {type: string}
#         permission: {type: string}
#         resource:
#           type: object
#           additionalProperties: false
#           properties:
#             operation: {type: string}
#             participant: {type: string}
#             user: {type: string}
package pmo.authz

# METADATA
# title: The decision
# description: |
#   {allow, reason}. The reason of a refusal is no_grant when role or token lack the
#   permission, whatever the object; else scope, when the object is out of reach.
# entrypoint: true
default decision := {"allow": false, "reason": "no_grant"}

decision := {"allow": true, "reason": ""} if within(reach)

decision := {"allow": false, "reason": "scope"} if {
	reach
	not within(reach)
}

# METADATA
# title: How far the role's permission reaches
# description: |
#   Undefined when the role lacks the permission, when the token does not carry it, or when
#   the subject is less than a full organizer where it asks.
reach := far if {
	carried
	far := data.pmo.permissions.matrix[input.permission].roles[input.subject.role]
	not withheld(far)
}

# METADATA
# title: The permission is not the subject's where it asks
# description: |
#   An accountant or a reader of an operation holds what the team of the permission names; across
#   operations it is enough to hold it in one of them.
withheld("operation") if withheld_in(input.resource.operation)

withheld("operation") if {
	unplaced
	count(input.subject.operations) > 0
	every operation in input.subject.operations {
		withheld_in(operation)
	}
}

# METADATA
# title: The team of the permission does not name what the subject is in an operation
withheld_in(operation) if {
	some place in input.subject.narrowed
	place.operation == operation
	not place.to in object.get(data.pmo.permissions.matrix[input.permission], "team", [])
}

# METADATA
# title: The permission is carried
# description: A subject without granted holds all that its role gives; a token's attributes narrow that.
carried if is_null(object.get(input.subject, "granted", null))

carried if input.permission in input.subject.granted

# METADATA
# title: The object is within a reach
# description: One rule or more per reach; an unknown reach reaches nothing.
within("all")

within("operation") if operation_in_scope

# Of no operation: a list across operations, which the use case narrows.
within("operation") if {
	unplaced
	not of_somebody_else
}

within("member") if {
	not input.resource.participant
	operation_in_scope
	not of_somebody_else
}

within("member") if {
	unplaced
	not of_somebody_else
}

within("member") if {
	own_site
	not of_somebody_else
}

within("site") if {
	own_site
	not of_somebody_else
}

within("own") if {
	unplaced
	not of_somebody_else
}

within("own") if {
	operation_in_scope
	input.resource.user == input.subject.user
}

# METADATA
# title: The object belongs to an operation of the subject
operation_in_scope if input.resource.operation in input.subject.operations

# METADATA
# title: The object belongs to no operation and no participant
# description: |
#   A participant without its operation is one that nobody could find; it is placed,
#   but nowhere in scope.
unplaced if {
	not input.resource.operation
	not input.resource.participant
}

# METADATA
# title: The participant is one of the subject's sites, in the operation named
own_site if {
	some site in input.subject.sites
	site.participant == input.resource.participant
	site.operation == input.resource.operation
}

# METADATA
# title: The object belongs to another person
of_somebody_else if input.resource.user != input.subject.user
