-- +goose Up
-- What the states of an invoice mean, and the only place of it in SQL: Invoice.Holds, Final and
-- Counts of core/billing. A test holds them equal in all states.
create function invoice_holds(type text, status text) returns boolean language sql immutable parallel safe as $$
    select type = 'INVOICE' and status = 'FINALIZED'
$$;
create function invoice_final(type text, number text) returns boolean language sql immutable parallel safe as $$
    select type = 'STATEMENT' or number is not null
$$;
create function invoice_counts(type text, status text) returns boolean language sql immutable parallel safe as $$
    select type = 'STATEMENT' or type = 'INVOICE' and status = 'FINALIZED'
$$;
