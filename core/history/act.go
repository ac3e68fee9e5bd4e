package history

import (
	"maps"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/policy"
)

// Act is what was done, in one word of the contract.
type Act string

// Changed is the act of a change that has no word of its own.
const Changed Act = "CHANGED"

// acts are the words of the permissions that changes are made with.
var acts = map[policy.Permission]Act{
	"operation:create":      "OPERATION_CREATED",
	"operation:update":      "OPERATION_UPDATED",
	"theme:update":          "THEME_UPDATED",
	"participant:create":    "SITE_CREATED",
	"participant:update":    "SITE_UPDATED",
	"participant:delete":    "SITE_DELETED",
	"participant:import":    "SITES_IMPORTED",
	"curve:import":          "CURVES_IMPORTED",
	"curve:declare":         "MONTH_DECLARED",
	"key:update":            "KEY_UPDATED",
	"key:replay":            "KEY_REPLAYED",
	"coefficient:create":    "COEFFICIENTS_MADE",
	"coefficient:update":    "COEFFICIENTS_UPDATED",
	"plan:create":           "PLAN_CREATED",
	"plan:update":           "PLAN_UPDATED",
	"subscription:create":   "SUBSCRIBED",
	"subscription:delete":   "SUBSCRIPTION_DELETED",
	"adjustment:create":     "ADJUSTMENT_MADE",
	"adjustment:update":     "DISCOUNT_ENDED",
	"adjustment:delete":     "ADJUSTMENT_WITHDRAWN",
	"invoice:publish":       "INVOICES_PUBLISHED",
	"invoice:cancel":        "INVOICE_CANCELLED",
	"invoice:delete":        "DRAFTS_DELETED",
	"invoice:send":          "INVOICES_SENT",
	"run:run":               "RUN_STARTED",
	"issuer:create":         "ISSUER_CREATED",
	"issuer:update":         "ISSUER_UPDATED",
	"client:create":         "CLIENT_CREATED",
	"client:update":         "CLIENT_UPDATED",
	"month:read":            "MONTH_TOLD",
	"curve:renew":           "SUMS_RENEWED",
	"communication:create":  "MESSAGE_SENT",
	"collection:export":     "COLLECTION_EXPORTED",
	"collection:send":       "COLLECTION_HANDED_OVER",
	"collection:cancel":     "COLLECTION_CANCELLED",
	"creditor:create":       "CREDITOR_CREATED",
	"creditor:update":       "CREDITOR_UPDATED",
	"member:create":         "MEMBER_INVITED",
	"member:update":         "MEMBER_CHANGED",
	"member:delete":         "MEMBER_REMOVED",
	"viewing:create":        "VIEWING_STARTED",
	"viewing:delete":        "VIEWING_ENDED",
	"mandate:create":        "MANDATE_CREATED",
	"mandate:update":        "MANDATE_UPDATED",
	"alert:read":            "ALERTS_FOUND",
	"alert:update":          "ALERTS_CHANGED",
	"document:create":       "DOCUMENTS_ADDED",
	"document:update":       "DOCUMENT_UPDATED",
	"document:share":        "DOCUMENT_SHARED",
	"document:delete":       "DOCUMENT_TRASHED",
	"folder:create":         "DOCUMENT_FOLDER_CREATED",
	"paper:create":          "PAPERS_MADE",
	"consent:create":        "CONSENT_GIVEN",
	"siteRequest:create":    "REQUEST_MADE",
	"siteRequest:update":    "REQUEST_ANSWERED",
	"economy:update":        "PRICES_TOLD",
	"bill:create":           "BILLS_MADE",
	"bill:update":           "BILL_CHANGED",
	"finance:update":        "FINANCES_TOLD",
	"correction:read":       "CORRECTIONS_FOUND",
	"correction:update":     "CORRECTION_DECIDED",
	"statement:create":      "STATEMENTS_DRAFTED",
	"statement:publish":     "STATEMENTS_PUBLISHED",
	"statement:delete":      "STATEMENT_DELETED",
	"statement:cancel":      "STATEMENT_CANCELLED",
	"statement:send":        "STATEMENTS_SENT",
	"payout:export":         "PAYOUT_EXPORTED",
	"payout:update":         "PAYOUT_RECORDED",
	"payout:cancel":         "PAYOUT_CANCELLED",
	"settlement:create":     "PAYMENT_RECORDED",
	"bankFile:import":       "BANK_FILE_TAKEN",
	"bankFile:update":       "BANK_LINES_CHANGED",
	"settlement:delete":     "PAYMENT_WITHDRAWN",
	"einvoicing:update":     "PLATFORM_CHANGED",
	"einvoicing:send":       "INVOICES_TRANSMITTED",
	"reminder:update":       "REMINDERS_CHANGED",
	"reminder:send":         "REMINDERS_SENT",
	"journal:update":        "ACCOUNTS_TOLD",
	"journal:export":        "JOURNAL_EXPORTED",
	"monthLock:create":      "MONTH_LOCKED",
	"monthLock:delete":      "MONTH_UNLOCKED",
	"legacyBilling:migrate": "ENGINE_MIGRATED",
	"legacyBilling:create":  "CONTRACTS_ADDED",
	"legacyBilling:update":  "CONTRACTS_CHANGED",
	"legacyBilling:delete":  "CONTRACTS_DELETED",
	"paper:update":          "PAPER_SIGNED",
	"paper:send":            "PAPER_SIGNED",
	"paperMail:send":        "MAIL_SENT",
	"data:export":           "DATA_EXPORTED",
	"report:share":          "REPORT_LINKED",
	"report:send":           "REPORTS_SENT",
}

// finer are acts that a permission covers besides its own.
var finer = []struct {
	of    policy.Permission
	holds func(l Line, d Details) bool
	act   Act
}{
	{"participant:update", func(_ Line, d Details) bool { return d.Answer != "" }, "DSO_ANSWER_RECORDED"},
	{"participant:update", func(_ Line, d Details) bool { return d.Status == "mailed" }, "MAIL_SENT"},
	{"participant:update", func(_ Line, d Details) bool { return d.Status == "accepted" }, "INVITATION_ACCEPTED"},
	{"participant:update", func(_ Line, d Details) bool { return d.Status == "declined" }, "INVITATION_DECLINED"},
	{"curve:import", func(l Line, _ Details) bool { return l.ObjectKind == "fileMapping" }, "MAPPING_UPDATED"},
	{"curve:import", func(l Line, _ Details) bool { return l.ObjectKind == "curveDropLook" || l.ObjectKind == "droppedFile" }, "FOLDER_LOOKED_AT"},
	{"curve:import", func(_ Line, d Details) bool { return d.Undone }, "IMPORT_UNDONE"},
	{"curve:import", func(l Line, d Details) bool { return d.Confirmed && d.Files == nil }, "IMPORT_CONFIRMED"},
	{"curve:import", func(_ Line, d Details) bool { return d.Suspected != nil }, "IMPORT_HELD"},
	{"curve:import", func(_ Line, d Details) bool { return d.Status == "FAILED" }, "IMPORT_REFUSED"},
	{"curve:import", func(_ Line, d Details) bool { return d.DryRun }, "IMPORT_TRIED"},
	{"curve:import", func(l Line, d Details) bool { return ways[l.Agent] != ByJob && l.ObjectKind == string(Import) }, "IMPORT_STARTED"},
	{"adjustment:create", func(l Line, _ Details) bool { return l.ObjectKind == "discount" }, "DISCOUNT_GRANTED"},
	{"adjustment:delete", func(l Line, _ Details) bool { return l.ObjectKind == "discount" }, "DISCOUNT_DELETED"},
	{"curve:declare", func(_ Line, d Details) bool { return d.Revoked }, "MONTH_REVOKED"},
	{"collection:export", func(_ Line, d Details) bool { return d.Invoices == nil }, "COLLECTION_DOWNLOADED"},
	{"mandate:create", func(l Line, _ Details) bool { return l.ObjectID.IsZero() }, "MANDATES_IMPORTED"},
	{"report:share", func(_ Line, d Details) bool { return d.Status == "revoked" || d.Status == "expired" }, "REPORT_LINK_ENDED"},
	{"document:share", func(_ Line, d Details) bool { return d.Status == "linked" }, "DOCUMENT_LINKED"},
	{"document:share", func(_ Line, d Details) bool { return d.Status == "revoked" }, "DOCUMENT_UNSHARED"},
	{"document:delete", func(_ Line, d Details) bool { return d.Status == "restored" }, "DOCUMENT_RESTORED"},
	{"document:delete", func(_ Line, d Details) bool { return d.Status == "purged" }, "DOCUMENT_PURGED"},
	{"member:create", func(_ Line, d Details) bool { return d.Status == "mailed" }, "MAIL_SENT"},
	{"paper:update", func(_ Line, d Details) bool { return d.Status == "REFUSED" }, "PAPER_REFUSED"},
	{"paper:send", func(_ Line, d Details) bool { return d.Status == "REFUSED" }, "PAPER_REFUSED"},
	{"consent:create", func(_ Line, d Details) bool { return d.Status == "WITHDRAWN" }, "CONSENT_WITHDRAWN"},
	{"run:run", func(l Line, _ Details) bool { return ways[l.Agent] == ByJob }, "RUN_ENDED"},
}

// actOf is the word of a line.
func actOf(l Line, d Details) Act {
	for _, f := range finer {
		if string(f.of) == l.Action && f.holds(l, d) {
			return f.act
		}
	}
	if act, ok := acts[policy.Permission(l.Action)]; ok {
		return act
	}
	return Changed
}

// Acts lists all words, ascending.
func Acts() []Act {
	all := append(slices.Collect(maps.Values(acts)), Changed)
	for _, f := range finer {
		all = append(all, f.act)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// readers are the permissions that lines about a resource need. What is about something else
// stands in no history of an operation.
var readers = map[string]policy.Permission{
	"operation": "operation:read", "theme": "theme:read", "participant": "participant:readOwn", "curve": "curve:read",
	"key": "key:read", "coefficient": "coefficient:read", "plan": "plan:read", "subscription": "subscription:read", "adjustment": "adjustment:read",
	"invoice": "invoice:read", "run": "run:read", "issuer": "issuer:read", "client": "client:read", "month": "month:read", "communication": "communication:read", "alert": "alert:read",
	"collection": "collection:read", "creditor": "creditor:read", "mandate": "mandate:read", "member": "member:read", "viewing": "participant:readOwn",
	"document": "document:read", "paper": "paper:read", "consent": "consent:read", "siteRequest": "siteRequest:read", "legacyBilling": "legacyBilling:read", "bill": "bill:read", "journal": "journal:read", "monthLock": "journal:read", "finance": "finance:read", "correction": "correction:read", "settlement": "settlement:read", "statement": "statement:read", "payout": "payout:read", "einvoicing": "einvoicing:read", "reminder": "reminder:read", "bankFile": "bankFile:read", "folder": "document:read",
	"data": "data:read", "report": "report:read", "paperMail": "paper:read", "economy": "economy:read",
}

// Read reports whether lines of a permission are told to anybody, and what they need.
func Read(action policy.Permission) (policy.Permission, bool) {
	resource, _, _ := strings.Cut(string(action), ":")
	need, ok := readers[resource]
	return need, ok
}
