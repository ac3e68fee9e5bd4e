-- +goose Up
-- Days billed for good stand with the subscription: a run needs the whole past of each,
-- and reading every span again cost more with every month. What was not charged may be
-- made again while it is the last of its subscription.
alter table subscriptions add column billed datemultirange not null default '{}';

-- +goose StatementBegin
create function billed_days(subscription uuid) returns datemultirange language sql stable set enable_seqscan = off as $$
    select coalesce(range_agg(daterange(b.from_date, b.to_date)), '{}') from (
        select s.invoice_id, s.from_date, s.to_date, max(s.to_date) over () as last
        from billed_spans s where s.subscription_id = subscription and s.firm) b
    where b.to_date < b.last or (select i.status from invoices i where i.id = b.invoice_id) <> 'NOT_CHARGED'
$$;
create function keep_billed_days() returns trigger language plpgsql set enable_seqscan = off as $$
declare
    touched uuid[] := array(select distinct c.subscription_id from changed c where c.firm or tg_op = 'UPDATE');
begin
    if touched <> '{}' then
        update subscriptions s set billed = billed_days(s.id) where s.id = any (touched);
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger billed_spans_added after insert on billed_spans
    referencing new table as changed for each statement execute function keep_billed_days();
create trigger billed_spans_updated after update on billed_spans
    referencing new table as changed for each statement execute function keep_billed_days();
create trigger billed_spans_deleted after delete on billed_spans
    referencing old table as changed for each statement execute function keep_billed_days();
update subscriptions set billed = billed_days(id) where id in (select subscription_id from billed_spans where firm);

-- A run replaces drafts and does not read what was issued before them.
drop index invoices_client;
create index invoices_client on invoices (billable_entity_id, billing_entity_id, status);

-- participants_producing (0865) holds the same rows and the few prosumers.
drop index participants_producers;
