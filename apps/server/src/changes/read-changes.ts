import { setImmediate } from 'node:timers/promises'
import type { Bill, BillLine } from '@portal/domain/changes/bill'
import type {
  ChangedLine,
  ComparedInvoice,
  ComparedLine,
  InvoiceChanges,
  InvoiceDifference,
} from '@portal/domain/changes/changes.schema'
import type { Part } from '@portal/domain/changes/change-parts'
import { noComparison } from '@portal/domain/changes/explain-change'
import { findPrevious, indexBills, mostMonthsBack } from '@portal/domain/changes/previous-bill'
import { numberOf } from '@portal/domain/kernel/millionths'
import { fromCents } from '@portal/domain/kernel/money'
import { addMonths } from '@portal/domain/kernel/month'
import type { Tx } from '../platform/database/database.ts'
import { seesOnlySome } from '../session/visible-categories.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import {
  billsBefore,
  billReading,
  findBill,
  findBills,
  readCatalog,
  type BillHead,
  type BillReader,
  type ReadBills,
} from './bills.queries.ts'
import { productsByName, type Catalog } from './catalog.ts'
import {
  explainBill,
  indexReading,
  otherCharges,
  previousAmong,
  previousBills,
} from './explain-invoice.ts'

const mostChoices = 60
/** The most bills that a list searches. Enough for a year of a usual company, or for a month of the largest one. */
const mostSearched = 300

/** What the explanations of several invoices of one reader share, because most read the same bills. */
export function readingChanges(tx: Tx, reader: BillReader) {
  const readBills = billReading(tx, reader)
  const headsOf = new Map<string, BillHead[]>()
  let catalog: Catalog | undefined
  return {
    readBills,
    readIndex: indexReading(readBills),
    readHeads: async (bill: BillHead) => {
      const heads = headsOf.get(bill.serviceMonth) ?? (await billsBefore(tx, reader, bill))
      headsOf.set(bill.serviceMonth, heads)
      return heads
    },
    readCatalog: async () => (catalog ??= productsByName(await readCatalog(tx))),
  }
}

/** Returns why an invoice changed. Throws a refusal if the reader may not see the invoice or the one to compare it with. */
export async function readChanges(
  tx: Tx,
  reader: BillReader,
  invoiceNumber: string,
  against?: string,
  { readBills, readIndex, readHeads, readCatalog } = readingChanges(tx, reader),
): Promise<InvoiceChanges> {
  const head = await findBill(tx, reader, invoiceNumber)
  if (!head) throw notFound()
  const heads = await readHeads(head)
  const [bill] = await readBills([head])
  if (!bill) throw notFound()
  const before = against
    ? await readBills([await chosenBill(tx, reader, bill, against)])
    : await previousBills(readIndex, bill, heads)
  const change =
    before.length > 0
      ? await explainBill(tx, reader, { readBills, readCatalog }, bill, before, heads)
      : undefined
  const amount = (cents: number) => fromCents(cents, bill.currency)
  const numbers = new Map(
    [bill, ...before].flatMap((one) => one.lines.map((line) => [line, one] as const)),
  )
  return {
    sentence: change?.sentence ?? noComparison(bill, await earlierCurrency(readBills, bill, heads)),
    isChosen: against !== undefined,
    isOfVisible: await seesOnlySome(tx, reader),
    currencyIsoCode: bill.currency,
    invoice: comparedInvoice(bill),
    revision: head.revision,
    before: before.map(comparedInvoice),
    difference: change ? amount(change.difference) : null,
    causes: (change?.causes ?? []).map((cause) => ({
      kind: cause.kind,
      words: cause.words,
      amount: amount(cause.cents),
      lines: cause.parts.flatMap((part) => changedLine(part, bill.currency, numbers)),
    })),
    choices: otherCharges(bill, heads)
      .filter(({ date }) => date <= bill.date)
      .slice(0, mostChoices)
      .map(comparedInvoice),
  }
}

/** Returns, for each of these invoices that the reader may see, how much it differs from the invoice that it continues. */
export async function readDifferences(
  tx: Tx,
  reader: BillReader,
  invoiceIds: readonly string[],
): Promise<InvoiceDifference[]> {
  const asked = await findBills(tx, reader, invoiceIds)
  if (asked.length === 0) return []
  const heads = await billsBefore(tx, reader, ...asked)
  const readBills = billReading(tx, reader)
  const readIndex = indexReading(readBills)
  const differences: InvoiceDifference[] = []
  for (const bill of await readBills(asked)) {
    // Lets the server answer other requests meanwhile.
    await setImmediate()
    const before =
      (await previousAmong(readIndex, bill, headsBefore(bill, heads), mostSearched)) ?? []
    const cents = before.reduce((rest, { amountCents }) => rest - amountCents, bill.amountCents)
    differences.push({
      id: bill.id,
      amount: fromCents(bill.amountCents, bill.currency),
      before: before.map(comparedInvoice),
      difference: before.length > 0 ? fromCents(cents, bill.currency) : null,
    })
  }
  return differences
}

/** Returns the heads that `billsBefore` would return for this bill alone. */
function headsBefore({ serviceMonth: last }: BillHead, heads: readonly BillHead[]): BillHead[] {
  const first = addMonths(last, -mostMonthsBack)
  return heads.filter(({ serviceMonth }) => first <= serviceMonth && serviceMonth <= last)
}

async function chosenBill(
  tx: Tx,
  reader: BillReader,
  bill: Bill,
  against: string,
): Promise<BillHead> {
  const head = await findBill(tx, reader, against)
  if (!head) throw notFound()
  if (head.currency !== bill.currency)
    throw new Refusal(409, 'Invoices of different currencies cannot be compared.')
  return head
}

/** Returns the currency of earlier bills like this one, if none of them is in this bill's currency. */
async function earlierCurrency(
  readBills: ReadBills,
  bill: Bill,
  heads: readonly BillHead[],
): Promise<string | undefined> {
  const series = heads.filter(
    (head) =>
      head.serviceMonth < bill.serviceMonth &&
      head.customerNumber === bill.customerNumber &&
      head.invoiceType === bill.invoiceType,
  )
  const [nearest] = series
  if (!nearest || series.some(({ currency }) => currency === bill.currency)) return undefined
  const [found] = findPrevious(bill, indexBills(await readBills([nearest])))
  return found?.currency
}

const comparedInvoice = (head: BillHead): ComparedInvoice => ({
  invoiceNumber: head.invoiceNumber,
  serviceMonth: head.serviceMonth,
  amount: fromCents(head.amountCents, head.currency),
})

function changedLine(
  { before, after, cents }: Part,
  currency: string,
  bills: ReadonlyMap<BillLine, Bill>,
): ChangedLine[] {
  const line = after ?? before
  if (!line) return []
  const compared = (one: BillLine): ComparedLine => ({
    invoiceNumber: bills.get(one)?.invoiceNumber ?? '',
    ...(one.quantity !== null && { quantity: numberOf(one.quantity) }),
    ...(one.price !== null && { salesPrice: numberOf(one.price) }),
    total: fromCents(one.totalCents, currency),
  })
  return [
    {
      productName: line.productName,
      description: line.description,
      moreInfo: line.note,
      userName: line.userName ?? '',
      ...(before && { before: compared(before) }),
      ...(after && { after: compared(after) }),
      amount: fromCents(cents, currency),
    },
  ]
}
