-- +goose Up
-- What the law and the networks want to know of issuers and clients beside name and address.
alter table billing_entities
    add column street2            text   not null default '',
    add column contact            text   not null default '',
    add column e_address_scheme   text   not null default '' check (e_address_scheme in ('', '0225', '0208', '9925')),
    add column e_address          text   not null default '',
    add column legal_form         text   not null default '',
    add column share_capital      bigint not null default 0 check (share_capital >= 0), -- cents
    add column registration       text   not null default '', -- city of the register
    add column franchise_form     text   not null default '' check (franchise_form in ('', 'EXEMPT_LEGAL_NUMBER', 'EXEMPT_VAT_NUMBER', 'ZERO_RATE')),
    add column vat_on_debits      boolean not null default false,
    add column mandate_signed     date, -- since when the PMO may bill in its name
    add column mandate_reference  text   not null default '',
    add constraint billing_entities_e_address_check check ((e_address_scheme = '') = (e_address = ''));

alter table billable_entities
    add column street2             text    not null default '',
    add column contact             text    not null default '',
    add column e_address_scheme    text    not null default '' check (e_address_scheme in ('', '0225', '0208', '9925')),
    add column e_address           text    not null default '',
    add column public_body         boolean not null default false,
    add column service_code        text    not null default '',
    add column commitment          text    not null default '', -- number of the order
    add column commitment_required boolean not null default false,
    add column channel             text    not null default '' check (channel in ('', 'MAIL', 'EINVOICE', 'PUBLIC_PORTAL', 'PRINT')),
    add constraint billable_entities_e_address_check check ((e_address_scheme = '') = (e_address = '')),
    add constraint billable_entities_public_check check (not public_body or consumer_type = 'professional');

insert into legal_texts (country, key, language, valid_from, text) values
    ('FR', 'latePublic', 'fr', '2000-01-01', 'Retard de paiement : intérêts moratoires au taux directeur de la Banque centrale européenne majoré de huit points, et indemnité forfaitaire de 40 € pour frais de recouvrement (code de la commande publique).'),
    ('FR', 'latePublic', 'nl', '2000-01-01', 'Laattijdige betaling: interest tegen de basisrente van de Europese Centrale Bank plus acht punten, en een vaste vergoeding van € 40 voor invorderingskosten (Frans wetboek overheidsopdrachten).'),
    ('FR', 'debits', 'fr', '2000-01-01', 'Option pour le paiement de la taxe d''après les débits.'),
    ('FR', 'debits', 'nl', '2000-01-01', 'Btw verschuldigd bij facturatie (keuze van de verkoper).'),
    ('BE', 'latePublic', 'fr', '2000-01-01', 'Tout retard de paiement donne lieu de plein droit aux intérêts de la loi du 2 août 2002.'),
    ('BE', 'latePublic', 'nl', '2000-01-01', 'Bij laattijdige betaling is van rechtswege de interest van de wet van 2 augustus 2002 verschuldigd.');
