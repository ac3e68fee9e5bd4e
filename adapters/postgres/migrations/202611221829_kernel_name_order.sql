-- +goose Up
-- Names as people order them: É beside E, Site 2 before Site 10. For ORDER BY only; keys and
-- constraints stay in the collation "C". Two names that differ are never equal in it.
create collation name_order (provider = icu, locale = 'fr-u-kn-true', deterministic = true);
