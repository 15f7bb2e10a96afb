import Bowser from 'bowser'
import sql from 'sql-template-tag'
import type { Session } from '@portal/domain/session/session.schema'
import type { Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/http/refusal.ts'

interface SessionRow {
  id: string
  startedAt: Date
  lastUsedAt: Date
  ipAddress: string
  userAgent: string
  isCurrent: boolean
}

/** Returns the sessions of a member of the transaction's company, the requesting session first. */
export async function listSessions(tx: Tx, userId: string, own: Buffer): Promise<Session[]> {
  const rows = await tx.query<SessionRow & Record<string, unknown>>(sql`
    select id, created_at as "startedAt", last_seen_at as "lastUsedAt", ip_address as "ipAddress",
           user_agent as "userAgent", is_own as "isCurrent"
      from list_sessions(${userId}, ${own})`)
  return rows.map(({ id, startedAt, lastUsedAt, ipAddress, userAgent, isCurrent }) => ({
    id,
    browser: browserName(userAgent),
    ipAddress,
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent,
  }))
}

/**
 * Ends one session or all, but never the requesting one. Returns how many; a named session that does not exist gives Not Found.
 */
export async function endSessions(
  tx: Tx,
  userId: string,
  sessionId: string | undefined,
  own: Buffer,
): Promise<number> {
  const row = await tx.one<{ ended: number }>(
    sql`select end_sessions(${userId}, ${sessionId ?? null}, ${own}) as ended`,
  )
  const ended = row?.ended ?? 0
  if (sessionId && ended === 0) throw notFound()
  return ended
}

const knownBrowsers = new Set(Object.values(Bowser.BROWSER_MAP))

/**
 * Returns browser and system from a `User-Agent`, to distinguish sessions; any client can send another text. For a program
 * that is not a browser, the library returns the first word of the text, which means nothing to a user.
 */
export function browserName(userAgent: string): string {
  if (!userAgent) return 'Unknown browser'
  const { browser, os } = Bowser.parse(userAgent)
  const name = browser.name && knownBrowsers.has(browser.name) ? browser.name : 'Unknown browser'
  return os.name ? `${name} on ${os.name}` : name
}
