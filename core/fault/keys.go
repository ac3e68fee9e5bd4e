package fault

// Faults that several contexts answer. Each context calls them by names of its own.

// What any call may answer.
var (
	Absent              = New(NotFound, "notFound")
	Unexpected          = New(Internal, "internal", Text("series"))
	SessionRequired     = New(Unauthenticated, "session.required")
	ObjectChanged       = New(Changed, "object.changed")
	ObjectLinkInvalid   = New(NotFound, "object.linkInvalid")
	FeatureNotAvailable = New(Conflict, "featureNotAvailable", Text("feature", "dso"))
)

// Fields and parameters.
var (
	FieldRequired                 = New(Invalid, "field.required")
	FieldTooLong                  = New(Invalid, "field.tooLong", Int("max"))
	FieldEnum                     = New(Invalid, "field.enum", Text("allowed", "column", "value"))
	DateInvalid                   = New(Invalid, "date.invalid", Text("value"))
	IDInvalid                     = New(Invalid, "id.invalid", Text("value"))
	CountryUnknown                = New(Invalid, "country.unknown", Text("value"))
	LanguageUnknown               = New(Invalid, "language.unknown", Text("value"))
	UserEmailNotFoundForOrganizer = Specified(Invalid, "user.email_not_found_for_organizer", Text("email"))
	EANCheckDigit                 = New(Invalid, "ean.checkDigit", Text("value", "name"))
	PoolDestination               = New(Invalid, "pool.destination", Int("index"), Text("name", "destination"))
	KeySumOver100                 = New(Invalid, "key.sumOver100", Int("step"), Text("sum"))
	CurveStep                     = New(Invalid, "curve.step", Int("seconds"), Text("value", "fileName", "column"))
)

// Lists.
var (
	ListTooLong       = New(Invalid, "list.tooLong", Int("max"))
	ListFilterInvalid = New(Invalid, "list.filterInvalid", Text("field", "value"))
	ListRangeInvalid  = New(Invalid, "list.rangeInvalid", Int("max"))
	ListSortUnknown   = New(Invalid, "list.sortUnknown", Text("field"), Texts("allowed"))
)

// Files that people send.
var (
	FileSheetsLeft       = New(Invalid, "file.sheetsLeft", Texts("sheets"))
	ImportColumnTwice    = New(Invalid, "import.columnTwice", Text("fileName", "column"))
	ImportEmpty          = New(Invalid, "import.empty", Text("fileName"))
	ImportFileName       = New(Invalid, "import.fileName", Text("fileName", "expected"))
	ImportFileRequired   = New(Invalid, "import.fileRequired")
	ImportMoreErrors     = New(Invalid, "import.moreErrors", Int("count"), Text("fileName"))
	ImportNotSpreadsheet = New(Invalid, "import.notSpreadsheet", Text("fileName"))
	ImportNotText        = New(Invalid, "import.notText", Text("fileName"))
	ImportOtherOperation = New(Invalid, "import.otherOperation", Text("fileName", "operation"))
	ImportRejected       = New(Invalid, "import.rejected", Text("fileName"))
	ImportTooLarge       = New(TooLarge, "import.tooLarge", Text("fileName"), Int("megabytes"))
	ImportTooManyRows    = New(Invalid, "import.tooManyRows", Text("fileName"), Int("max"))
	ImportTruncated      = New(Invalid, "import.truncated", Text("fileName"))
	ImportZeroAdded      = New(Invalid, "import.zeroAdded", Text("from", "to"))
	RowFields            = New(Invalid, "row.fields", Int("expected", "received"))
	UnknownFile          = Specified(Invalid, "UnknownFile", Text("fileName"))
)
