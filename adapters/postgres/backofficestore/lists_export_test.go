package backofficestore

import "github.com/openpmo/pmo/core/backoffice"

// AdminListsWithQuery are the lists that can be read.
func AdminListsWithQuery() (lists []backoffice.List) {
	for _, l := range []backoffice.List{backoffice.Users, backoffice.Approvals, backoffice.Outbox,
		backoffice.Operations, backoffice.Participants, backoffice.Jobs} {
		if _, ok := adminQueries[l.Name]; ok {
			lists = append(lists, l)
		}
	}
	return lists
}
