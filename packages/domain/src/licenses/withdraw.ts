import type { Day } from '../kernel/day.ts'
import { isolated } from '../kernel/isolated.ts'
import { changed, requiredBy } from './item-words.ts'
import type { ReadLineItem, WithdrawItems } from './licenses.schema.ts'
import { effectText, monthlyEffect } from './monthly-effect.ts'
import { openSteps, type ItemStep } from './order-steps.ts'
import { requestTypes } from './request-types.ts'

/** An item of a submitted order, and what the provider did with its license. */
export interface AskedItem {
  isOfPortal: boolean
  step: ItemStep
  type: number
  /** It adds a license. */
  adds: boolean
  day: Day
  /** A record has described the license that it adds. */
  hasRun: boolean
  /** Records, not orders, say what the company holds. */
  isByRecords: boolean
  /** The record of its license has an end. */
  ends: boolean
}

/** Whether nothing has happened yet: an addition does not run, and the day of a change or a cancellation is to come. */
export function mayWithdraw(item: AskedItem, today: Day): boolean {
  if (!item.isOfPortal || !isOpen(item.step)) return false
  if (item.adds) return item.isByRecords ? !item.hasRun : item.day > today
  return item.day > today && !(item.type === requestTypes.cancel && item.ends)
}

const isOpen = (step: ItemStep) => openSteps.some((one) => one === step)

/** Returns why an item, as it is now, is not withdrawn as a person saw it; undefined if it can be. */
export function withdrawalRefusal(
  { canWithdraw }: ReadLineItem,
  now: ItemStep,
  seen: WithdrawItems['lines'][number]['status'],
): string | undefined {
  if (now !== seen) return `This item is now ${now}.`
  return canWithdraw ? undefined : 'This item can no longer be withdrawn.'
}

/** How the order changes the monthly cost by an item, as it was shown. */
export const withdrawnEffect = (item: ReadLineItem): string =>
  effectText(
    monthlyEffect(
      [{ customerOrderRequestTypeId: Number(item.customerOrderRequestTypeId), productSku: '' }],
      [{ productName: '', price: item.price ?? null }],
    ),
  )

/** What an item is about: `ICE · ann · 12/31/2026`. */
export const withdrawnWords = (item: ReadLineItem): string =>
  [
    changed(item, 'oldNetworkName', 'networkName'),
    changed(item, 'oldUserName', 'userName'),
    isolated(String(item.coveredCompany ?? '')),
    requiredBy(item),
  ]
    .filter(Boolean)
    .join(' · ')
