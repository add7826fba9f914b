-- Runs at 04:00 after the cataloguing system has filled staging_copy
-- (barcode, title_id, branch_code, lost). That table holds only what cataloguing has changed since the night before.
-- Started by cron with: psql -f scripts/load-copies.sql

begin;

-- New copies are on the shelf of the branch that bought them.
insert into copy (barcode, title_id, branch_code, status)
select s.barcode, s.title_id, s.branch_code, 'AVAILABLE'
from staging_copy s
where not s.lost
  and not exists (select 1 from copy c where c.barcode = s.barcode);

-- What the stock-taking did not find is missing, unless it is on loan or waits for a reader.
update copy
set status = 'MISSING'
where status = 'AVAILABLE'
  and barcode in (select s.barcode from staging_copy s where s.lost);

-- What was found again is back on the shelf.
update copy
set status = 'AVAILABLE'
where status = 'MISSING'
  and barcode in (select s.barcode from staging_copy s where not s.lost);

commit;
