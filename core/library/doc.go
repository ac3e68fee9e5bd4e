// Package library keeps the documents of an operation in folders, for its people.
//
// Owns: the tree of folders with its bounds, names, versions, the trash, who a document is shared
// with and links that lead to one without a session. Does not own: where the bytes lie
// (core/document), who holds a site (core/participant), how a link is signed (Signatures).
package library
