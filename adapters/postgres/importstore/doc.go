// Package importstore keeps imports of curve files, where the files came from, and what was answered about them.
package importstore
