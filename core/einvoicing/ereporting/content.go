package ereporting

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/money"
)

// Row is the sales of a day and category (flux 10.3).
type Row struct {
	Day      civil.Date
	Category Category
	Count    int // of invoices and credit notes
	Net, Tax money.Cents
	Rates    []RateSum // highest first
}

// RateSum is what of a row is at one rate.
type RateSum struct {
	Rate     money.VATRate
	Net, Tax money.Cents
}

// Content is what a report says of a period.
type Content struct {
	Period   civil.Range
	In, Out  []Entry // by day and number
	Rows     []Row   // by day and category
	Net, Tax money.Cents
}

// International are the sales to enterprises abroad.
func (c Content) International() []Entry {
	return slices.DeleteFunc(slices.Clone(c.In), func(e Entry) bool { return e.Flow != International })
}

// Lacking are the sales that cannot be reported as they are.
func (c Content) Lacking() []Entry {
	return slices.DeleteFunc(slices.Clone(c.In), func(e Entry) bool { return len(e.Lacks) == 0 })
}

// Digest names what a report says, whenever it is written and however it is called: of equal contents it is
// equal.
func (c Content) Digest() string {
	h := sha256.New()
	for _, r := range c.Rows {
		_, _ = fmt.Fprintf(h, "%s %s %d %d %d %v\n", r.Day, r.Category, r.Count, r.Net, r.Tax, r.Rates)
	}
	for _, e := range c.In {
		_, _ = io.WriteString(h, e.Number+" "+string(e.Flow)+" "+string(e.ID)+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}
