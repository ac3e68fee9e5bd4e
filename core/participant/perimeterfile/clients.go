package perimeterfile

import (
	"github.com/openpmo/pmo/core/fault"
)

// MaxClients is how many clients of invoices one file may tell: each is a change of its own in the
// one transaction that holds them all.
const MaxClients = 500

// Columns of a file of clients beside those of a perimeter file.
const (
	colStreet2     = "complement"
	colCountry     = "pays"
	colContact     = "contact"
	colLegalNumber = "numero_legal"
	colTaxID       = "tva"
	colContract    = "contrat"
	colLanguage    = "langue"
	colIBAN        = "iban"
	colBIC         = "bic"
	colSites       = "sites" // their PRM or EAN
)

var requiredOfClients = []string{colName, colAddress, colPostCode, colCity}

// fieldsOfClients are the columns of a file of clients and the fields of the contract that they hold.
var fieldsOfClients = []struct{ column, field string }{
	{colName, "name"}, {colAddress, "address"}, {colStreet2, "addressLine2"}, {colPostCode, "postCode"}, {colCity, "city"}, {colCountry, "country"},
	{colEmail, "email"}, {colPhone, "phoneNumber"}, {colContact, "contactName"}, {colLegalNumber, "legalNumber"}, {colTaxID, "taxId"}, {colContract, "contractNumber"},
	{colType, "consumerType"}, {colLanguage, "language"}, {colIBAN, "iban"}, {colBIC, "bic"}, {colReference, "reference"}, {colTags, "tags"}, {colSites, "consumerIds"},
}

// ErrClientType is another word than those for a person and a body.
var ErrClientType = fault.New(fault.Invalid, "import.clientType", fault.Text("value")).At(colType)

// ClientLine is a line of a file of clients: what its cells say, by the contract's names. A field
// whose cell is empty is not there, and stays as it is.
type ClientLine struct {
	Row     int
	Fields  map[string]string
	Numbers []string // PRM or EAN of its sites, where the cell says some
}

// Clients is a file of clients, read: the lines that can be read, what is wrong with the others, and
// these as far as they can be.
type Clients struct {
	Lines, Unread []ClientLine
	Wrong         fault.List
	Warnings      []*fault.Error
}

// ColumnOfClient says where a field of a client stands in its file; others keep their name.
func ColumnOfClient(field string) string {
	for _, one := range fieldsOfClients {
		if one.field == field {
			return one.column
		}
	}
	return field
}
