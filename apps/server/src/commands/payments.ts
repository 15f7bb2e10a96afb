import { formatMoney } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { closeDeps, openDeps } from '../open-deps.ts'
import type { Deps } from '../deps.ts'
import { compareWithProvider, type Difference } from '../payments/charge/compare-with-provider.ts'
import { replaceMissedEvents } from '../payments/charge/replace-missed-events.ts'
import {
  resolveAttempt,
  settleDifference,
  type BroughtIntoLine,
} from '../payments/charge/resolve-attempt.ts'
import { closeEventGap, findEventGap } from '../payments/events/read-event-list.ts'
import { requireOwnAccount } from '../payments/charge/provider-account.ts'
import { collectInvoiceCommand } from './collect-invoice.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { readInstant } from './instant.ts'
import { grouped, printable } from './printing.ts'
import { quietLog } from './quiet-log.ts'
import { resolveInvoiceCommand } from './resolve-invoice.ts'
import { commandConfig } from './command-settings.ts'

export const paymentsCommand: Command = {
  usage:
    'payments reconcile --since INSTANT | resolve ATTEMPT | resolve INVOICE [--company ACCOUNT] PAYMENT=AMOUNT … | collect INVOICE [--company ACCOUNT]',
  summary:
    "reconcile with the provider's payments, resolve an attempt or an invoice on hold, or request refunded money again",
  async run(args) {
    const [action, ...rest] = args
    if (action === 'resolve' && rest.some((one) => one.includes('=')))
      return resolveInvoiceCommand(rest)
    if (action === 'collect') return collectInvoiceCommand(rest)
    const { values, positionals } = readArgs(args, { since: { type: 'string' } })
    const act = chooseAction(positionals, values.since)
    const deps = openDeps(commandConfig(), quietLog, 'payments')
    try {
      await requireOwnAccount(deps)
      return await act(deps)
    } finally {
      await closeDeps(deps)
    }
  },
}

function chooseAction([action, id, ...more]: string[], since: string | undefined) {
  if (action === 'reconcile' && id === undefined) {
    if (since === undefined) throw new UsageProblem('--since is required, with an instant.')
    const instant = readInstant(since)
    return (deps: Deps) => reconcile(deps, instant)
  }
  if (action === 'resolve' && id && more.length === 0 && since === undefined) {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
      throw new UsageProblem(`${id} is not the id of a payment attempt.`)
    return (deps: Deps) => resolve(deps, id)
  }
  throw new UsageProblem('Name an action: reconcile --since INSTANT, resolve or collect.')
}

async function reconcile(deps: Deps, since: Date): Promise<number> {
  let different = 0
  let left = 0
  const compared = await compareWithProvider(deps.db, deps.cards, since, async (difference) => {
    different += 1
    if (!report(await settleDifference(deps, difference))) left += 1
  })
  console.log(
    `${payments(compared)} compared, ${grouped(different)} were different here, ${grouped(left)} still are.`,
  )
  left += await replaceEvents(deps, since)
  return left ? 1 : 0
}

/**
 * Reads again what the events said that the provider deleted before the portal read them, if `since` is earlier than all
 * stored events. Returns how many payments could not be read.
 */
async function replaceEvents(deps: Deps, since: Date): Promise<number> {
  const gap = await findEventGap(deps.db)
  if (!gap) return 0
  if (since > gap) {
    console.log(
      `Events of the card provider are missing since ${gap.toISOString()}: run reconcile --since with that instant.`,
    )
    return 0
  }
  let left = 0
  await replaceMissedEvents(deps, deps.db, since, (intentId, error) => {
    left += 1
    console.log(`${intentId}: refunds and disputes could not be read: ${reasonIn(error)}`)
  })
  if (left > 0) return left
  await closeEventGap(deps.db)
  console.log('Missing events of the card provider have been replaced.')
  return 0
}

/** Prints the outcome of one payment and returns whether the payment is settled. */
function report(settled: BroughtIntoLine): boolean {
  console.log(describe(settled.difference))
  const isSettled = 'status' in settled
  console.log(
    isSettled ? `  settled: ${settled.status}` : `  unchanged: ${printable(settled.problem)}`,
  )
  return isSettled
}

async function resolve(deps: Deps, attemptId: string): Promise<number> {
  const settled = await resolveAttempt(deps, attemptId)
  if (settled.length > 0) return settled.map(report).every(Boolean) ? 0 : 1
  console.error('The card provider has no payment for this attempt.')
  return 1
}

const reasonIn = (error: unknown) =>
  printable(error instanceof Error ? error.message : String(error))

const payments = (count: number) => plural(count, 'payment')

/** Describes a difference. Control characters are escaped: the provider stores text that other people typed. */
function describe({ intent, row }: Difference): string {
  const { id, createdAt, accountId, invoiceNumber, attemptId, amountCents, status, decline } =
    intent
  const about = `company ${accountId}, invoice ${invoiceNumber}, attempt ${attemptId}`
  const reason = decline ? ` (${decline.code})` : ''
  const here = row ? `${row.state} here` : 'not known here'
  const money = formatMoney(amountCents, 'USD')
  return printable(
    `${new Date(createdAt).toISOString()} ${id} ${money} ${status}${reason} at the provider, ${here}: ${about}`,
  )
}
