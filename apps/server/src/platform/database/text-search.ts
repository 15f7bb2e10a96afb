import sql, { empty, type Sql } from 'sql-template-tag'
import type { Tx } from './database.ts'

/** How often a search matches decides how to run it: rows with a frequent text are found by reading in order. */
export type Frequency = 'rare' | 'frequent'

interface Search {
  search?: string
}

/** Matches of a search are counted up to this number; `x-count-more` reports that there are more. */
const searchCountLimit = 1000

export const wordsOf = ({ search = '' }: Search) => search.trim()

/** The pattern for texts that contain the words; wildcards in the words are escaped. */
export const containing = (words: string) => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`

export const textIs = (filter: Search): Sql[] =>
  wordsOf(filter) ? [sql`search_text ilike ${containing(wordsOf(filter))}`] : []

/**
 * Under row level security PostgreSQL has no statistics of a text, so the newest rows are sampled: if one row in a hundred
 * matches, reading in order fills a page sooner than the index finds all matches (decision 0010).
 */
export async function searchFrequency(
  tx: Tx,
  newestFirst: Sql,
  filter: Search,
): Promise<Frequency> {
  const [found] = textIs(filter)
  if (!found) return 'rare'
  const row = await tx.one<{ matches: number }>(sql`
    select count(*) as matches
      from (select search_text from ${newestFirst} limit 2000) newest where ${found}`)
  return (row?.matches ?? 0) >= 20 ? 'frequent' : 'rare'
}

/** Counts all matches, or up to a limit and then returns `more`. Without a search, the limit applies only if one is given. */
export async function countMatches(tx: Tx, matches: Sql, filter: Search, otherLimit?: number) {
  const limit = wordsOf(filter) ? searchCountLimit : otherLimit
  const row = await tx.one<{ total: number }>(sql`
    select count(*) as total
      from (select from ${matches} ${limit ? sql`limit ${limit + 1}` : empty}) matches`)
  const total = row?.total ?? 0
  return limit && total > limit ? { total: limit, more: true } : { total, more: false }
}
