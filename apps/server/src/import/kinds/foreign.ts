import sql, { empty, type Sql } from 'sql-template-tag'
import { portalLike } from '../values.ts'

// Which company has what, in the portal or in the same import. Statements that return `value` and
// `account_id`.

/** Whether a value claims to be an id of the portal, as `portalLike` does. */
export const isPortalLike = (value: Sql): Sql => sql`(${value} ~* ${portalLike.source})`

export const gaveNoSuchId =
  'has the form of an id of the portal, and no order in the portal has given it'

/** The licenses that submitted orders add, by the ids that the portal gave them; a change of none that is known adds one. */
export const addedLicenses = sql`
  select x.portal_id as value, x.account_id
    from license_order_line x
    join license_order o on o.account_id = x.account_id and o.id = x.order_id
   where o.status = 'Submitted'
     and (x.item ->> 'customerOrderRequestTypeId' = '1' or x.license_id = x.portal_id)`

/** Licenses of records with their other ids, and those that orders add; also what a company had before it moved. */
export const licenseOwners = sql`
  select license_id as value, account_id from provided_license
   union all
  select license_id, account_id from license_extract
   union all
  select alias, account_id from license_alias
   union all
  select license_id, account_id from import_provided_license where not ${isPortalLike(sql`license_id`)}
   union all
  ${addedLicenses}`

/** Orders by the ids of their records, and by the portal's. */
export const licenseOrderOwners = sql`
  select external_id as value, account_id from license_order where external_id is not null
   union all
  select portal_id, account_id from license_order where status = 'Submitted'
   union all
  select external_id, account_id from import_license where not ${isPortalLike(sql`external_id`)}`

export const equipmentOwners = sql`
  select equipment_request_id as value, account_id from equipment_request
   union all
  select equipment_request_id, account_id from import_equipment`

interface Named {
  /** The staged records `s`. */
  from: Sql
  /** The field that is reported. */
  field: Sql
  value: Sql
  owners: Sql
  /** The records `s` that change nothing: what they name was judged when it was stored. */
  unchanged: Sql
  /** For values that the portal may have given: the `record` and `value` of what is stored already. */
  stored?: Sql
}

/**
 * Rejects a value that other companies have, and the record's own company has not, in new and changed records; and one in
 * the portal's form that it has not given, since it may give it to anybody later. A stale record changes nothing.
 */
export const rejectForeign = ({ from, field, value, owners, unchanged, stored }: Named): Sql => sql`
  insert into import_reject (record, field, reason)
  select f.record, f.field, coalesce('belongs to another company: ' || f.owner, ${gaveNoSuchId})
    from (select named.record, named.field, min(o.account_id) as owner
            from (select s.record, s.account_id, s.verdict, ${field} as field, ${value} as value from ${from}) named
            join (${owners}) o on o.value = named.value
           where named.verdict is distinct from 'stale'
           group by named.record, named.account_id, named.field
          having not bool_or(o.account_id = named.account_id)
          ${stored ? neverGiven({ from, field, value, owners, stored }) : empty}) f
   where f.record not in (select s.record from ${unchanged})`

/** An order that gave a stored id may have been deleted since. */
const neverGiven = ({
  from,
  field,
  value,
  owners,
  stored,
}: Omit<Named, 'unchanged'> & { stored: Sql }) => sql`
           union all
          select named.record, named.field, null
            from (select s.record, s.verdict, ${field} as field, ${value} as value from ${from}) named
           where named.verdict is distinct from 'stale' and ${isPortalLike(sql`named.value`)}
             and not exists (select from (${owners}) o where o.value = named.value)
             and not exists (select from (${stored}) known where known.record = named.record and known.value = named.value)`
