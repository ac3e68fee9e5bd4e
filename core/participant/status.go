package participant

import "github.com/openpmo/pmo/core/civil"

// The operator's words that mean something here.
const (
	StatusInForce = "EN_VIGUEUR"   // in the perimeter
	StatusAsked   = "EN_COURS"     // ours: asked, no answer yet
	WordDataError = "NO_TRAIL_ERR" // refused, or wrong data; as status or as action
	ActionCreate  = "CREATION"
	ActionChange  = "MODIFICATION"
	ActionRemove  = "SUPPRESSION"
)

// The words that may be given. A stored one that is none of them, of an operator's own
// answer, stays as it is and is read by the table below.
var (
	statusWords = []string{StatusInForce, StatusAsked, WordDataError}
	actionWords = []string{ActionCreate, ActionChange, ActionRemove, WordDataError}
)

// FolderStatus says how far the folder of a site with its operator is.
type FolderStatus string

// The folder statuses of specification section 4, in their sort order.
const (
	FolderCreating   FolderStatus = "creating"   // 'demande d'entrée en cours'
	FolderProcessing FolderStatus = "processing" // 'en cours de traitement'
	FolderUp         FolderStatus = "up"         // 'intégré au périmètre'
	FolderDeleting   FolderStatus = "deleting"   // 'demande de sortie en cours'
	FolderDeleted    FolderStatus = "deleted"    // 'sortie du périmètre'
	FolderError      FolderStatus = "error"      // 'erreur de données'
)

// FolderStatuses lists them in the order tables sort by.
func FolderStatuses() []FolderStatus {
	return []FolderStatus{FolderCreating, FolderProcessing, FolderUp, FolderDeleting, FolderDeleted, FolderError}
}

// FolderStatusOf is the table of specification section 4, in the order of
// domain 3.4. A day is past when it is earlier than today, in the operator's
// zone.
func FolderStatusOf(status, action string, activation *civil.Range, today civil.Date) FolderStatus {
	entryPast := activation != nil && activation.From < today
	exitPast := activation != nil && activation.To <= today // To is the day after the last one
	switch {
	case status == WordDataError || action == WordDataError:
		return FolderError
	case exitPast:
		return FolderDeleted
	case status == "" || action == "":
		return FolderError
	case status == StatusInForce && action == ActionRemove:
		return FolderDeleted
	case status == StatusInForce:
		return FolderUp
	case action == ActionRemove:
		return FolderDeleting
	case action == ActionCreate && entryPast:
		return FolderUp
	case action == ActionCreate:
		return FolderCreating
	default:
		return FolderProcessing
	}
}
