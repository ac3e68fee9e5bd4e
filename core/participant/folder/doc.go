// Package folder says how far a site is with its operator, what the operator can still answer,
// and what an answer changes. It owns the operator's words; who may record an answer and where
// it is stored is participant's. Days are civil, in the operator's zone; the last one is included.
package folder
