// Package ereporting tells the administration, through the platform of a seller, of the sales that no
// e-invoice tells it of: those to persons who are not taxable, day by day (flux 10.3), and those to
// enterprises abroad, invoice by invoice (flux 10.1).
//
// What is reported belongs to the legal seller over all its operations, and to a period that follows from
// how it files its VAT. An invoice belongs to the period of its day for ever; what comes later to a period
// that was reported, or is counted otherwise by then, is told by a report of the whole period anew (ADR 91,
// domain 8.10).
package ereporting
