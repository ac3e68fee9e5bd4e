package bankfile

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrUnknown is a file that no reader knows; taken says what there is.
	ErrUnknown = fault.New(fault.Invalid, "bankFile.unknown", fault.Text("fileName", "taken"))
	// ErrVersion is a message of ISO 20022 that is not read, by its name.
	ErrVersion = fault.New(fault.Invalid, "bankFile.version", fault.Text("fileName", "version", "taken"))
	// ErrXML is a text that is no well-formed XML.
	ErrXML = fault.New(fault.Invalid, "bankFile.xml", fault.Text("fileName"))
	// ErrDTD is XML with definitions of its own, as entities that grow when they are read.
	ErrDTD = fault.New(fault.Invalid, "bankFile.dtd", fault.Text("fileName"))
	// ErrDepth is XML of more levels than any message has.
	ErrDepth = fault.New(fault.Invalid, "bankFile.depth", fault.Text("fileName"), fault.Int("max"))
	// ErrEncoding is a text in letters that are not read, or that it does not hold to.
	ErrEncoding = fault.New(fault.Invalid, "bankFile.encoding", fault.Text("fileName", "encoding", "taken"))
	// ErrElement is something that is not there or not what it should be, in a message or record.
	ErrElement = fault.New(fault.Invalid, "bankFile.element", fault.Text("fileName", "element", "value"))
	// ErrAmount is no amount in euros and cents.
	ErrAmount = fault.New(fault.Invalid, "bankFile.amount", fault.Text("fileName", "value"))
	// ErrCurrency is an account that is not kept in euros.
	ErrCurrency = fault.New(fault.Invalid, "bankFile.currency", fault.Text("fileName", "value"))
	// ErrDetails are details that do not add up to what was booked.
	ErrDetails = fault.New(fault.Invalid, "bankFile.details", fault.Text("fileName", "booked", "details"))
	// ErrBalance is a statement whose lines do not lead from one balance to the other.
	ErrBalance = fault.New(fault.Invalid, "bankFile.balance", fault.Text("fileName", "expected", "found"))
	// ErrRecord is a line of CODA that is none, or not in its place.
	ErrRecord = fault.New(fault.Invalid, "bankFile.record", fault.Text("fileName", "value"))
	// ErrTooMany is more lines than are taken.
	ErrTooMany = fault.New(fault.Invalid, "bankFile.tooManyLines", fault.Text("fileName"), fault.Int("max"))
	// ErrLong is a text that is longer than what is kept.
	ErrLong = fault.New(fault.Invalid, "bankFile.textTooLong", fault.Text("fileName", "element"), fault.Int("max"))
	// ErrMapping asks what the columns of a table mean.
	ErrMapping = fault.New(fault.Invalid, "bankFile.mappingNeeded", fault.Text("fileName"), fault.Texts("columns"))
	// ErrColumn is a column that the table has not, or has twice.
	ErrColumn = fault.New(fault.Invalid, "bankFile.column", fault.Text("column"))
	// ErrColumnTwice is a column that is to mean two things.
	ErrColumnTwice = fault.New(fault.Invalid, "bankFile.columnTwice", fault.Text("column"))
	// ErrAmountColumns are both an amount and its two sides, or neither.
	ErrAmountColumns = fault.New(fault.Invalid, "bankFile.amountColumns")
	// ErrTwoSides is a row that is a debit and a credit, or neither.
	ErrTwoSides = fault.New(fault.Invalid, "bankFile.twoSides", fault.Text("debit", "credit"))
	// ErrTable is a text that is no table.
	ErrTable = fault.New(fault.Invalid, "bankFile.table", fault.Text("fileName"))
	// ErrRows holds what is wrong with the rows of a table.
	ErrRows = fault.New(fault.Invalid, "bankFile.rows", fault.Text("fileName"))
)
