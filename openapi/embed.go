// Package openapi carries the bundled contract.
package openapi

import _ "embed"

// Bundle is the contract as one JSON document, made by `make gen`.
//
//go:embed openapi.gen.json
var Bundle []byte
