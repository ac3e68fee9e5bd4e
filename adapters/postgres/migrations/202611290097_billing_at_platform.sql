-- +goose Up
-- Whether a platform has the e-invoice of an invoice, or is about to: said once, as billing, months and
-- einvoicing ask for it. What it was refused may be sent by hand again.
-- +goose StatementBegin
create function at_platform(of_invoice uuid) returns boolean language sql stable parallel safe as $$
    select exists (select from transmissions t where t.invoice_id = of_invoice and t.subject = 'INVOICE' and t.state not in ('REFUSED', 'WITHDRAWN'))
$$;
-- +goose StatementEnd
