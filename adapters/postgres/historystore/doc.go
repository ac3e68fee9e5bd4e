// Package historystore reads the audit trail, which the transactions of changes write.
package historystore
