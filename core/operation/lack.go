package operation

// Act is something that an empty field stands in the way of.
type Act string

// The acts.
const (
	// ActSubscribe is subscribing consumers that buy of the operation itself: its issuer is the PMO
	// (specification section 5: filled before plans are assigned).
	ActSubscribe Act = "SUBSCRIPTIONS"
	// ActInvoice is naming the PMO on invoices: as the seller, or as who writes them for producers.
	ActInvoice Act = "INVOICES"
	// ActAnswer is reaching the PMO by answering a mail of the operation.
	ActAnswer Act = "ANSWERS"
	// ActMap is showing the operation on a map.
	ActMap Act = "MAP"
)

// Lack is an empty field, by its name in the contract, and what it stands in the way of.
type Lack struct {
	Field  string
	Blocks []Act
}
