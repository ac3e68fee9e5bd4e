package files

import "github.com/openpmo/pmo/core/fault"

// Refusals of files as a whole. All carry the parameter fileName.
var (
	// ErrHidden is curves on sheets that are hidden, which are never read; parameters
	// sheets, fileName. Beside others that people see it is a warning.
	ErrHidden = fault.New(fault.Invalid, "file.hiddenSheets")
	// ErrFormulas is formulas without a stored result; parameters count, fileName.
	ErrFormulas = fault.New(fault.Invalid, "file.formulas")
	// ErrUnknown is a file of no layout that is known (specification section 8).
	ErrUnknown = fault.New(fault.Invalid, "UnknownFile")
	// ErrMissingColumns is a file of a known layout without all its columns
	// (specification section 8); parameters columns, fileName.
	ErrMissingColumns = fault.New(fault.Invalid, "MissingColumns")
	// ErrSheetRows is a workbook with a sheet of more rows than a spreadsheet has;
	// parameters sheet, max, fileName.
	ErrSheetRows = fault.New(fault.Invalid, "file.sheetRows")
	// ErrBookTooLarge is a workbook that is larger than is read; parameters fileName, megabytes.
	ErrBookTooLarge = fault.New(fault.TooLarge, "file.bookTooLarge")
	// ErrOldWorkbook is a workbook of before 2007 (.xls), or one with a password.
	ErrOldWorkbook = fault.New(fault.Invalid, "file.xls")
	// ErrNotSpreadsheet is a workbook that cannot be opened.
	ErrNotSpreadsheet = fault.New(fault.Invalid, "import.notSpreadsheet")
	// ErrZipBomb is a zip file with too many files, or that grows too much when it is
	// opened; parameters maxFiles, maxBytes.
	ErrZipBomb = fault.New(fault.TooLarge, "import.zipBomb")
	// ErrZipDamaged is a zip file that cannot be opened to its end.
	ErrZipDamaged = fault.New(fault.Invalid, "import.zipDamaged")
	// ErrZipEncrypted is a zip file with a password.
	ErrZipEncrypted = fault.New(fault.Invalid, "import.zipEncrypted")
)
