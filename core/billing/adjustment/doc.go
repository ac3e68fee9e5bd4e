// Package adjustment changes what invoices ask for beside prices: discounts of pairs, and amounts that stand
// once on an invoice (ADR 120, ADR 121).
package adjustment
