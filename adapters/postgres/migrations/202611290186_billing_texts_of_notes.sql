-- +goose Up
-- Credit notes say in their own words who writes them. Copies in another language are of invoices, credit
-- notes and statements alike; they are drawn when they are asked for and kept nowhere.
insert into legal_texts (country, key, language, valid_from, text) values
    ('FR', 'preparedNote', 'fr', '2000-01-01', 'Avoir établi par {pmo} au nom et pour le compte de {seller}.'),
    ('FR', 'preparedNote', 'nl', '2000-01-01', 'Creditnota opgesteld door {pmo} in naam en voor rekening van {seller}.'),
    ('BE', 'preparedNote', 'fr', '2000-01-01', 'Note de crédit établie par {pmo} au nom et pour le compte de {seller}.'),
    ('BE', 'preparedNote', 'nl', '2000-01-01', 'Creditnota opgesteld door {pmo} in naam en voor rekening van {seller}.');
update legal_texts set text = 'Copie traduite, seul l''original fait foi.' where key = 'translation' and language = 'fr';
update legal_texts set text = 'Vertaald afschrift, alleen het origineel geldt.' where key = 'translation' and language = 'nl';
