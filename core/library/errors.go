package library

import "github.com/openpmo/pmo/core/fault"

// Faults of folders and names.
var (
	// ErrNameTaken is a name that something else in the folder has; parameter name.
	ErrNameTaken = fault.New(fault.Conflict, "documents.nameTaken", fault.Text("name"))
	// ErrName is what no folder or file may be called; parameter name.
	ErrName = fault.New(fault.Invalid, "documents.name", fault.Text("name"))
	// ErrExtension is a new name that makes another type of a document; parameter name.
	ErrExtension = fault.New(fault.Invalid, "documents.extension", fault.Text("name"))
	// ErrFolderUnknown is a folder that is not there, or in the trash.
	ErrFolderUnknown = fault.New(fault.Invalid, "documents.folderUnknown")
	// ErrDepth is a folder further down than a tree goes; parameter max.
	ErrDepth = fault.New(fault.Invalid, "documents.tooDeep", fault.Int("max"))
	// ErrCycle is a folder that is moved into itself.
	ErrCycle = fault.New(fault.Invalid, "documents.cycle")
	// ErrTooMany is more than an operation keeps, the trash included; parameter max.
	ErrTooMany = fault.New(fault.Conflict, "documents.tooMany", fault.Int("max"))
	// ErrFull is more bytes than an operation keeps, versions and trash included; parameter gigabytes.
	ErrFull = fault.New(fault.Conflict, "documents.full", fault.Int("gigabytes"))
	// ErrNotTrashed is something to restore or purge that is not in the trash.
	ErrNotTrashed = fault.New(fault.Conflict, "documents.notTrashed")
	// ErrNoDocument is a folder where a document is needed.
	ErrNoDocument = fault.New(fault.Invalid, "documents.noDocument")
)

// Faults of files.
var (
	// ErrUpload holds everything that is wrong with files that were sent.
	ErrUpload = fault.New(fault.Invalid, "documents.upload")
	// ErrCount is more files than are taken together, or none; parameter max.
	ErrCount = fault.New(fault.Invalid, "documents.count", fault.Int("max"))
	// ErrSize is a file of too many bytes; parameters fileName, megabytes.
	ErrSize = fault.New(fault.Invalid, "documents.size", fault.Text("fileName"), fault.Int("megabytes"))
	// ErrEmpty is a file without content; parameter fileName.
	ErrEmpty = fault.New(fault.Invalid, "documents.empty", fault.Text("fileName"))
	// ErrType is a file of a type that is not kept, or whose content is another; parameter fileName.
	ErrType = fault.New(fault.Invalid, "documents.type", fault.Text("fileName"))
	// ErrTwice is a name that two files have, sent together; parameter fileName.
	ErrTwice = fault.New(fault.Invalid, "documents.twice", fault.Text("fileName"))
	// ErrVersions is a document of so many versions that none is added; parameters fileName, max.
	ErrVersions = fault.New(fault.Conflict, "documents.versions", fault.Text("fileName"), fault.Int("max"))
	// ErrNoPreview is a document that is no PDF and no picture.
	ErrNoPreview = fault.New(fault.Invalid, "documents.noPreview")
	// ErrArchive is more than goes into one archive; parameters max, megabytes.
	ErrArchive = fault.New(fault.Invalid, "documents.archive", fault.Int("max", "megabytes"))
)

// Faults of sharing.
var (
	// ErrSiteUnknown is a site that is not of the operation; parameter id.
	ErrSiteUnknown = fault.New(fault.Invalid, "documents.siteUnknown", fault.Text("id"))
	// ErrShares is one share more than an entry has; parameter max.
	ErrShares = fault.New(fault.Conflict, "documents.shares", fault.Int("max"))
	// ErrNobody is a share with nobody.
	ErrNobody = fault.New(fault.Invalid, "documents.nobody")
	// ErrLinks is one link more than a document has; parameter max.
	ErrLinks = fault.New(fault.Conflict, "documents.links", fault.Int("max"))
	// ErrLinkEnd is a last day before today, or too far away; parameter days.
	ErrLinkEnd = fault.New(fault.Invalid, "documents.linkEnd", fault.Int("days"))
	// ErrLink is a link that was changed, has expired or was revoked, or whose document is gone: who
	// follows it is not told which.
	ErrLink = fault.New(fault.NotFound, "documents.linkOver")
)
