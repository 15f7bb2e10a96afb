import sql, { empty, type Sql } from 'sql-template-tag'
import { portalLike } from '../values.ts'

// Which company has which ids, in the portal or in the same import. The statements return `value` and `account_id`.

/** Whether a value has the form of a portal id, like `portalLike`. */
export const isPortalLike = (value: Sql): Sql => sql`(${value} ~* ${portalLike.source})`

export const gaveNoSuchId =
  'has the form of an id of the portal, and no order in the portal has given it'

/** The licenses that submitted orders add, by the ids that the portal gave them. A change of an unknown license also adds one. */
export const addedLicenses = sql`
  select x.portal_id as value, x.account_id
    from license_order_line x
    join license_order o on o.account_id = x.account_id and o.id = x.order_id
   where o.status = 'Submitted'
     and (x.item ->> 'customerOrderRequestTypeId' = '1' or x.license_id = x.portal_id)`

/** Licenses of records with their other ids, and licenses that orders add; also those that a company had before they moved. */
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

/** Orders, by the ids of their records and by the portal's ids. */
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
  /** The from clause with the staged records `s`. */
  from: Sql
  /** The name of the field that is reported. */
  field: Sql
  value: Sql
  owners: Sql
  /** Selects the records `s` that change nothing: what they name was checked when it was stored. */
  unchanged: Sql
  /** For values that the portal may have given: selects `record` and `value` of what is already stored. */
  stored?: Sql
}

/**
 * Rejects, in new and changed records, a value that belongs to other companies and not to the record's own company. Also
 * rejects a value in the form of a portal id that the portal has not given, because it may give this id to another company
 * later. A stale record changes nothing.
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

/**
 * Selects values in the form of a portal id that no order gave. A stored value is accepted, because its order may have
 * been deleted since.
 */
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
