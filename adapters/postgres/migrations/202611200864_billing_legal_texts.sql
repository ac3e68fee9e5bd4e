-- +goose Up
-- Texts that the law asks for on an invoice, by the day they hold from. A new wording
-- is a new row; published invoices keep theirs.
create table legal_texts (
    country    text not null,
    key        text not null,
    language   text not null,
    valid_from date not null,
    text       text not null check (text <> ''),
    constraint legal_texts_pkey primary key (country, key, language, valid_from)
);
insert into legal_texts (country, key, language, valid_from, text) values
    ('FR', 'prepared', 'fr', '2000-01-01', 'Facture établie par {pmo} au nom et pour le compte de {seller}.'),
    ('FR', 'prepared', 'nl', '2000-01-01', 'Factuur opgesteld door {pmo} in naam en voor rekening van {seller}.'),
    ('FR', 'goods', 'fr', '2000-01-01', 'Nature de l''opération : livraison de biens.'),
    ('FR', 'goods', 'nl', '2000-01-01', 'Aard van de verrichting: levering van goederen.'),
    ('FR', 'treasury', 'fr', '2000-01-01', 'Ne pas payer avant réception de l''avis des sommes à payer.'),
    ('FR', 'treasury', 'nl', '2000-01-01', 'Niet betalen vóór ontvangst van het betalingsbericht van de openbare rekenplichtige.'),
    ('FR', 'late', 'fr', '2000-01-01', 'Retard de paiement : pénalités au taux directeur de la Banque centrale européenne majoré de dix points, et indemnité forfaitaire de 40 € pour frais de recouvrement.'),
    ('FR', 'late', 'nl', '2000-01-01', 'Laattijdige betaling: interest tegen de basisrente van de Europese Centrale Bank plus tien punten, en een vaste vergoeding van € 40 voor invorderingskosten.'),
    ('FR', 'discount', 'fr', '2000-01-01', 'Pas d''escompte pour paiement anticipé.'),
    ('FR', 'discount', 'nl', '2000-01-01', 'Geen korting voor contante betaling.'),
    ('FR', 'mediator', 'fr', '2000-01-01', 'En cas de litige, vous pouvez saisir gratuitement le médiateur national de l''énergie : www.energie-mediateur.fr.'),
    ('FR', 'mediator', 'nl', '2000-01-01', 'Bij een geschil kunt u gratis terecht bij de Franse energiebemiddelaar: www.energie-mediateur.fr.'),
    ('FR', 'franchise', 'fr', '2000-01-01', 'TVA non applicable, art. 293 B du CGI'),
    ('FR', 'franchise', 'nl', '2000-01-01', 'Btw niet van toepassing, art. 293 B van de Franse CGI'),
    ('FR', 'flatRate', 'fr', '2000-01-01', 'TVA non facturée : régime du remboursement forfaitaire agricole'),
    ('FR', 'flatRate', 'nl', '2000-01-01', 'Geen btw aangerekend: Franse forfaitaire landbouwregeling'),
    ('FR', 'outside', 'fr', '2000-01-01', 'Opération hors champ de la TVA'),
    ('FR', 'outside', 'nl', '2000-01-01', 'Verrichting buiten het toepassingsgebied van de btw'),
    ('FR', 'translation', 'fr', '2000-01-01', 'Copie traduite, sans valeur de facture originale.'),
    ('FR', 'translation', 'nl', '2000-01-01', 'Vertaald afschrift, geldt niet als originele factuur.'),
    ('BE', 'prepared', 'fr', '2000-01-01', 'Facture établie par {pmo} au nom et pour le compte de {seller}.'),
    ('BE', 'prepared', 'nl', '2000-01-01', 'Factuur opgesteld door {pmo} in naam en voor rekening van {seller}.'),
    ('BE', 'late', 'fr', '2000-01-01', 'Tout retard de paiement donne lieu de plein droit aux intérêts de la loi du 2 août 2002.'),
    ('BE', 'late', 'nl', '2000-01-01', 'Bij laattijdige betaling is van rechtswege de interest van de wet van 2 augustus 2002 verschuldigd.'),
    ('BE', 'franchise', 'fr', '2000-01-01', 'Régime particulier de franchise des petites entreprises : TVA non applicable'),
    ('BE', 'franchise', 'nl', '2000-01-01', 'Bijzondere vrijstellingsregeling kleine ondernemingen: btw niet van toepassing'),
    ('BE', 'flatRate', 'fr', '2000-01-01', 'TVA non facturée : régime forfaitaire agricole'),
    ('BE', 'flatRate', 'nl', '2000-01-01', 'Geen btw aangerekend: forfaitaire landbouwregeling'),
    ('BE', 'outside', 'fr', '2000-01-01', 'Opération hors champ de la TVA'),
    ('BE', 'outside', 'nl', '2000-01-01', 'Verrichting buiten het toepassingsgebied van de btw'),
    ('BE', 'translation', 'fr', '2000-01-01', 'Copie traduite, sans valeur de facture originale.'),
    ('BE', 'translation', 'nl', '2000-01-01', 'Vertaald afschrift, geldt niet als originele factuur.');
