-- The fees that the user saw and confirmed, if others were decided.
alter table equipment_decision add column shown_cents bigint;
