-- +goose Up
-- What was not charged is billed too, the last of its subscription like any other: a run
-- looks at it again, and takes the days back (firm = false) when they would come out
-- otherwise today. A client with two sites, of which one had left, had days that were
-- billed and to be billed at once.
create or replace function billed_days(subscription uuid) returns datemultirange language sql stable set enable_seqscan = off as $$
    select coalesce(range_agg(daterange(s.from_date, s.to_date)), '{}') from billed_spans s where s.subscription_id = subscription and s.firm
$$;
update subscriptions set billed = billed_days(id) where id in (
    select b.subscription_id from billed_spans b join invoices i on i.id = b.invoice_id and i.status = 'NOT_CHARGED' where b.firm);

-- Few rows: what was charged is not in it.
create index invoices_not_charged on invoices (operation_id) where status = 'NOT_CHARGED';
