package perimeterfile

import "github.com/openpmo/pmo/core/fault"

// Refusals of a perimeter file.
var (
	// ErrImportRejected holds what is wrong, row by row; nothing was changed.
	ErrImportRejected  = fault.ImportRejected   // parameter fileName
	ErrMore            = fault.ImportMoreErrors // parameter count: refusals that are not listed
	ErrFileRequired    = fault.ImportFileRequired.At("file")
	ErrFileType        = fault.New(fault.Invalid, "import.fileType", fault.Text("fileName")).At("file")
	ErrFileName        = fault.ImportFileName.At("file")                                                                          // parameter fileName
	ErrOtherOperation  = fault.ImportOtherOperation.At("file")                                                                    // parameters fileName, operation
	ErrTooLarge        = fault.ImportTooLarge.At("file")                                                                          // parameters fileName, megabytes
	ErrTooManyRows     = fault.ImportTooManyRows.At("file")                                                                       // parameter max
	ErrUnpacksTooLarge = fault.New(fault.TooLarge, "import.unpacksTooLarge", fault.Text("fileName"), fault.Int("max")).At("file") // parameter max: MB
	ErrNotSpreadsheet  = fault.ImportNotSpreadsheet.At("file")
	ErrNotText         = fault.ImportNotText.At("file")
	ErrTruncated       = fault.ImportTruncated.At("file")
	// ErrNoConnection is an operator that sends files and cannot be asked; parameter operator.
	ErrNoConnection = fault.New(fault.Conflict, "perimeter.noConnection", fault.Text("operator"))
	// ErrUnavailable is an operator that does not answer now.
	ErrUnavailable = fault.New(fault.Unavailable, "perimeter.unavailable")
	// ErrRefused is an operator that does not let this installation ask.
	ErrRefused = fault.New(fault.Conflict, "perimeter.refused")
	// ErrUnknown is an operation that the operator does not know by its external id; parameter operation.
	ErrUnknown = fault.New(fault.Conflict, "perimeter.operationUnknown", fault.Text("operation"))

	ErrEmpty          = fault.ImportEmpty.At("file")
	ErrColumnsMissing = fault.New(fault.Invalid, "import.columnsMissing", fault.Text("fileName", "columns")).At("file")
	ErrColumnTwice    = fault.ImportColumnTwice.At("file") // parameter column
	ErrType           = fault.New(fault.Invalid, "import.type", fault.Text("value")).At("type")
	ErrYesNo          = fault.New(fault.Invalid, "import.yesNo", fault.Text("value"))
	// ErrNoPredecessor is a line of a change of occupant whose number nobody has the day before.
	ErrNoPredecessor = fault.New(fault.Invalid, "import.noPredecessor", fault.Text("dsoId")).At("succession")
	ErrDuplicate     = fault.New(fault.Invalid, "import.duplicate", fault.Text("dsoId"), fault.Int("firstRow")) // parameters dsoId, row
	ErrTypeChanged   = fault.New(fault.Invalid, "import.typeChanged").At("type")
	ErrRowShort      = fault.RowFields                                                          // parameters expected, received
	ErrZeroMissing   = fault.New(fault.Invalid, "import.zeroMissing", fault.Text("from", "to")) // parameters from, to: a question
	ErrNumberCut     = fault.New(fault.Invalid, "import.numberCut")                             // a number cell that may have lost digits

	// Warnings: the import goes on.
	WarnColumnIgnored = fault.New(fault.Invalid, "import.columnIgnored", fault.Text("column"))
	WarnPadded        = fault.ImportZeroAdded // parameters from, to
	WarnCheckDigit    = fault.EANCheckDigit
)
