//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"slices"

	"codeberg.org/go-pdf/fpdf"
	"github.com/jackc/pgx/v5"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/internal/dev/archivefigures"
	"github.com/openpmo/pmo/internal/dev/sitefigures"
)

// bills invoices the consumers of the large town for some months, each month a run of
// its own: drafts, numbers, documents. Beside it a row is inserted for each of them,
// and a bare page drawn.
func bills(ctx context.Context, w *world, r *results) error {
	scope := billing.Scope{OperationID: w.large.id}
	if err := w.sell(ctx, w.large, "COM"); err != nil {
		return err
	}
	var write, wall, documents, single, page, numbers, drawn, kept []float64
	for i := range turns + 1 {
		upTo := civil.NewMonth(year, 1).Add(i+1).First() - 1
		n, run, c, err := w.run(ctx, scope, upTo)
		if err != nil {
			return err
		}
		published, err := w.publish(ctx, scope, run)
		if err != nil {
			return err
		}
		rival, err := w.insertEach(ctx, n)
		if err != nil {
			return err
		}
		bare, err := w.cluster.cost(func() error { return drawPages(published.documents) })
		if err != nil {
			return err
		}
		if i == 0 {
			continue // prepares statements and fonts
		}
		count := float64(n)
		write, wall = append(write, count/c.cpu.Seconds()), append(wall, count/c.wall.Seconds())
		each := (c.cpu.Seconds()+published.numbers.cpu.Seconds())/count + published.stored.cpu.Seconds()/float64(published.documents)
		kept = append(kept, published.stored.server.Seconds()/float64(published.documents)*1e6)
		drawn = append(drawn, published.stored.cpu.Seconds()/float64(published.documents)*1e6-kept[len(kept)-1])
		documents, numbers = append(documents, 1/each), append(numbers, 2_000*published.numbers.server.Seconds()/count)
		single, page = append(single, count/rival.cpu.Seconds()), append(page, float64(published.documents)/bare.cpu.Seconds())
	}
	r.compare("billrun-write", "invoices a cpu-second", measured{"drafts computed and written", write}, measured{"three INSERTs each, one commit", single})
	r.tell("billrun-write: %.0f a second on the wall; numbers: 2 000 are %.2f s of the database's processor, from %.2f to %.2f s; a document drawn and stored %.0f us of ours and %.0f of the database's",
		median(wall), median(numbers), quantile(numbers, 0), quantile(numbers, 1), median(drawn), median(kept))
	r.compare("billrun-documents", "a cpu-second", measured{"invoices with numbers, PDF/A-3 with XML, stored", documents}, measured{"a bare page of the same library", page})
	return nil
}

// sell subscribes every consumer of a town to the first producer, each as a client; the seller is the same
// everywhere, with a series in each.
func (w *world) sell(ctx context.Context, t town, series string) error {
	scope, producer := billing.Scope{OperationID: t.id}, t.sites[0].id
	regime := "normal"
	_, err := w.billing.Entities.CreateBillingEntity(ctx, w.organizer, scope, entity.BillingEntityChange{
		IdentityChange: entity.IdentityChange{Name: new("Commune"), Street: new("1 place de la Mairie"), PostCode: new("35300"), City: new("Fougères"),
			LegalNumber: new("444608442"), VATRegime: &regime},
		IBAN: new("FR14 2004 1010 0505 0001 3M02 606"), SeriesCode: &series, ProducerIDs: []id.ID{producer}})
	if err != nil {
		return err
	}
	// The back-office says yes to the number, without which nothing is published.
	if _, err := w.db.Pool().Exec(ctx, "update seller_claims set status = 'CONFIRMED', decided_at = now()"); err != nil {
		return err
	}
	plan, err := w.billing.Contracts.CreatePlan(ctx, w.organizer, scope, contract.PlanInput{Name: "Plan", Period: billing.Monthly, Method: billing.Transfer,
		Charges: []billing.Charge{{Code: "E", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 112_000}, {Code: "F", Type: billing.Fixed, Price: 1_500_000}}})
	if err != nil {
		return err
	}
	in := contract.SubscriptionsInput{PlanID: plan.ID, Days: civil.Range{From: civil.NewDate(year, 1, 1), To: civil.Forever}}
	var clients, links [][]any
	for i, s := range t.sites {
		if s.producer {
			continue
		}
		client := id.New()
		clients = append(clients, []any{scope.OperationID, client, fmt.Sprintf("Client %04d", i), "1 rue Haute", "35300", "Fougères", "FR", "none", "individual", "fr", "client@exemple.org", now()})
		links = append(links, []any{scope.OperationID, s.id, client})
		in.Pairs = append(in.Pairs, billing.Pair{ConsumerID: s.id, ProducerID: producer})
	}
	if err := w.copyAll(ctx, "billable_entities", []string{"operation_id", "id", "name", "street", "post_code", "city", "country", "vat_regime", "consumer_type", "language", "email", "created_at"}, clients); err != nil {
		return err
	}
	if err := w.copyAll(ctx, "billable_entity_consumers", []string{"operation_id", "consumer_id", "billable_entity_id"}, links); err != nil {
		return err
	}
	_, err = w.billing.Contracts.SubscribeAll(ctx, w.organizer, scope, in)
	if err == nil {
		_, err = w.db.Pool().Exec(ctx, "analyze")
	}
	return err
}

func (w *world) copyAll(ctx context.Context, table string, names []string, rows [][]any) error {
	_, err := w.db.Pool().CopyFrom(ctx, pgx.Identifier{table}, names, pgx.CopyFromRows(rows))
	return err
}

// run computes and stores the drafts of everything due, as the jobs of a run do.
func (w *world) run(ctx context.Context, scope billing.Scope, upTo civil.Date) (n int, runID id.ID, c cost, err error) {
	c, err = w.cluster.cost(func() error {
		run, err := w.billing.Runs.StartRun(ctx, w.organizer, scope, billrun.RunInput{BillUpTo: &upTo})
		if err != nil {
			return err
		}
		runID = run.ID
		for batch := range run.Batches {
			if err := w.billing.Runs.BillBatch(ctx, scope.OperationID, run.ID, batch); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, runID, c, err
	}
	done, err := w.billing.Runs.Run(ctx, w.organizer, scope, runID)
	if err != nil {
		return 0, runID, c, err
	}
	pending, success, failure := done.Progress()
	if pending+failure > 0 || success == 0 {
		err = fmt.Errorf("the run up to %s made %d invoices, %d failed, %d are pending: %+v", upTo, success, failure, pending, done.Items[0].Failure)
	}
	return success, runID, c, err
}

// published is what numbers and documents cost.
type published struct {
	numbers, stored cost
	documents       int
}

// publish numbers all invoices of a run and stores the documents of some. Only the first
// producer sells here, so what the others delivered is knowingly billed to nobody.
func (w *world) publish(ctx context.Context, scope billing.Scope, runID id.ID) (p published, err error) {
	var ids []id.ID
	p.numbers, err = w.cluster.cost(func() error {
		results, err := w.billing.Publication.PublishInvoices(ctx, w.organizer, scope, billing.Selection{RunID: runID, ConfirmUnpriced: true})
		for _, one := range results {
			if err == nil && one.Refused != nil {
				err = one.Refused
			}
			ids = append(ids, one.ID)
		}
		return err
	})
	if err != nil {
		return p, err
	}
	p.documents = min(len(ids), 300)
	p.stored, err = w.cluster.cost(func() error { return w.billing.Documents.StoreDocuments(ctx, scope.OperationID, ids[:p.documents]) })
	return p, err
}

// insertEach is the rival of the writing: an invoice and two lines by three statements,
// nothing computed, no constraint but the keys.
func (w *world) insertEach(ctx context.Context, n int) (cost, error) {
	_, err := w.db.Pool().Exec(ctx, `drop table if exists bench_lines, bench_invoices;
		create table bench_invoices (id uuid primary key, client text not null, period daterange not null, cents bigint not null);
		create table bench_lines (invoice_id uuid not null, position integer not null, label text not null, quantity bigint not null, price bigint not null, cents bigint not null,
			primary key (invoice_id, position))`)
	if err != nil {
		return cost{}, err
	}
	return w.cluster.cost(func() error {
		return pgx.BeginFunc(ctx, w.db.Pool(), func(tx pgx.Tx) error {
			for i := range n {
				invoice := id.New()
				if _, err := tx.Exec(ctx, "insert into bench_invoices values ($1, $2, '[2025-01-01,2025-02-01)', $3)", invoice, "client", i); err != nil {
					return err
				}
				for line := range 2 {
					if _, err := tx.Exec(ctx, "insert into bench_lines values ($1, $2, 'label', $3, 112000, $3)", invoice, line, i); err != nil {
						return err
					}
				}
			}
			return nil
		})
	})
}

// drawPages draws a page with as many words as an invoice has, in a built-in font.
func drawPages(n int) error {
	for range n {
		p := fpdf.New("P", "mm", "A4", "")
		p.AddPage()
		p.SetFont("Helvetica", "", 10)
		for row := range 50 {
			p.CellFormat(90, 5, fmt.Sprintf("Row %d", row), "", 0, "L", false, 0, "")
			p.CellFormat(90, 5, "123,45", "", 1, "R", false, 0, "")
		}
		var out bytes.Buffer
		if err := p.Output(&out); err != nil {
			return err
		}
	}
	return nil
}

// archives has the server pack a year of published invoices of a town of its own, with their stored documents, and take in workbooks of sites.
func archives(ctx context.Context, w *world, r *results) error {
	t, err := w.newTown(ctx, 9, 260)
	if err != nil {
		return err
	}
	ids, err := w.issued(ctx, t, 2_500)
	if err != nil {
		return err
	}
	s, err := launch(ctx, &http.Client{}, "/readyz", w.program.serve)
	if err != nil {
		return err
	}
	defer s.stop()
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	if err := archivefigures.Tell(r.out, s.base, s.cmd.Process.Pid, t.id, ids, func(base string) (*http.Client, error) {
		return client, signUp(ctx, w.program, client, base, "archivist", t)
	}); err != nil {
		return err
	}
	return sitefigures.Tell(r.out, client, s.base, s.cmd.Process.Pid, t.id)
}

// issued is so many published invoices of a town, a month for each of its clients after the other, with
// their documents stored.
func (w *world) issued(ctx context.Context, t town, count int) (ids []id.ID, err error) {
	scope := billing.Scope{OperationID: t.id}
	for month := civil.NewMonth(year, 1); len(ids) < count; month++ {
		if month > civil.NewMonth(year, 12) {
			return nil, fmt.Errorf("a year of the town is %d invoices, %d are asked for", len(ids), count)
		}
		if _, err := w.store(ctx, t, newMonth(month, t.sites, 1)); err != nil {
			return nil, err
		}
		if len(ids) == 0 {
			if err := w.sell(ctx, t, "ARC"); err != nil {
				return nil, err
			}
		}
		_, run, _, err := w.run(ctx, scope, month.Next().First()-1)
		if err != nil {
			return nil, err
		}
		if _, err := w.publish(ctx, scope, run); err != nil {
			return nil, err
		}
		rows, err := w.db.Pool().Query(ctx, "select id from invoices where operation_id = $1 and number is not null order by sequence limit $2", t.id, count)
		if err != nil {
			return nil, err
		}
		if ids, err = pgx.CollectRows(rows, pgx.RowTo[id.ID]); err != nil {
			return nil, err
		}
	}
	for part := range slices.Chunk(ids, 200) {
		if err := w.billing.Documents.StoreDocuments(ctx, t.id, part); err != nil {
			return nil, err
		}
	}
	return ids, nil
}
