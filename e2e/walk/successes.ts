import { permissionLabels } from '@portal/domain/session/permissions'
import type { Saying, Screen } from './screen.ts'
import type { World } from './world.ts'

/** The data for checking a success message. */
export interface Claim extends Saying {
  world: World
  screen: Screen
  /** The values of the pattern's groups. */
  found: string[]
  /** How many files the browser has received in this step. */
  downloads: number
}

/** Returns whether the message is true. */
type Check = (claim: Claim) => Promise<boolean> | boolean

const any = async (world: World, sql: string, ...values: unknown[]) =>
  (await world.ask<{ found: boolean }>(`select exists (${sql}) as found`, ...values))[0]!.found

const numberIn = (text: string) => Number(/P-(\d+)/.exec(text)?.[1])

const order =
  (status: string): Check =>
  ({ world, note }) =>
    any(world, 'select from license_order where id = $1 and status = $2', numberIn(note), status)

/** The note names the line by its place. */
const question =
  (state: string): Check =>
  ({ world, note }) =>
    any(
      world,
      `select from invoice_question where position = $1 and ${state}`,
      Number(/^About line (\d+)/.exec(note)?.[1]),
    )

const downloaded: Check = ({ downloads }) => downloads > 0

const decided =
  (granted: boolean): Check =>
  ({ world, note }) =>
    any(
      world,
      `select from access_request r join portal_user u on u.account_id = r.account_id and u.id = r.user_id
        where r.granted = $1 and position(u.first_name || ' ' || u.last_name in $2) > 0`,
      granted,
      note,
    )

/** The cards on the screen are those on file. */
const cards: Check = async ({ world, screen }) => {
  const [row] = await world.ask<{ cards: string[] }>(
    'select array_agg(last4) as cards from card where removed_at is null and account_id = $1',
    accountOf(screen) ?? world.accountId,
  )
  return (row?.cards ?? []).every((last4) => screen.text.includes(`ending in ${last4}`))
}

/** The company that a super admin acts for, as shown in the navigation. */
export const accountOf = ({ text }: Pick<Screen, 'text'>) => /\bAccount (\d+)\b/.exec(text)?.[1]

/** Every success message of the portal, with a check of whether it is true. */
export const successes: [RegExp, Check][] = [
  [/^Draft saved\.$/, order('Draft')],
  [/^Order submitted\.$/, order('Submitted')],
  [
    /^Draft deleted\.$/,
    async ({ world, screen }) => {
      const drafts = screen.things.flatMap(
        ({ name }) => /^Edit draft P-(\d+)/.exec(name)?.[1] ?? [],
      )
      const rows = await world.ask<{ id: string }>(
        "select id::text from license_order where status = 'Draft'",
      )
      return drafts.every((id) => rows.some((row) => row.id === id))
    },
  ],
  [
    /^Your permissions have changed\.$/,
    async ({ world, note }) => {
      const gained = /You now have: ([^.]+)\./.exec(note)?.[1]?.split(', ') ?? []
      const held = (await world.rights())?.permissions.map((one) => permissionLabels[one]) ?? []
      return gained.every((label) => held.some((one) => one === label))
    },
  ],
  // The order is in the browser until it is saved.
  [/^Item added to order\.$/, () => true],
  [/^File downloaded$/, downloaded],
  [/^CSV exported$/, downloaded],
  [
    /^Invitation revoked$/,
    ({ world, note }) =>
      any(world, 'select from invite where email = $1 and revoked_at is not null', note),
  ],
  [
    /^INVITE SENT!$/,
    ({ world, note }) =>
      any(world, 'select from invite where position(email in $1) > 0 and revoked_at is null', note),
  ],
  [
    /^User removed$/,
    ({ world, note }) =>
      any(
        world,
        "select from portal_user where first_name || ' ' || last_name = $1 and deactivated_at is not null",
        note,
      ),
  ],
  [/^(.+) granted$/, decided(true)],
  [/^(.+) declined$/, decided(false)],
  [
    /^Request sent to your company’s managers$/,
    ({ world }) => any(world, 'select from access_request where decided_at is null'),
  ],
  [
    /^Recipient added$/,
    ({ world, note }) => any(world, 'select from external_recipient where email = lower($1)', note),
  ],
  [
    /^(\d+) recipients added$/,
    async ({ world, found }) => {
      const rows = await world.ask('select from external_recipient')
      return rows.length >= Number(found[0])
    },
  ],
  [
    /^Recipient deleted$/,
    async ({ world, note }) =>
      !(await any(world, 'select from external_recipient where email = lower($1)', note)),
  ],
  [
    /^View updated$/,
    ({ world, note }) => any(world, 'select from invoice_view where name = $1', note),
  ],
  [
    /^View deleted$/,
    async ({ world, note, screen }) =>
      !(await any(
        world,
        'select from invoice_view where name = $1 and account_id = $2',
        note,
        accountOf(screen) ?? world.accountId,
      )),
  ],
  [
    /^Sending to (\d+)/,
    async ({ world, note }) => {
      const addresses = note.split(', ')
      const rows = await world.ask<{ email: string }>(
        "select distinct recipient as email from mail where about like 'sent by %'",
      )
      return addresses.every((address) => rows.some(({ email }) => email === address))
    },
  ],
  [/^Question sent$/, question('withdrawn_at is null')],
  [/^Question withdrawn$/, question('withdrawn_at is not null')],
  [/^AutoPay settings saved$/, ({ world }) => any(world, 'select from autopay_rules')],
  [
    /^AutoPay Opt-Out Successful$/,
    async ({ world, screen }) =>
      !(await any(
        world,
        'select from autopay_enrolment where ended_at is null and account_id = $1',
        accountOf(screen) ?? world.accountId,
      )),
  ],
  [/^Card added successfully\.$/, cards],
  [/^You removed a credit card\.$/, cards],
  [/^Default card set successfully\.$/, cards],
  [
    /^Payment Successful$/,
    async ({ world, note, screen }) => {
      const [paid] = await world.ask<{ all: number; named: number }>(
        `select count(*)::integer as all,
                count(*) filter (where position(id::text in $2) > 0)::integer as named
           from payment_attempt where state = 'succeeded' and account_id = $1`,
        accountOf(screen) ?? world.accountId,
        note,
      )
      // For one invoice the note names the payment, for several their number.
      const count = Number(/Invoices paid (\d+) of/.exec(note)?.[1])
      return count ? paid!.all >= count : paid!.named === 1
    },
  ],
]

/** Checks the portal's latest messages. Returns what is not true. */
export async function judgeSuccesses(
  sayings: Saying[],
  around: Omit<Claim, keyof Saying | 'found'>,
): Promise<string[]> {
  const found: string[] = []
  for (const saying of sayings)
    for (const [pattern, isTrue] of successes) {
      const match = pattern.exec(saying.title)
      if (!match) continue
      if (!(await isTrue({ ...around, ...saying, found: match.slice(1) })))
        found.push(`"${saying.title} ${saying.note}" is not true on the server`)
    }
  return found
}
