package files

import "github.com/openpmo/pmo/core/fault"

// Refusals of files as a whole. All carry the parameter fileName.
var (
	// ErrHidden is curves on sheets that are hidden, which are never read; parameters
	// sheets, fileName. Beside others that people see it is a warning.
	ErrHidden = fault.New(fault.Invalid, "file.hiddenSheets", fault.Texts("sheets"), fault.Text("fileName"))
	// ErrFormulas is formulas without a stored result; parameters count, fileName.
	ErrFormulas = fault.New(fault.Invalid, "file.formulas", fault.Int("count"), fault.Text("fileName"))
	// ErrUnknown is a file of no layout that is known (specification section 8).
	ErrUnknown = fault.UnknownFile
	// ErrMissingColumns is a file of a known layout without all its columns
	// (specification section 8); parameters columns, fileName.
	ErrMissingColumns = fault.Specified(fault.Invalid, "MissingColumns", fault.Texts("columns"), fault.Text("fileName"))
	// ErrSheetRows is a workbook with a sheet of more rows than a spreadsheet has;
	// parameters sheet, max, fileName.
	ErrSheetRows = fault.New(fault.Invalid, "file.sheetRows", fault.Text("fileName", "sheet"), fault.Int("max"))
	// ErrBookTooLarge is a workbook that is larger than is read; parameters fileName, megabytes.
	ErrBookTooLarge = fault.New(fault.TooLarge, "file.bookTooLarge", fault.Text("fileName"), fault.Int("megabytes"))
	// ErrOldWorkbook is a workbook of before 2007 (.xls), or one with a password.
	ErrOldWorkbook = fault.New(fault.Invalid, "file.xls", fault.Text("fileName"))
	// ErrNotSpreadsheet is a workbook that cannot be opened.
	ErrNotSpreadsheet = fault.ImportNotSpreadsheet
	// ErrZipBomb is a zip file with too many files, or that grows too much when it is
	// opened; parameters maxFiles, maxBytes.
	ErrZipBomb = fault.New(fault.TooLarge, "import.zipBomb", fault.Int("maxFiles", "maxBytes"), fault.Text("fileName"))
	// ErrZipDamaged is a zip file that cannot be opened to its end.
	ErrZipDamaged = fault.New(fault.Invalid, "import.zipDamaged", fault.Text("fileName"))
	// ErrZipEncrypted is a zip file with a password.
	ErrZipEncrypted = fault.New(fault.Invalid, "import.zipEncrypted", fault.Text("fileName"))
)
