package history

import "github.com/openpmo/pmo/core/policy"

// ActOf is the word of a change with a permission that says nothing else of itself.
func ActOf(perm policy.Permission) Act { return actOf(Line{Action: string(perm)}, Details{}) }
