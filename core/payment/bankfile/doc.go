// Package bankfile has the words of files that banks give: what was booked on an account, and what
// became of an order. It knows nothing of invoices. Adapters read the files.
package bankfile
