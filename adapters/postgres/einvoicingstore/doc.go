// Package einvoicingstore keeps connections with platforms and access points, and what travels by them.
package einvoicingstore
