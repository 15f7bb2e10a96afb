import sql from 'sql-template-tag'

/** How far the provider is with the line `x` of the license order `o`. Licenses and the check of charges both ask. */
export const stepOfLine = sql`
  coalesce((select k.step from license_order_step k
             where k.account_id = x.account_id and k.order_id = x.order_id and k.line_id = x.line_id
             order by order_step_rank(k.step) desc limit 1), o.step, 'Submitted')`
