// Package policies holds who may do what: one Rego policy and the matrix of roles
// and permissions it reads. README.md beside it has the truth table.
package policies

import "embed"

// Bundle is the policy as OPA loads it, rooted at this folder: the document of
// pmo/permissions/data.yaml is data.pmo.permissions, the policy is package
// pmo.authz. Its tests are not in it.
//
//go:embed pmo/authz/authz.rego pmo/permissions/data.yaml
var Bundle embed.FS
