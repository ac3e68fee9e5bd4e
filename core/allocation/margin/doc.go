// Package margin fits the pairs of a key to what the operator says of both sides of a step:
// what each consumer received and what each producer gave. The operator's figures are the
// truth; the key says between whom (docs/domain.md).
package margin
