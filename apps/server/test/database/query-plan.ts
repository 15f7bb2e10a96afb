import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../src/platform/database/database.ts'

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Returns how PostgreSQL ran a statement: the kinds of its steps, and how many rows they touched. */
export async function queryPlan(tx: Tx, statement: Sql) {
  const row = await tx.one<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (analyze, format json, costs off, timing off) ${statement}`,
  )
  const plan = row!['QUERY PLAN'][0].Plan
  const nodes = flat(plan)
  const rowsTouched = nodes
    .filter((node) => node['Node Type'].endsWith('Scan'))
    .reduce(
      (sum, node) =>
        sum +
        node['Actual Loops'] *
          (node['Actual Rows'] +
            (node['Rows Removed by Filter'] ?? 0) +
            (node['Rows Removed by Index Recheck'] ?? 0)),
      0,
    )
  return { steps: nodes.map((node) => node['Node Type']), rowsTouched, text: JSON.stringify(plan) }
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]
