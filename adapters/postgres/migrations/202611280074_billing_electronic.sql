-- +goose Up
-- E-invoices of issued invoices as they were made when they were issued: what is in the PDF, or
-- holds the PDF. Invoices of before have none here; theirs is made when it is asked for.
create table electronic_invoices (
    invoice_id  uuid not null references invoices (id),
    document_id uuid not null references documents,
    constraint electronic_invoices_pkey primary key (invoice_id)
);
create index electronic_invoices_document on electronic_invoices (document_id);

-- An issued e-invoice never changes.
-- +goose StatementBegin
create function keep_electronic_invoice() returns trigger language plpgsql as $$
begin
    raise exception 'the e-invoice of % is issued and cannot change', old.invoice_id using errcode = 'restrict_violation';
end
$$;
-- +goose StatementEnd
create trigger electronic_invoices_issued before update or delete on electronic_invoices
    for each row execute function keep_electronic_invoice();
