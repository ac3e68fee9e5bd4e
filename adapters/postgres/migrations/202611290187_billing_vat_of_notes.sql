-- +goose Up
-- Belgian credit notes say what becomes of the VAT (royal decree no. 4, article 4).
insert into legal_texts (country, key, language, valid_from, text) values
    ('BE', 'noteVat', 'fr', '2000-01-01', 'TVA à reverser à l''État dans la mesure où elle a été initialement déduite.'),
    ('BE', 'noteVat', 'nl', '2000-01-01', 'Btw terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht.');
