import type pg from 'pg'
import { vi } from 'vitest'
import { pete } from '../../../../e2e/people.ts'
import { plover } from '../../../../e2e/records/autopay-companies.ts'
import { journeyRecords } from '../../../../e2e/records/journey-records.ts'
import type { Recorded } from '../../../../screens/stub/recorded.ts'
import { now, today } from '../../../../screens/world.ts'
import { seedDemo } from '../../../../tools/seed-demo.ts'
import { importRecords } from '../../src/import/import-records.ts'
import { recordSource } from '../../src/import/sources.ts'
import { startTestPortal, type Browser } from '../portal/portal.ts'
import { portalClock } from '../portal/portal-clock.ts'

const kept = ['x-count', 'x-count-more'] as const

/** The world of the screens: the demo and the companies of the journeys, as the real server returns them at one moment. */
export async function openRecordedWorld() {
  const startedAt = vi.getRealSystemTime()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  const portal = await startTestPortal()
  const clock = await portalClock(portal)
  await clock.set(now)
  const { ownerUrl: owner, systemUrl: system, appUrl: app } = portal.database
  await seedDemo({ owner, system, app }, portal.deps.config, () => {})
  const report = await importRecords(portal.system, [
    recordSource('journeys', journeyRecords(today)),
  ])
  if (report.outcome !== 'loaded') throw new Error(JSON.stringify(report))
  for (const { email } of [plover.payer, pete])
    await (await portal.signIn(email)).post('/api/payment/card?stripeToken=pm_card_visa')
  const { named, idsIn } = await idNames(portal.system)
  const browsers = new Map<string, Browser>()
  return {
    /** Requests `GET /api/…` or `POST /api/… {…}` as the person with this address. */
    record: async (name: string, asked: string): Promise<Recorded> => {
      let who = name === 'visitor' ? portal.stranger : browsers.get(name)
      if (!who) browsers.set(name, (who = await portal.signIn(name)))
      const [, method, url = '', payload] = /^(GET|POST) (\S+)(?: (.+))?$/.exec(idsIn(asked)) ?? []
      const json = payload && { payload, headers: { 'content-type': 'application/json' } }
      const { statusCode, body, headers } = await who.send(method as 'GET', url, json || {})
      if (statusCode !== 200) throw new Error(`${name} ${asked}: ${statusCode} ${body}`)
      const sent = kept.flatMap((key) => (headers[key] ? [[key, String(headers[key])]] : []))
      return {
        asked,
        ...(sent.length > 0 && { headers: Object.fromEntries(sent) as Record<string, string> }),
        answer: inOrder(JSON.parse(steady(named(body), startedAt)) as unknown),
      }
    },
    close: async () => {
      vi.useRealTimers()
      await clock.close()
      await portal.close()
    },
  }
}

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const ofProvider = '(?:pm|pi|ch|cus|re)_[0-9A-Za-z]{14,}'
const secret = '[0-9A-Za-z_-]{43}'
/** The values of a row that differ between two recordings: ids, hashes, instants. */
const random = `${uuid}|${ofProvider}|"${secret}"|\\\\x[0-9a-f]+|"[0-9]{4}-[0-9]{2}-[0-9]{2}T[^"]*"`

/**
 * Replaces random ids by names, so that two recordings have the same text. An id of the database is named by its table and by
 * the rest of its row, so that it has the same name in every answer.
 */
async function idNames(system: pg.Pool) {
  const names = new Map<string, string>()
  const ids = new Map<string, string>()
  const keep = (id: string, name: string) => {
    names.set(id, name)
    ids.set(name, id)
  }
  const { rows: tables } = await system.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'id' and atttypid = 'uuid'::regtype
       and has_table_privilege(pg_class.oid, 'select') order by 1`,
  )
  for (const { name } of tables) {
    // No recorded user has former accounts: the column would only give all users other names.
    const { rows } = await system.query<{ id: string; named: string }>(
      `select id::text, md5($2 || row || row_number() over (partition by row))::uuid::text as named
       from (select id, regexp_replace((to_jsonb(t) - 'former_accounts')::text, $1, '', 'g') as row from ${name} t) as rows`,
      [random, name],
    )
    for (const { id, named } of rows) keep(id, named)
  }
  // Counted separately: the number of rows depends on what has just arrived from the provider.
  let unnamed = 0
  const unknown = (id: string) => {
    unnamed += 1
    const [kind = '00000000-0000-4000-8000-'] = /^[a-z]+_/.exec(id) ?? []
    const name = `${kind}${String(unnamed).padStart(kind.endsWith('_') ? 14 : 12, '0')}`
    keep(id, name)
    return name
  }
  const pattern = new RegExp(`\\b(?:${uuid}|${ofProvider})`, 'g')
  return {
    named: (text: string) => text.replace(pattern, (id) => names.get(id) ?? unknown(id)),
    /** Restores the ids, for a page that sends names. */
    idsIn: (text: string) => text.replace(pattern, (name) => ids.get(name) ?? name),
  }
}

/** Replaces codes of invitations, times until a limit ends, and instants from the clock of the database, up to some days ahead. */
function steady(text: string, startedAt: number): string {
  const day = 24 * 3_600_000
  const elapsed = vi.getRealSystemTime() - startedAt
  return text
    .replace(new RegExp(`"inviteCode":"${secret}"`, 'g'), `"inviteCode":"${'x'.repeat(43)}"`)
    .replace(/ in \d+ (?:minute|hour)s?\./g, ' in 42 minutes.')
    .replace(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, (found, instant: string) => {
      const after = Date.parse(instant) - startedAt
      // Instants of the recorded world are whole minutes.
      const isOfClock = after >= 0 && after % day <= elapsed && !instant.endsWith(':00.000Z')
      const days = Math.floor(after / day)
      return isOfClock ? `"${new Date(Date.parse(now) + days * day).toISOString()}"` : found
    })
}

/** Rows that the server sorts by random ids. */
function inOrder(answer: unknown): unknown {
  if (
    !Array.isArray(answer) ||
    !answer.every((row: object) => 'categories' in row && 'userId' in row && !('email' in row))
  )
    return answer
  return answer.toSorted((a: { userId: string }, b: { userId: string }) =>
    a.userId.localeCompare(b.userId),
  )
}
