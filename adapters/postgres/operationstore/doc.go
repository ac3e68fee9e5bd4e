// Package operationstore keeps operations, their members, and the accounts that operations name.
package operationstore
