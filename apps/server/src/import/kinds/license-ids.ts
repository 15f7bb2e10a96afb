import sql, { raw, type Sql } from 'sql-template-tag'
import { datedLicenses, passOverStale } from './extracts.ts'
import { addedLicenses, gaveNoSuchId, isPortalLike, licenseOwners } from './foreign.ts'

// Rules for which ids belong to one license, and which company has it (decision 0103).

const others = sql`import_license_id l join import_provided_license s on s.record = l.record`
const otherField = sql`'otherLicenseIds[' || l.line_no - 1 || ']'`

/**
 * True if a record `s` is older than the newest record about an id: that newer record decides to which license and company
 * the id belongs.
 */
const isLate = (id: string): Sql => sql`
  exists (select from license_extract x where x.license_id = ${raw(id)} and s.as_of < x.as_of)`

/** True for an id in the form of a portal id that the portal gave to no item of this company or of the former one. */
const isNotGiven = (id: string): Sql => sql`
  (${isPortalLike(raw(id))}
   and not exists (select from (${addedLicenses}) own
                    where own.account_id in (s.account_id, s.former_account_id) and own.value = ${raw(id)}))`

const ownerOfAdded = (id: string): Sql => sql`
  (select 'belongs to another company: ' || other.account_id from (${addedLicenses}) other
    where other.value = ${raw(id)} and other.account_id <> s.account_id limit 1)`

export const idChecks: Sql[] = [
  sql`
    insert into import_reject (record, field, reason)
    select s.record, case when s.former_account_id is null then 'licenseId' else 'formerAccountId' end,
           case when s.former_account_id is null then 'belongs to another company: ' || l.account_id
                else 'is not the company that has ' || s.license_id end
      from import_provided_license s
      join (select license_id, account_id from provided_license
             union all
            -- For an id without a record, the company of its alias counts.
            select alias, account_id from license_alias a
             where not exists (select from provided_license p where p.license_id = a.alias)) l using (license_id)
     where l.account_id <> s.account_id and l.account_id is distinct from s.former_account_id and not ${isLate('s.license_id')}`,
  sql`
    insert into import_reject (record, field, reason)
    select s.record, 'asOf', 'is missing: a move needs it'
      from import_provided_license s join provided_license l on l.license_id = s.license_id and l.account_id = s.former_account_id
     where s.as_of is null`,
  sql`
    insert into import_reject (record, field, reason)
    select s.record, 'licenseId', coalesce(${ownerOfAdded('s.license_id')}, ${gaveNoSuchId})
      from import_provided_license s
     where ${isNotGiven('s.license_id')}
       -- A stored id stays valid after its order has lost the line.
       and not exists (select from provided_license known where known.license_id = s.license_id)`,
  sql`
    insert into import_reject (record, field, reason)
    select s.record, ${otherField}, coalesce(${ownerOfAdded('l.alias')}, ${gaveNoSuchId})
      from ${others}
     where ${isNotGiven('l.alias')}
       and not exists (select from license_alias known where known.account_id = s.account_id and known.alias = l.alias)`,
  sql`
    insert into import_reject (record, field, reason)
    select s.record, ${otherField}, 'belongs to another company: ' || min(o.account_id)
      from ${others} join (${licenseOwners}) o on o.value = l.alias
     where not ${isLate('l.alias')}
     group by s.record, l.line_no, s.account_id, s.former_account_id
    having not bool_or(o.account_id in (s.account_id, coalesce(s.former_account_id, s.account_id))) and not bool_or(${isPortalLike(sql`o.value`)})`,
  sql`
    insert into import_reject (record, field, reason)
    select l.record, ${otherField}, l.alias || ' is named by ' || l.first || ' and ' || l.last
      from (select l.record, l.line_no, l.alias, min(s.license_id) over same as first, max(s.license_id) over same as last
              from ${others} where not ${isLate('s.license_id')}
            window same as (partition by s.account_id, l.alias)) l
     where l.first <> l.last`,
  // Aliases that were stored before are checked too.
  sql`
    insert into import_reject (record, field, reason)
    select record, 'otherLicenseIds', min(portal_id) || ' and ' || max(portal_id) || ' are items of one order'
      from (select distinct s.record, x.order_id, x.portal_id
              from (select record, account_id, license_id as id from import_provided_license
                     where record in (select record from import_license_id)
                     union
                    select s.record, s.account_id, l.alias from ${others}) named
              join import_provided_license s on s.record = named.record
              left join license_alias a on a.account_id = named.account_id and a.alias = named.id
              left join license_alias b on b.account_id = named.account_id and b.license_id = coalesce(a.license_id, named.id)
              join license_order_line x on x.account_id = named.account_id and x.portal_id in (named.id, b.alias)) items
     group by record, order_id having count(*) > 1`,
]

const staged = sql`array(select distinct account_id from import_provided_license)`

/** The time of a record `s`; a time in the future counts as now. */
const saidAt = sql`coalesce(least(s.as_of, portal_now()), portal_now())`

/**
 * Stores which license an id belongs to: rows of account_id, alias, is_id and said_at. The newer claim wins, and a
 * record's claim always replaces a person's.
 */
const claim = (said: Sql): Sql => sql`
  insert into license_alias as known (account_id, alias, is_id, license_id, said_by, said_at)
  select said.account_id, said.alias, said.is_id, said.is_id, 'record', said.said_at from (${said}) said
      on conflict (account_id, alias) do update
     set is_id = excluded.is_id, license_id = excluded.is_id, said_by = 'record', said_at = excluded.said_at
   where known.said_by = 'person' or excluded.said_at >= known.said_at`

/**
 * Runs before the records are merged. Stores the ids that the records name, also those of old records. A record under its
 * own id replaces what a person claimed about that id.
 */
export const takeIds: Sql[] = [
  claim(sql`
    select distinct on (s.account_id, l.alias) s.account_id, l.alias, s.license_id as is_id, ${saidAt} as said_at
      from ${others}
     where l.alias <> s.license_id and s.verdict is distinct from 'copy'
       and not exists (select from provided_license p
                        where p.license_id = l.alias and p.account_id not in (s.account_id, coalesce(s.former_account_id, '')))
     order by s.account_id, l.alias, ${saidAt} desc`),
  sql`
    delete from license_alias a using import_provided_license s
     where a.account_id = s.account_id and a.alias = s.license_id and a.said_by = 'person' and s.verdict is null`,
  sql`
    select settle_license_ids(${staged})
     where exists (select from import_license_id)
        or exists (select from license_alias a where a.account_id = any (${staged}) and a.said_by = 'person')`,
  // Older records under that id that arrive later then change nothing.
  sql`
    insert into license_extract as x (account_id, license_id, as_of)
    select s.account_id, l.alias, max(least(s.as_of, portal_now())) from ${others}
     where s.as_of is not null and s.verdict is distinct from 'copy' group by 1, 2
        on conflict (account_id, license_id) do update set as_of = excluded.as_of
     where x.as_of < excluded.as_of`,
  // This includes older records in the same file, of the company that had the license.
  passOverStale(datedLicenses),
  sql`
    update import_provided_license s set verdict = 'stale'
      from license_alias a where a.account_id = s.account_id and a.alias = s.license_id and s.verdict is null`,
  sql`
    delete from provided_license p
     using import_provided_license s
     cross join lateral (select s.license_id union all select l.alias from import_license_id l where l.record = s.record) moved (id)
     where s.verdict is null and p.account_id = s.former_account_id and p.account_id <> s.account_id and p.license_id = moved.id`,
  sql`
    update import_provided_license s set license_order_id = o.external_id
      from license_order o
     where o.account_id = s.account_id and o.former_ids <> '{}' and s.license_order_id = any (o.former_ids)`,
  sql`
    update company c set licenses_by = 'records'
     where c.licenses_by is null and c.account_id in (select account_id from import_provided_license)`,
]

/** Runs after the records are merged. If two ids belong to one license, only the current id keeps a record. */
export const dropFormer: Sql[] = [
  sql`
    with former as (
      delete from provided_license p using license_alias a
       where a.account_id = p.account_id and a.alias = p.license_id
         and a.account_id in (select account_id from import_provided_license)
   returning a.account_id, a.license_id, p.first_since)
    update provided_license p set first_since = least(p.first_since, f.first_since)
      from (select account_id, license_id, min(first_since) as first_since from former group by 1, 2) f
     where p.account_id = f.account_id and p.license_id = f.license_id`,
]

/** Runs after the records are merged. Computes when a license first ran, from all records of its ids, also old ones. */
export const keepFirstDays: Sql[] = [
  sql`
    insert into license_extract as x (account_id, license_id, as_of, first_since)
    select account_id, license_id, least(as_of, portal_now()), since from import_provided_license
     where as_of is not null and since is not null and verdict in ('inserted', 'updated', 'stale')
        on conflict (account_id, license_id) do update
       set as_of = greatest(x.as_of, excluded.as_of), first_since = least(x.first_since, excluded.first_since)
     where x.first_since is null or excluded.first_since < x.first_since`,
  sql`
    update provided_license p set first_since = f.day
      from (select p.account_id, p.license_id, min(x.first_since) as day
              from import_provided_license s
              left join license_alias a on a.account_id = s.account_id and a.alias = s.license_id
              join provided_license p on p.account_id = s.account_id and p.license_id = coalesce(a.license_id, s.license_id)
              join license_extract x on x.account_id = p.account_id
               and x.license_id = any (p.license_id || array(select o.alias from license_alias o
                                                              where o.account_id = p.account_id and o.license_id = p.license_id))
             where s.verdict in ('inserted', 'updated', 'stale')
             group by 1, 2) f
     where p.account_id = f.account_id and p.license_id = f.license_id and f.day < p.first_since`,
]

/**
 * Runs after the orders are merged. Stores the license that an ordered addition became, as if the record of that license
 * named the item.
 */
export const takeIdsOfAdded: Sql[] = [
  claim(sql`
    select o.account_id, x.portal_id as alias, l.item ->> 'licenseId' as is_id, ${saidAt} as said_at
      from import_license s
      join license_order o on o.account_id = s.account_id and o.external_id = s.external_id and o.status = 'Submitted'
      join import_license_line l on l.record = s.record
      join license_order_line x on x.account_id = o.account_id and x.order_id = o.id and x.line_no = l.line_no
     where s.verdict in ('inserted', 'updated', 'unchanged') and l.item ->> 'customerOrderRequestTypeId' = '1'
       and x.item ->> 'customerOrderRequestTypeId' = '1'
       and l.item ->> 'licenseId' <> '' and l.item ->> 'licenseId' <> x.portal_id
       and not exists (select from license_alias a
                        where a.account_id = o.account_id and a.alias = x.portal_id and a.said_by = 'record'
                          and a.is_id = l.item ->> 'licenseId')
       and not exists (select from provided_license p
                        where p.license_id = l.item ->> 'licenseId' and p.account_id <> o.account_id)`),
  sql`
    select settle_license_ids(array(select distinct account_id from import_license))
     where exists (select from import_license_line l where l.item ->> 'customerOrderRequestTypeId' = '1' and l.item ->> 'licenseId' <> '')`,
]
