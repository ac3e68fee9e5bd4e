-- +goose Up
-- 7 received above produced (of the operation), 8 the consumption that a site's own meter
-- tells is not what it drew and what it made and used itself.
alter table operation_findings drop constraint operation_findings_kind_check,
    add constraint operation_findings_kind_check check (kind between 1 and 8 or kind = 10);
