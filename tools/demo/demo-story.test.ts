/* oxlint-disable vitest/no-conditional-expect -- what is expected of a record depends on its kind */
import { addDays } from '@portal/domain/kernel/day'
import { describe, expect, test } from 'vitest'
import { LicenseRegister } from '../../apps/server/src/licenses/license-register.ts'
import { aldgate, brightwater, fairhaven } from './customers.ts'
import { storyDays, storyOf, type Order } from './story-fixture.ts'

const withRecords = [aldgate, fairhaven].map(({ accountId }) => accountId)

describe.each(storyDays)('on %s', (today) => {
  const { regular, lines, licenses, orders, product } = storyOf(today)

  test('orders explain what runs, and what is billed', () => {
    for (const { accountId } of [aldgate, fairhaven, brightwater]) {
      const running = replay(orders.filter((order) => order.accountId === accountId))
      const ofRecords = licenses.filter(
        (one) => one.accountId === accountId && (one.until === undefined || one.until >= today),
      )
      const words = (one: { productId: string; network: string; user: string; id: string }) =>
        [one.id, one.productId, one.network, one.user].join(' ')
      if (withRecords.includes(accountId))
        expect(
          running.map(({ licenseId, ...one }) => words({ ...one, id: licenseId })).toSorted(),
        ).toEqual(
          ofRecords
            .map(({ licenseId: id, productId, networkId: network, userName: user }) =>
              words({ id, productId, network, user }),
            )
            .toSorted(),
        )
      else {
        expect(ofRecords).toEqual([])
        const latest = regular.findLast((one) => one.accountId === accountId)!
        const billed = latest.lineItems.map(({ productId, networkId = '', userName = '' }) =>
          words({ id: '', productId, network: networkId, user: userName }),
        )
        const held = running.map((one) => words({ ...one, id: '' }))
        for (const one of billed) expect(held).toContain(one)
      }
    }
  })

  /** Returns what runs today by the orders, by the rule of the portal. */
  function replay(submitted: readonly Order[]) {
    const register = new LicenseRegister()
    const networks = new Map<string, string>()
    for (const [at, { lineItems, status }] of submitted.entries())
      for (const [nth, item] of lineItems.entries()) {
        networks.set(item.networkName, item.networkId)
        if (['Draft', 'Rejected'].includes(status)) continue
        const isAdd = item.customerOrderRequestTypeId === 1
        register.apply({
          ...item,
          addedId: (isAdd && item.licenseId) || `${at} ${nth}`,
          orderId: at,
          type: item.customerOrderRequestTypeId,
          licenseId: item.licenseId ?? null,
          ipAddress: '',
          oldIPAddress: '',
          oldUserName: item.oldUserName ?? '',
          oldNetworkName: item.oldNetworkName ?? '',
          coveredCompany: item.coveredCompany ?? '',
          day: item.dateRequired,
        })
      }
    return register.licenses
      .filter(({ states: [{ startsOn }], endsOn }) => startsOn <= today && !(endsOn! <= today))
      .map(({ licenseId, productSku, states }) => {
        const state = states.findLast(({ startsOn }) => startsOn <= today)!
        return {
          licenseId,
          productId: productSku,
          network: networks.get(state.networkName)!,
          user: state.userName,
        }
      })
  }

  test('orders are submitted before they take effect, and their status fits the day', () => {
    const seen = new Set(orders.map(({ status }) => status))
    expect([...seen].toSorted()).toEqual(
      ['Accepted', 'Draft', 'Provisioned', 'Rejected', 'Scheduled', 'Submitted'].toSorted(),
    )
    for (const { createdDate, status, statusReason, lineItems, requestorName } of orders) {
      expect(requestorName).not.toBe('')
      expect(createdDate.slice(0, 10) < today).toBe(true)
      expect(lineItems.length).toBeGreaterThan(0)
      expect(Boolean(statusReason)).toBe(status === 'Rejected')
      for (const { dateRequired } of lineItems) {
        expect(dateRequired > createdDate.slice(0, 10)).toBe(true)
        if (status !== 'Rejected') expect(dateRequired <= today).toBe(status === 'Provisioned')
      }
    }
  })

  test('prices rise at the turn of the year, and the next rise is announced', () => {
    const turn = `${today.slice(0, 4)}-01-01`
    const pro = lines.filter(
      (line) => line.productId === '10010' && line.invoice.accountId === brightwater.accountId,
    )
    const pricesOf = (of: typeof pro) => [...new Set(of.map(({ salesPrice }) => salesPrice))]
    expect(pricesOf(pro.filter((line) => line.servicePeriodStart < turn))).toEqual(['1520.00'])
    expect(pricesOf(pro.filter((line) => line.servicePeriodStart >= turn))).toEqual(['1575.00'])
    const announced = licenses.filter(({ nextMonthlyPrice }) => nextMonthlyPrice)
    expect(announced.length).toBeGreaterThan(8)
    for (const { nextPriceFrom, nextMonthlyPrice, monthlyPrice } of announced) {
      expect(nextPriceFrom! > today).toBe(true)
      expect(Number(nextMonthlyPrice) > Number(monthlyPrice)).toBe(true)
    }
  })

  test('a product is replaced by another that the same person gets on the next day', () => {
    const old = licenses.find(({ productId }) => product.get(productId)!.replacedBy)!
    const next = product.get(old.productId)!.replacedBy
    expect(licenses).toContainEqual(
      expect.objectContaining({
        productId: next,
        userName: old.userName,
        since: addDays(old.until!, 1),
      }),
    )
  })

  test('a license that passed to another person keeps its id', () => {
    const users = new Map<string, Set<string>>()
    for (const { licenseId, userName } of lines)
      if (licenseId && userName)
        users.set(licenseId, new Set([...(users.get(licenseId) ?? []), userName]))
    const passed = [...users.values()].filter(({ size }) => size > 1).map((one) => [...one])
    expect(passed).toEqual([
      ['jdoyle', 't.okafor'],
      ['jdoyle', 't.okafor'],
      ['m.abara', 'l.grant'],
      ['m.abara', 'l.grant'],
    ])
  })
})

const today = storyDays[0]!

test('no id is shared', () => {
  const { licenses, orders, invoices } = storyOf(today)
  for (const ids of [
    licenses.map(({ licenseId }) => licenseId),
    orders.map(({ id }) => id),
    invoices.map(({ invoiceNumber }) => invoiceNumber),
  ])
    expect(new Set(ids).size).toBe(ids.length)
})
