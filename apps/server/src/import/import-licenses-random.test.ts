import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { importDatabase, invoiceRecord, type TestRecord } from './import-fixture.ts'

// Companies, licenses, orders and requests have short names, so that records often meet. Every run
// appends its number to them.

interface Reference {
  licenseId?: string
  licenseOrderId?: string
  equipmentRequestId?: string
}

type Sent = { company: 'A' | 'B'; id: string } & (
  | { kind: 'license'; asOf: string | undefined; userName: string; licenseOrderId: string }
  | { kind: 'licenseOrder'; licenseIds: string[] }
  | { kind: 'equipmentRequest' }
  | { kind: 'invoice'; lines: Reference[] }
  | { kind: 'delete'; of: 'license' | 'licenseOrder' | 'equipmentRequest'; asOf?: string }
)

const companies = fc.constantFrom('A' as const, 'B' as const)
const licenseIds = fc.constantFrom('L1', 'L2', 'L3')
const orderIds = fc.constantFrom('O1', 'O2')
const requestIds = fc.constantFrom('E1', 'E2')
const times = fc
  .option(fc.integer({ min: 1, max: 6 }), { freq: 12, nil: undefined })
  .map((day) => day && `2026-10-0${day}T06:00:00.000Z`)
const line = fc.record<Reference>(
  { licenseId: licenseIds, licenseOrderId: orderIds, equipmentRequestId: requestIds },
  { requiredKeys: [] },
) as fc.Arbitrary<Reference>

const sent = fc.oneof(
  fc.record({
    kind: fc.constant('license' as const),
    company: companies,
    id: licenseIds,
    asOf: times,
    userName: fc.constantFrom('ann', 'ben', ''),
    licenseOrderId: fc.oneof(fc.constant(''), orderIds),
  }),
  fc.record({
    kind: fc.constant('licenseOrder' as const),
    company: companies,
    id: orderIds,
    licenseIds: fc.array(licenseIds, { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('equipmentRequest' as const), company: companies, id: requestIds }),
  fc
    .record({
      kind: fc.constant('invoice' as const),
      company: companies,
      id: fc.constantFrom('N1', 'N2'),
      lines: fc.array(line, { maxLength: 3 }),
    })
    .map((one) => ({ ...one, id: one.id + one.company })),
  fc
    .tuple(
      fc.oneof(
        fc.tuple(fc.constant('license' as const), licenseIds, times),
        fc.tuple(fc.constant('licenseOrder' as const), orderIds, fc.constant(undefined)),
        fc.tuple(fc.constant('equipmentRequest' as const), requestIds, fc.constant(undefined)),
      ),
      companies,
    )
    .map(([[of, id, asOf], company]) => ({ kind: 'delete' as const, company, id, of, asOf })),
) as fc.Arbitrary<Sent>

// Contradictions within an import are tested elsewhere.
const oneImport = fc.uniqueArray(sent, {
  minLength: 1,
  maxLength: 5,
  selector: (one) => `${one.kind === 'delete' ? one.of : one.kind} ${one.id}`,
})
// A number sends an earlier import again.
const steps = fc
  .array(fc.oneof({ weight: 2, arbitrary: oneImport }, { weight: 1, arbitrary: fc.nat(9) }), {
    minLength: 1,
    maxLength: 10,
  })
  .map((all) =>
    all.reduce<Sent[][]>((done, step) => {
      const next = typeof step === 'number' ? done[step % Math.max(done.length, 1)] : step
      return next ? [...done, next] : done
    }, []),
  )

const newest = (one: string | undefined, other: string | undefined) =>
  (one ?? '') > (other ?? '') ? one : other

/** The rules in their simplest form: one record after the other. */
class Replay {
  readonly licenses = new Map<string, { company: string; userName: string; order: string }>()
  readonly lines = new Map<string, Reference[]>()
  readonly orders = new Map<string, { company: string; licenseIds: string[] }>()
  readonly #requests = new Map<string, string>()
  /** When the newest record of a license was written, by company and license. */
  readonly #times = new Map<string, string>()

  #timesOf(id: string): string[] {
    return [...this.#times].filter(([key]) => key.endsWith(` ${id}`)).map(([, time]) => time)
  }

  #ownerOf(kind: Sent['kind'], id: string): string | undefined {
    if (kind === 'license') return this.licenses.get(id)?.company
    if (kind === 'licenseOrder') return this.orders.get(id)?.company
    return kind === 'equipmentRequest' ? this.#requests.get(id) : undefined
  }

  /** Returns the rejected fields, by line and field, and what happened to the licenses. */
  take(records: readonly Sent[]) {
    const rejects: string[] = []
    const verdicts: string[] = []
    const isWrong = (one: Sent) => rejects.some((at) => at.startsWith(`${records.indexOf(one)} `))
    for (const [at, one] of records.entries())
      for (const field of this.#ownFaults(one)) rejects.push(`${at} ${field}`)

    const valid = <K extends Sent['kind']>(kind: K) =>
      records.filter((one): one is Extract<Sent, { kind: K }> => one.kind === kind && !isWrong(one))
    const isForeign = (
      kind: 'license' | 'licenseOrder' | 'equipmentRequest',
      id = '',
      company: string,
    ) => {
      const owners = [
        this.#ownerOf(kind, id),
        ...valid(kind).map((one) => one.id === id && one.company),
      ]
      return !owners.includes(company) && owners.some(Boolean)
    }
    for (const one of valid('license'))
      if (
        !this.#isStored(one) &&
        !this.#isStale(one) &&
        isForeign('licenseOrder', one.licenseOrderId, one.company)
      )
        rejects.push(`${records.indexOf(one)} licenseOrderId`)
    for (const one of valid('invoice').filter((each) => !this.#isStored(each)))
      for (const [nth, { licenseId, licenseOrderId, equipmentRequestId }] of one.lines.entries()) {
        const at = `${records.indexOf(one)} lineItems[${nth}]`
        if (isForeign('license', licenseId, one.company)) rejects.push(`${at}.licenseId`)
        if (isForeign('licenseOrder', licenseOrderId, one.company))
          rejects.push(`${at}.licenseOrderId`)
        if (isForeign('equipmentRequest', equipmentRequestId, one.company))
          rejects.push(`${at}.equipmentRequestId`)
      }
    for (const one of valid('licenseOrder').filter((each) => !this.#isStored(each)))
      for (const [nth, licenseId] of one.licenseIds.entries())
        if (isForeign('license', licenseId, one.company))
          rejects.push(`${records.indexOf(one)} lineItems[${nth}].licenseId`)

    for (const one of valid('license')) verdicts.push(this.#write(one))
    for (const one of valid('invoice')) this.lines.set(one.id, one.lines)
    for (const { id, company, licenseIds } of valid('licenseOrder'))
      this.orders.set(id, { company, licenseIds })
    for (const { id, company } of valid('equipmentRequest')) this.#requests.set(id, company)
    for (const one of valid('delete'))
      if (one.of === 'license') verdicts.push(this.#remove(one))
      else (one.of === 'licenseOrder' ? this.orders : this.#requests).delete(one.id)
    return { rejects: rejects.toSorted(), verdicts: verdicts.toSorted() }
  }

  #ownFaults(one: Sent): string[] {
    const { id, company } = one
    const isLicense = one.kind === 'license' || (one.kind === 'delete' && one.of === 'license')
    const lacksTime = isLicense && one.asOf === undefined && this.#timesOf(id).length > 0
    const owner = this.#ownerOf(one.kind, id)
    const key = { license: 'licenseId', equipmentRequest: 'equipmentRequestId' } as const
    return [
      ...(lacksTime ? ['asOf'] : []),
      ...(owner && owner !== company ? [key[one.kind as 'license'] ?? 'id'] : []),
    ]
  }

  /** A record that changes nothing keeps its references, also if another company got the id since. */
  #isStored(one: Extract<Sent, { kind: 'license' | 'licenseOrder' | 'invoice' }>): boolean {
    const { id, company } = one
    const isSame = (stored: object | undefined, now: object) =>
      JSON.stringify(stored) === JSON.stringify(now)
    if (one.kind === 'invoice') return isSame(this.lines.get(id), one.lines)
    if (one.kind === 'licenseOrder')
      return isSame(this.orders.get(id), { company, licenseIds: one.licenseIds })
    const { userName, licenseOrderId: order } = one
    return isSame(this.licenses.get(id), { company, userName, order })
  }

  #isStale({ id, company, asOf }: { id: string; company: string; asOf: string | undefined }) {
    const known = this.#times.get(`${company} ${id}`)
    return asOf !== undefined && known !== undefined && asOf < known
  }

  #write({ id, company, asOf, userName, licenseOrderId }: Extract<Sent, { kind: 'license' }>) {
    if (this.#isStale({ id, company, asOf })) return 'stale'
    const time = newest(asOf, this.#times.get(`${company} ${id}`))
    if (time) this.#times.set(`${company} ${id}`, time)
    const before = JSON.stringify(this.licenses.get(id))
    this.licenses.set(id, { company, userName, order: licenseOrderId })
    if (before === undefined) return 'inserted'
    return before === JSON.stringify(this.licenses.get(id)) ? 'unchanged' : 'updated'
  }

  #remove({ id, asOf }: Extract<Sent, { kind: 'delete' }>) {
    if (this.#timesOf(id).some((time) => asOf && asOf < time)) return 'stale'
    const license = this.licenses.get(id)
    if (!license) return 'unchanged'
    if (asOf) this.#times.set(`${license.company} ${id}`, asOf)
    this.licenses.delete(id)
    return 'deleted'
  }
}

test('licenses and what lines name follow the records, in any order and however often they come', async () => {
  const { take, rejects, rows } = await importDatabase()
  let run = 0
  await fc.assert(
    fc.asyncProperty(steps, async (imports) => {
      const end = `-${(run += 1)}`
      const replay = new Replay()
      const named = (one: object) =>
        Object.fromEntries(Object.entries(one).map(([name, id]) => [name, id && `${id}${end}`]))
      const recordOf = (one: Sent): TestRecord => {
        const accountId = `${one.company}${end}`
        const id = `${one.id}${end}`
        if (one.kind === 'delete')
          return { record: 'delete', kind: one.of, key: id, ...(one.asOf && { asOf: one.asOf }) }
        if (one.kind === 'license') {
          const { asOf, userName, licenseOrderId } = one
          return {
            record: 'license',
            licenseId: id,
            accountId,
            productId: 'P',
            userName,
            ...named({ licenseOrderId }),
            ...(asOf && { asOf }),
          }
        }
        if (one.kind === 'licenseOrder')
          return {
            record: one.kind,
            id,
            accountId,
            status: 'Draft',
            createdDate: '2026-09-01',
            lineItems: one.licenseIds.map((licenseId) => ({
              customerOrderRequestTypeId: 2,
              ...named({ licenseId }),
            })),
          }
        if (one.kind === 'equipmentRequest')
          return {
            record: one.kind,
            equipmentRequestId: id,
            accountId,
            orderDate: '2026-09-01',
            externalOrderStatus: 'Closed',
          }
        const lineItems = one.lines.map((line) => ({ total: 1, ...named(line) }))
        return invoiceRecord({ invoiceNumber: id, accountId, lineItems })
      }
      const companyRecords = ['A', 'B'].map((name) => ({
        record: 'company',
        accountId: `${name}${end}`,
        name,
      }))
      await take(companyRecords)

      for (const records of imports) {
        const { kinds } = await take(records.map(recordOf), { skipRejects: true })
        const expected = replay.take(records)
        const found = rejects.map(({ line, field }) => `${line - 1} ${field}`)
        expect(found.toSorted()).toEqual(expected.rejects)
        const { rejected: _, ...counts } = kinds.get('license') ?? { rejected: 0 }
        const verdicts = Object.entries(counts).flatMap(([verdict, count]) =>
          Array.from({ length: count }, () => verdict),
        )
        expect(verdicts.toSorted()).toEqual(expected.verdicts)
      }

      expect(
        await rows(`
          select account_id, license_id, user_name, license_order_id from provided_license
           where account_id like '%${end}' order by license_id`),
      ).toEqual(
        [...replay.licenses]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([id, { company, userName, order }]) => ({
            account_id: `${company}${end}`,
            license_id: `${id}${end}`,
            user_name: userName || null,
            license_order_id: order ? `${order}${end}` : null,
          })),
      )
      const lines = await rows(`
        select i.invoice_number, l.license_id as "licenseId", l.license_order_id as "licenseOrderId",
               l.equipment_request_id as "equipmentRequestId"
          from invoice i join invoice_line l on l.account_id = i.account_id and l.invoice_id = i.id
         where i.account_id like '%${end}' order by i.invoice_number, l.line_no`)
      const items = await rows(`
        select o.external_id, l.license_id
          from license_order o join license_order_line l on l.account_id = o.account_id and l.order_id = o.id
         where o.account_id like '%${end}' order by o.external_id, l.line_no`)
      expect(items).toEqual(
        [...replay.orders]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .flatMap(([id, { licenseIds: ids }]) =>
            ids.map((licenseId) => ({
              external_id: `${id}${end}`,
              license_id: `${licenseId}${end}`,
            })),
          ),
      )
      const none = { licenseId: null, licenseOrderId: null, equipmentRequestId: null }
      expect(lines).toEqual(
        [...replay.lines]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .flatMap(([id, of]) =>
            of.map((line) => ({ invoice_number: `${id}${end}`, ...none, ...named(line) })),
          ),
      )
    }),
    { numRuns: runs(3) },
  )
})
