package removal_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/assembly"
	"github.com/openpmo/pmo/core/participant/removal"
	"github.com/openpmo/pmo/core/policy"
)

// world is the town with the service that removes sites; billing hears of it.
type world struct {
	*coretest.Billing
	S     *removal.Service
	moved []string
}

// Publish of event.Publisher.
func (w *world) Publish(ctx context.Context, e event.Event) error {
	switch e := e.(type) {
	case participant.Deleted:
		return w.Contracts.ParticipantDeleted(ctx, e.OperationID, e.ParticipantID)
	case participant.PerimeterChanged:
		w.moved = append(w.moved, e.Days.String())
	}
	return nil
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Billing: coretest.Town(t)}
	store, accounts := participantstore.NewParticipants(w.DB), operationstore.NewAccounts(w.DB)
	operations := operation.New(operation.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Operations: operationstore.NewOperations(w.DB),
		Members: operationstore.NewMembers(w.DB), Accounts: accounts, Sites: store})
	w.S = assembly.Assemble(assembly.Parts{Guard: w.Guard, Tx: w.DB, Now: w.Now, Participants: store, Operations: operations, Accounts: accounts,
		Events: w, Curves: meteringstore.NewCurves(w.DB), Invoices: invoicestore.NewBilledDays(w.DB)}).Removal
	return w
}

// newcomer is a site that waits for its entry, with a client and a subscription.
func (w *world) newcomer(status, action, activation string) id.ID {
	w.T.Helper()
	site := w.Site("Gare", "consumer", activation)
	w.Exec("update participants set dso_status = $2, dso_action = $3 where id = $1", site, status, action)
	w.Client("Gare", "", "individual", site)
	w.Subscribe(site, w.Sites["Commune"], "2026-12-01")
	return site
}

func (w *world) has(site id.ID) bool {
	w.T.Helper()
	var n int
	require.NoError(w.T, w.DB.Pool().QueryRow(w.T.Context(), "select count(*) from participants where id = $1", site).Scan(&n))
	return n == 1
}

// TestASiteThatNeverTookPartIsRemoved: with its subscription and its place at its client, which
// stays; the days of the perimeter are summed again, and the trail says who it was.
func TestASiteThatNeverTookPartIsRemoved(t *testing.T) {
	t.Parallel()
	for name, folder := range map[string][2]string{"creating": {"EN_COURS", "CREATION"}, "error": {"NO_TRAIL_ERR", "CREATION"}} {
		w := newWorld(t)
		site := w.newcomer(folder[0], folder[1], "[2026-12-01,)")
		subscriptions, clients := w.Count("subscriptions"), w.Count("billable_entities")
		require.NoError(t, w.S.Delete(t.Context(), w.Organizer, site, 1), name)
		require.False(t, w.has(site))
		require.Equal(t, []int{subscriptions - 1, clients}, []int{w.Count("subscriptions"), w.Count("billable_entities")})
		require.Len(t, w.moved, 1)
		var who string
		require.NoError(t, w.DB.Pool().QueryRow(t.Context(), `select details->>'name' from audit_entries where action = 'participant:delete' and object_id = $1`, site).Scan(&who))
		require.Equal(t, "Gare", who)
		require.Equal(t, "notFound", fault.KeyOf(w.S.Delete(t.Context(), w.Organizer, site, 0)), "it is gone")
	}
}

// TestWhatTookPartStays: each reason has its own key, and nothing is removed.
func TestWhatTookPartStays(t *testing.T) {
	t.Parallel()
	for wanted, before := range map[string]func(w *world, site id.ID){
		"participant.tookPart": func(w *world, site id.ID) {
			w.Exec("update participants set dso_status = 'EN_VIGUEUR' where id = $1", site)
		},
		"participant.hasCurves": func(w *world, site id.ID) {
			curves := coretest.NewCurves(t, w.Billing)
			for _, sites := range curves.Watts {
				delete(sites, "00000000000007")
			}
			curves.Load(t, metering.Conso, "")
			w.Exec("update participants set dso_id = (select dso_id from participants where id = $2) where id = $1", site, w.Sites["Mairie"])
			// Nobody else has the number any more: what was measured is of nobody but this site.
			w.Exec("update participants set dso_id = '99100000099999' where id = $1", w.Sites["Mairie"])
		},
		"participant.hasInvoices": func(w *world, site id.ID) {
			w.Run("2026-10-31")
			w.Exec("update invoice_lines set consumer_id = $1", site)
		},
		"participant.hasBills": func(w *world, site id.ID) {
			file := id.New()
			w.Exec(`insert into documents (id, operation_id, kind, sha256, size, content_type, state, expected_at)
				values ($1, $2, 'bills', decode(repeat('00', 32), 'hex'), 1, 'application/pdf', 'STORED', now())`, file, w.Operation)
			w.Exec(`insert into legacy_bills (operation_id, id, bill_type, producer_id, first_day, end_day, cycle_start, cycle_end, quantity, amount_cents, due_on,
				document_name, document_id, payment_status, created_at)
				values ($1, $2, 'producer', $3, '2026-10-01', '2026-11-01', '2026-10-01', '2026-11-01', 0, 0, '2026-12-01', 'f', $4, 'PENDING', now())`, w.Operation, id.New(), site, file)
		},
		"participant.inKey": func(w *world, site id.ID) {
			config := id.New()
			w.Exec(`insert into allocation_configs (operation_id, id, version, type, effective_date, author_id, created_at, hash)
				values ($1, $2, 9, 'by_priority', '2027-01-01', $3, now(), decode(repeat('00', 16), 'hex'))`, w.Operation, config, w.Organizer.UserID)
			w.Exec("insert into allocation_params (operation_id, config_id, consumer_id, value_e4) values ($1, $2, $3, 10000)", w.Operation, config, site)
		},
		"object.changed": func(w *world, site id.ID) { w.Exec("update participants set version = 2 where id = $1", site) },
	} {
		w := newWorld(t)
		site := w.newcomer("EN_COURS", "CREATION", "[2026-12-01,)")
		before(w, site)
		err := w.S.Delete(t.Context(), w.Organizer, site, 1)
		require.Equal(t, wanted, fault.KeyOf(err), "%v", err)
		require.True(t, w.has(site), wanted)
		require.Len(t, w.Subscriptions(), w.Count("subscriptions"), "%s: nothing ended", wanted)
	}
}

// TestWhatWasMeasuredIsOfWhoHadTheNumber on that day: curves of days on which another site had the number keep no
// site, those of a day more do, and who was active with another number has nothing to do with them.
func TestWhatWasMeasuredIsOfWhoHadTheNumber(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		others string // days of the site that had the number
		wanted string
	}{
		"all of them":         {"[2026-01-01,2026-12-01)", ""},
		"to the last of them": {"[2026-01-01,2026-11-01)", ""},
		"from the first":      {"[2026-10-01,2026-12-01)", ""},
		"all but the last":    {"[2026-01-01,2026-10-31)", "participant.hasCurves"},
		"all but the first":   {"[2026-10-02,2026-12-01)", "participant.hasCurves"},
		"none":                {"", "participant.hasCurves"},
	} {
		w := newWorld(t)
		site := w.newcomer("EN_COURS", "CREATION", "[2026-12-01,)")
		curves := coretest.NewCurves(t, w.Billing)
		for _, sites := range curves.Watts {
			delete(sites, "00000000000007")
		}
		curves.Load(t, metering.Conso, "")
		w.Exec("update participants set activation = nullif($2, '')::daterange where id = $1", w.Sites["Mairie"], c.others)
		w.Exec("update participants set dso_id = (select dso_id from participants where id = $2) where id = $1", site, w.Sites["Mairie"])
		w.Exec("update participants set activation = '[2026-01-01,)' where id = $1", w.Sites["Boulangerie"])
		err := w.S.Delete(t.Context(), w.Organizer, site, 1)
		require.Equal(t, c.wanted != "", w.has(site), name)
		if c.wanted == "" {
			require.NoError(t, err, name)
			continue
		}
		require.Equal(t, c.wanted, fault.KeyOf(err), "%s: %v", name, err)
	}
}

// TestRemovingSeveralRemovesEachByItself: a refused one keeps no other; one of another operation is
// none; who may not is told so before.
func TestRemovingSeveralRemovesEachByItself(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.newcomer("EN_COURS", "CREATION", "[2026-12-01,)")
	w.Exec("update participants set dso_status = 'EN_VIGUEUR', dso_action = 'CREATION' where id = $1", w.Sites["Mairie"])
	results, err := w.S.DeleteAll(t.Context(), w.Organizer, w.Operation, []id.ID{w.Sites["Mairie"], site, id.New(), site})
	require.NoError(t, err)
	keys := make([]string, len(results))
	for i, r := range results {
		if r.Refused != nil {
			keys[i] = r.Refused.Key
		}
	}
	require.Equal(t, []string{"participant.tookPart", "", "participant.notFound"}, keys)
	require.False(t, w.has(site))
	_, err = w.S.DeleteAll(t.Context(), w.Organizer, w.Operation, make([]id.ID, 0))
	require.NoError(t, err)
	many := make([]id.ID, removal.MaxSites+1)
	for i := range many {
		many[i] = id.New()
	}
	_, err = w.S.DeleteAll(t.Context(), w.Organizer, w.Operation, many)
	require.Equal(t, "list.tooLong", fault.KeyOf(err))
	for _, who := range []policy.Principal{w.Observer(), w.Account("Mairie")} {
		_, err = w.S.DeleteAll(t.Context(), who, w.Operation, []id.ID{w.Sites["Mairie"]})
		require.Equal(t, "forbidden", fault.KeyOf(err))
		require.Equal(t, "forbidden", fault.KeyOf(w.S.Delete(t.Context(), who, w.Sites["Mairie"], 0)))
	}
}
