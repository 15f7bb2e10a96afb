-- Since when a license first ran is known of late records too, and outlives its record.
alter table license_extract add column first_since date;
update license_extract x set first_since = p.first_since
  from provided_license p
 where p.account_id = x.account_id and p.license_id = x.license_id;
