package metering

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// Refusals of imports and of what they hold. Faults about a value carry its line.
var (
	// ErrRejected holds, in its items, all that is wrong with the files of an import.
	ErrRejected = fault.ImportRejected
	// ErrMore stands for further refusals that are not listed; parameter count.
	ErrMore = fault.ImportMoreErrors
	// ErrInProgress is an import while another one of the operation runs; parameter id.
	ErrInProgress = fault.New(fault.Conflict, "import.inProgress", fault.Text("id"))
	// ErrUploadInProgress is the same for upload-permanent-dataset (specification 8).
	ErrUploadInProgress = fault.Specified(fault.Conflict, "UploadInProgress", fault.Text("id"))
	// ErrFilesNumber is not the number of files the operator's upload has; parameters
	// expected, received.
	ErrFilesNumber = fault.Specified(fault.Invalid, "InvalidFilesNumber", fault.Int("expected", "received"))
	// ErrFileName is a file of an upload whose name has other characters than letters
	// without accents, digits and - _ . (specification 5); parameter fileName.
	ErrFileName = fault.New(fault.Invalid, "InvalidFileName", fault.Text("fileName"))
	// ErrUnknownFile is a file that is none of the two of an upload; parameter fileName.
	ErrUnknownFile = fault.UnknownFile
	// ErrPerimeter is files of an upload that are not of the participants of their month;
	// parameters missingConsumers, missingProducers, unexpectedConsumers,
	// unexpectedProducers, each a list of {ean, name, participantId, entryDate, exitDate},
	// and for the text missing and unexpected.
	ErrPerimeter = fault.Specified(fault.Invalid, "InconsistentPerimeter", fault.Objects("missingConsumers", "missingProducers", "unexpectedConsumers", "unexpectedProducers"), fault.Texts("missing", "unexpected"))
	// ErrPeriod is lines of other days than those of the activation; parameter
	// participants, a list as in ErrPerimeter with from and to, the days of the file; for
	// the text names.
	ErrPeriod = fault.Specified(fault.Invalid, "InvalidPeriod", fault.Objects("participants"), fault.Texts("names"))
	// ErrIncomplete is quarters of an hour that are missing; parameters consumers,
	// producers, lists as in ErrPerimeter with days, and dates, all of these days; for the
	// text names and firstDates, at most four.
	ErrIncomplete = fault.Specified(fault.Invalid, "IncompleteData", fault.Objects("consumers", "producers"), fault.Texts("dates", "firstDates", "names"), fault.Text("fileName"))
	// ErrOtherOperation is a file that bears the name of another operation; parameters
	// fileName, operation (the one it was sent to).
	ErrOtherOperation = fault.ImportOtherOperation
	// ErrFileTooLarge is a file over the limit; parameters fileName, megabytes.
	ErrFileTooLarge = fault.ImportTooLarge
	// ErrNoFiles is an import without any file.
	ErrNoFiles = fault.ImportFileRequired
	// ErrTooManyFiles is an import of more files than one takes; parameter max.
	ErrTooManyFiles = fault.New(fault.Invalid, "import.tooManyFiles", fault.Int("max"))
	// ErrNoValues is files that hold not one value.
	ErrNoValues = fault.ImportEmpty
	// ErrNothingGiven is a pull to which the operator's service answered without one value; parameters
	// from, to, the days asked for.
	ErrNothingGiven = fault.New(fault.Invalid, "pull.nothingGiven", fault.Text("from", "to"))
	// ErrMappingNeeded is a file that leaves something open; parameters fileName,
	// questions.
	ErrMappingNeeded = fault.New(fault.Invalid, "import.mappingNeeded", fault.Text("fileName"), fault.Texts("questions"))
	// ErrSuspected is an import that was not confirmed, and holds its months that look like a
	// mistake in its items; parameter count.
	ErrSuspected = fault.New(fault.Conflict, "import.suspected", fault.Int("count"))
	// ErrNotHeld is a yes to an import that does not wait for one; parameter status.
	ErrNotHeld = fault.New(fault.Conflict, "import.notHeld", fault.Text("status"))
	// ErrNotUndoable is undoing an import that stored nothing; parameter status.
	ErrNotUndoable = fault.New(fault.Conflict, "import.notUndoable", fault.Text("status"))
	// ErrUndoLater is undoing an import while a later one stands on what it stored;
	// parameters id (of the later one), month.
	ErrUndoLater = fault.New(fault.Conflict, "import.laterImport", fault.Text("id"))
	// ErrUndoInvoiced is undoing what published invoices rest on; parameter month.
	ErrUndoInvoiced = fault.New(fault.Conflict, "import.undoInvoiced", fault.Text("month"))
	// ErrUndone is an upload that was undone, where people ask what became of it.
	ErrUndone = fault.New(fault.Conflict, "import.undone")
	// ErrImportNotFound is an import that is not there.
	ErrImportNotFound = fault.New(fault.NotFound, "import.notFound")
	// ErrAbandoned closes an import whose job is gone.
	ErrAbandoned = fault.New(fault.Internal, "import.abandoned")

	// ErrUnknownSite is a number no participant of the operation has; parameter value.
	ErrUnknownSite = fault.New(fault.Invalid, "prm.unknown", fault.Text("value", "fileName"))
	// ErrOutside is a value on a day the site does not take part; parameters value
	// (the number), date.
	ErrOutside = fault.New(fault.Invalid, "curve.outsideActivation", fault.Text("value", "date", "fileName"))
	// ErrNatureOfSite is a nature that a site of its kind has not, as a producer's
	// Surplus at a consumer; parameters value, nature.
	ErrNatureOfSite = fault.New(fault.Invalid, "curve.natureOfSite", fault.Text("value", "nature", "fileName", "name"))
	// ErrDuplicate is two values of one site, nature and step in a file; parameters
	// value, date.
	ErrDuplicate = fault.New(fault.Invalid, "curve.duplicate", fault.Text("value", "date", "fileName", "nature"))
	// ErrFuture is a value of a step that is still to come; parameters value, date.
	ErrFuture = fault.New(fault.Invalid, "curve.inFuture", fault.Text("value", "date", "fileName"))
	// ErrReadingFuture is a reading of a period that has not ended; parameters value, date.
	ErrReadingFuture = fault.New(fault.Invalid, "reading.inFuture", fault.Text("value", "date", "fileName"))
	// ErrFilesDiffer is two files of one import with other values for the same steps of a
	// site and nature: neither is the later one; parameters value, nature, date, fileName,
	// otherFile.
	ErrFilesDiffer = fault.New(fault.Invalid, "curve.filesDiffer", fault.Text("value", "nature", "date", "fileName", "otherFile"))
	// ErrSharedInPart is Autoconso sent for a month of an operation where pmo shares, and
	// not for all of its consumers and days; parameters value, name, month, count (days),
	// date (the first).
	ErrSharedInPart = fault.New(fault.Invalid, "curve.sharedInPart", fault.Text("value", "name", "month", "date"), fault.Int("count"))
	// ErrNegative is energy below zero; parameter value.
	ErrNegative = fault.New(fault.Invalid, "curve.negative", fault.Text("value", "fileName", "column"))
	// ErrValue is more energy than a step of a site can have; parameters value,
	// maxKilowattHours.
	ErrValue = fault.New(fault.Invalid, "curve.outOfRange", fault.Text("value", "fileName"), fault.Int("maxKilowattHours"))
	// ErrStep is a step no curve has; parameter seconds.
	ErrStep = fault.CurveStep
	// ErrOffGrid is a step that begins beside its grid, as a quarter of an hour at 10:07;
	// parameters value, date, minutes.
	ErrOffGrid = fault.New(fault.Invalid, "curve.offGrid", fault.Int("minutes"), fault.Text("value", "date", "fileName", "column"))
)

// Months of new values that must be confirmed (docs/adr/0016); parameters value (the number),
// name, nature, month, beforeKilowattHours, afterKilowattHours.
var (
	// ErrSuspectLost is definitive energy that would all but vanish.
	ErrSuspectLost = fault.New(fault.Conflict, "curve.suspectedLoss", fault.Text("value", "name", "nature", "month", "beforeKilowattHours", "afterKilowattHours"))
	// ErrSuspectReplaced is far more, or far less, than what is replaced.
	ErrSuspectReplaced = fault.New(fault.Conflict, "curve.suspectedChange", fault.Text("value", "name", "nature", "month", "beforeKilowattHours", "afterKilowattHours"))
	// ErrSuspectPower is a day whose mean is above what the contract allows; parameter
	// kilowatts in place of beforeKilowattHours.
	ErrSuspectPower = fault.New(fault.Conflict, "curve.suspectedPower", fault.Text("value", "name", "nature", "month", "kilowatts", "afterKilowattHours"))
	// ErrSuspectPrevious is a mean day of about a thousand times, or a thousandth of, that
	// of the month before.
	ErrSuspectPrevious = fault.New(fault.Conflict, "curve.suspectedFactor", fault.Text("value", "name", "nature", "month", "beforeKilowattHours", "afterKilowattHours"))
)

// Refusals of mappings.
var (
	// ErrMappingNotFound is a mapping that is not there.
	ErrMappingNotFound = fault.New(fault.NotFound, "fileMapping.notFound")
	// ErrMappingExists is a second mapping for one header.
	ErrMappingExists = fault.New(fault.Conflict, "fileMapping.exists")
	// ErrChanged is a mapping or a declaration that somebody changed meanwhile.
	ErrChanged = fault.ObjectChanged
	// ErrMappingName is no name, or one that is too long; parameter max.
	ErrMappingName = fault.New(fault.Invalid, "fileMapping.name", fault.Int("max"))
	// ErrMappingFingerprint is no fingerprint of a header.
	ErrMappingFingerprint = fault.New(fault.Invalid, "fileMapping.fingerprint")
	// ErrMappingYear is a year no curve is of; parameter value.
	ErrMappingYear = fault.New(fault.Invalid, "fileMapping.year", fault.Int("value"))
	// ErrMappingWord is an answer that is none of the possible ones.
	ErrMappingWord = fault.New(fault.Invalid, "fileMapping.word")
	// ErrMappingSite is a site in a mapping that the heading of its column does not name;
	// parameters value, column.
	ErrMappingSite = fault.New(fault.Invalid, "fileMapping.site", fault.Text("value", "column"))
	// ErrMappingColumn is a column that is not there, or answered twice; parameter value.
	ErrMappingColumn = fault.New(fault.Invalid, "fileMapping.column", fault.Int("value"))
)

// Warnings: they change nothing.
var (
	// WarnOutside is values left out since the site did not take part; parameters
	// value, days, from, to.
	WarnOutside = fault.New(fault.Invalid, "curve.leftOut", fault.Text("value", "nature", "from", "to"), fault.Int("days"))
	// WarnPower is values above 1.2 times the contract power; parameters value, count.
	WarnPower = fault.New(fault.Invalid, "curve.abovePower", fault.Text("value"), fault.Int("count"))
	// WarnGap is days without all their values; parameters value, nature, count, days.
	WarnGap = fault.New(fault.Invalid, "curve.gap", fault.Text("value", "nature"), fault.Int("count"), fault.Texts("days"))
	// WarnLessFinal is days whose values were definitive and are no longer: a file that is
	// not definitive has replaced them; parameters value, nature, count, days.
	WarnLessFinal = fault.New(fault.Invalid, "curve.lessFinal", fault.Text("value", "nature"), fault.Int("count"), fault.Texts("days"))
	// WarnInvoiced is days that change though their month is on published invoices, which
	// stay as they are; parameters month, count, days.
	WarnInvoiced = fault.New(fault.Invalid, "curve.invoicedMonth", fault.Text("month"), fault.Int("count"), fault.Texts("days"))
	// WarnNotCharged is days that change though their month was billed without anything to
	// pay; the next run bills it again. Parameters month, count, days.
	WarnNotCharged = fault.New(fault.Invalid, "curve.notChargedMonth", fault.Text("month"), fault.Int("count"), fault.Texts("days"))
	// WarnDeclared is days that change though an organizer has declared their month
	// definitive; parameters month, count, days.
	WarnDeclared = fault.New(fault.Invalid, "curve.declaredMonth", fault.Text("month"), fault.Int("count"), fault.Texts("days"))
	// WarnExternal is curves of an external nature in an operation without ACI, which show
	// nowhere; parameters nature, count (sites).
	WarnExternal = fault.New(fault.Invalid, "curve.externalWithoutAci", fault.Text("nature"), fault.Int("count"))
	// WarnIndex is a curve that only ever rises, as the index of a meter does; parameters
	// value, nature, count (steps).
	WarnIndex = fault.New(fault.Invalid, "curve.looksLikeIndex", fault.Text("value", "nature"), fault.Int("count"))
	// WarnSilent is sites of an operation where pmo shares that have sent nothing of a month
	// yet, so that nothing is shared out on their days; parameters month, count, names.
	WarnSilent = fault.New(fault.Invalid, "curve.siteSilent", fault.Text("month", "names"), fault.Int("count"))
	// WarnBalance is steps at which consumers received more than was made; parameters
	// month, count.
	WarnBalance = fault.New(fault.Invalid, "curve.balance", fault.Text("month"), fault.Int("count"))
)

// Warnings of a Sibelga upload; value is the number, name that of its participant.
var (
	// WarnOutsideMonth is values left out since the monthly file has not their month;
	// parameters fileName, count.
	WarnOutsideMonth = fault.New(fault.Invalid, "upload.outsideMonth", fault.Text("fileName"), fault.Int("count"))
	// WarnSum is quarters that do not add up to the monthly volume; parameters value,
	// name, month, volume (shared, complement, given, surplus), monthlyKwh, quartersKwh.
	WarnSum = fault.New(fault.Invalid, "upload.sumDiffers", fault.Text("value", "name", "month", "volume", "monthlyKwh", "quartersKwh"))
	// WarnCostsRepeated is equal totals of network costs on both registers; parameters
	// value, name.
	WarnCostsRepeated = fault.New(fault.Invalid, "upload.costsRepeated", fault.Text("value", "name"))
	// WarnRegister is other registers than in the month before; parameters value, name,
	// month, from, to.
	WarnRegister = fault.New(fault.Invalid, "upload.registerChanged", fault.Text("value", "name", "month"), fault.Texts("from", "to"))
	// WarnCheckDigit is an EAN whose last digit is not the one GS1 computes; parameters
	// value, name.
	WarnCheckDigit = fault.EANCheckDigit
)

// Refusals of questions and declarations.
var (
	// ErrOrder is a range whose end is before its start (specification 5).
	ErrOrder = civil.ErrReversed
	// ErrTooLong is a range over twelve months; parameter months.
	ErrTooLong = civil.ErrTooLong
	// ErrMonthOpen is declaring a month that is not over; parameter month.
	ErrMonthOpen = fault.New(fault.Invalid, "definitiveMonth.notPast", fault.Text("month"))
	// ErrMonthEmpty is declaring a month without data; parameter month.
	ErrMonthEmpty = fault.New(fault.Conflict, "definitiveMonth.noData", fault.Text("month"))
	// ErrMonthDeclared is declaring a month twice; parameter month.
	ErrMonthDeclared = fault.New(fault.Conflict, "definitiveMonth.exists", fault.Text("month"))
	// ErrMonthInvoiced is revoking what invoices rest on; parameter month.
	ErrMonthInvoiced = fault.New(fault.Conflict, "definitiveMonth.invoiced", fault.Text("month"))
	// ErrMonthNotDeclared is revoking what was not declared; parameter month.
	ErrMonthNotDeclared = fault.New(fault.NotFound, "definitiveMonth.notFound", fault.Text("month"))
	// ErrRollup is a stored sum no code here wrote; parameter reason.
	ErrRollup = fault.New(fault.Internal, "rollup.corrupt", fault.Text("reason"))
)
