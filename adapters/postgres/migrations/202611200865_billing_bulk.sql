-- +goose Up
-- A bill run writes thousands of rows in one statement. Foreign keys look at each row by
-- a statement of its own, which cost more than all the rest together; one look at all
-- rows when the statement ends keeps the same rules. Rows are looked up by their id
-- alone, which one index only can serve, and never by reading a table through
-- (enable_seqscan): the planner knows nothing of tables that have just been filled.
alter table invoices
    drop constraint invoices_operation_id_fkey, -- their entities have the operation's
    drop constraint invoices_operation_id_billing_entity_id_fkey,
    drop constraint invoices_operation_id_billable_entity_id_fkey;
alter table invoice_lines drop constraint invoice_lines_invoice_id_fkey;
alter table billed_spans
    drop constraint billed_spans_invoice_id_fkey,
    drop constraint billed_spans_subscription_id_fkey;
drop index invoices_pair;
create index invoices_client on invoices (billable_entity_id, billing_entity_id);
drop index invoices_run; -- a run's drafts are found by its items

-- +goose StatementBegin
create function keep_invoice_parties() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (select from added a
        where (select e.id from billing_entities e where e.operation_id = a.operation_id and e.id = a.billing_entity_id) is null
            or (select c.id from billable_entities c where c.operation_id = a.operation_id and c.id = a.billable_entity_id) is null) then
        raise exception 'an invoice has an issuer or a client that does not exist' using errcode = 'foreign_key_violation';
    end if;
    return null;
end
$$;
create function keep_invoiced_issuers() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (select from gone g where exists (select from invoices i where i.operation_id = g.operation_id and i.billing_entity_id = g.id)) then
        raise exception 'an issuer has invoices' using errcode = 'foreign_key_violation';
    end if;
    return null;
end
$$;
create function keep_invoiced_clients() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (select from gone g where exists (select from invoices i where i.billable_entity_id = g.id)) then
        raise exception 'a client has invoices' using errcode = 'foreign_key_violation';
    end if;
    return null;
end
$$;
create function drop_invoice_parts() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    delete from invoice_lines where invoice_id = any (array(select g.id from gone g));
    delete from billed_spans where invoice_id = any (array(select g.id from gone g));
    return null;
end
$$;
create or replace function keep_issued_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (select from (select distinct invoice_id from changed) c
        where (select i.number from invoices i where i.id = c.invoice_id) is not null) then
        raise exception 'a line of an issued invoice cannot change' using errcode = 'restrict_violation';
    end if;
    return null;
end
$$;
create function keep_lines_on_invoices() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (select from (select distinct invoice_id from changed) c
        where (select i.number is null from invoices i where i.id = c.invoice_id) is not true) then
        raise exception 'a line can only be added to an invoice that is not issued' using errcode = 'restrict_violation';
    end if;
    return null;
end
$$;
create function keep_spans_on_invoices() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (select from added a
        where (select i.id from invoices i where i.id = a.invoice_id) is null
            or (select s.id from subscriptions s where s.id = a.subscription_id) is null) then
        raise exception 'billed days have an invoice or a subscription that does not exist' using errcode = 'foreign_key_violation';
    end if;
    return null;
end
$$;
create function keep_billed_subscriptions() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    if exists (select from gone g where exists (select from billed_spans b where b.subscription_id = g.id)) then
        raise exception 'a subscription has billed days' using errcode = 'foreign_key_violation';
    end if;
    return null;
end
$$;
-- +goose StatementEnd
create trigger invoices_inserted after insert on invoices
    referencing new table as added for each statement execute function keep_invoice_parties();
create trigger invoices_deleted after delete on invoices
    referencing old table as gone for each statement execute function drop_invoice_parts();
create trigger billing_entities_deleted after delete on billing_entities
    referencing old table as gone for each statement execute function keep_invoiced_issuers();
create trigger billable_entities_deleted after delete on billable_entities
    referencing old table as gone for each statement execute function keep_invoiced_clients();
drop trigger invoice_lines_inserted on invoice_lines;
create trigger invoice_lines_inserted after insert on invoice_lines
    referencing new table as changed for each statement execute function keep_lines_on_invoices();
create trigger invoice_lines_moved after update on invoice_lines
    referencing new table as changed for each statement execute function keep_lines_on_invoices();
create trigger billed_spans_inserted after insert on billed_spans
    referencing new table as added for each statement execute function keep_spans_on_invoices();
create trigger subscriptions_deleted after delete on subscriptions
    referencing old table as gone for each statement execute function keep_billed_subscriptions();

-- What is pending of a run is one row a batch, its items side by side in arrays, and is
-- gone when the batch is done: items are written once, with what became of them.
alter table bill_run_items drop constraint bill_run_items_operation_id_run_id_fkey;
create table bill_run_batches (
    operation_id uuid      not null,
    run_id       uuid      not null,
    batch        integer   not null,
    positions    integer[] not null,
    issuers      uuid[]    not null,
    clients      uuid[]    not null,
    period_from  date[]    not null,
    period_to    date[]    not null,
    days_from    date[]    not null,
    days_to      date[]    not null,
    methods      text[]    not null,
    statements   boolean[] not null,
    constraint bill_run_batches_pkey primary key (operation_id, run_id, batch),
    foreign key (operation_id, run_id) references bill_runs
);
insert into bill_run_batches (operation_id, run_id, batch, positions, issuers, clients, period_from, period_to, days_from, days_to, methods, statements)
select operation_id, run_id, batch, array_agg(position order by position), array_agg(billing_entity_id order by position),
    array_agg(billable_entity_id order by position), array_agg(period_from order by position), array_agg(period_to order by position),
    array_agg(days_from order by position), array_agg(days_to order by position), array_agg(payment_method order by position),
    array_agg(statement order by position)
from bill_run_items where status = 'PENDING' group by operation_id, run_id, batch;
delete from bill_run_items where status = 'PENDING';
alter table bill_run_items add constraint bill_run_items_done_check check (status <> 'PENDING');

-- Who produces is read for each batch.
create index participants_producing on participants (operation_id) where energy_type = 'producer' or is_prosumer;
