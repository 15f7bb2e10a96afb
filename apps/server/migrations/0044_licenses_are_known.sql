alter table company validate constraint licenses_by_known;
alter table license_order_line validate constraint meant_known;
