package opa

import (
	"errors"
	"slices"

	"github.com/openpmo/pmo/core/policy"
)

var errMatrix = errors.New("opa: the matrix of permissions is not as expected")

// readMatrix turns data.pmo.permissions.matrix round: from permission → roles to
// role → permissions. Both results are in order of name.
func readMatrix(data map[string]any) (held map[policy.Role][]policy.Permission, known []policy.Permission, err error) {
	matrix, ok := child(data, "pmo", "permissions", "matrix")
	if !ok || len(matrix) == 0 {
		return nil, nil, errMatrix
	}
	held = map[policy.Role][]policy.Permission{}
	for name := range matrix {
		roles, ok := child(matrix, name, "roles")
		if !ok {
			return nil, nil, errMatrix
		}
		perm := policy.Permission(name)
		known = append(known, perm)
		for role := range roles {
			held[policy.Role(role)] = append(held[policy.Role(role)], perm)
		}
	}
	slices.Sort(known)
	for _, perms := range held {
		slices.Sort(perms)
	}
	return held, known, nil
}

// child walks down nested objects.
func child(data map[string]any, path ...string) (map[string]any, bool) {
	for _, key := range path {
		next, ok := data[key].(map[string]any)
		if !ok {
			return nil, false
		}
		data = next
	}
	return data, true
}
