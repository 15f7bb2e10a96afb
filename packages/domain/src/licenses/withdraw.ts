import type { Day } from '../kernel/day.ts'
import { isolated } from '../kernel/isolated.ts'
import { changed, requiredBy } from './item-words.ts'
import type { ReadLineItem, WithdrawItems } from './licenses.schema.ts'
import { effectText, monthlyEffect } from './monthly-effect.ts'
import { openSteps, type ItemStep } from './order-steps.ts'
import { requestTypes } from './request-types.ts'

/** An item of a submitted order, and what the provider has done with its license. */
export interface AskedItem {
  isOfPortal: boolean
  step: ItemStep
  type: number
  /** The item adds a license. */
  adds: boolean
  day: Day
  /** A record has described the license that the item adds. */
  hasRun: boolean
  /** The company's licenses are known by records, not by orders. */
  isByRecords: boolean
  /** The record of the item's license has an end. */
  ends: boolean
}

/**
 * Returns whether an item has had no effect yet: an added license does not run, and the day of a change or a cancellation
 * is in the future.
 */
export function mayWithdraw(item: AskedItem, today: Day): boolean {
  if (!item.isOfPortal || !isOpen(item.step)) return false
  if (item.adds) return item.isByRecords ? !item.hasRun : item.day > today
  return item.day > today && !(item.type === requestTypes.cancel && item.ends)
}

const isOpen = (step: ItemStep) => openSteps.some((one) => one === step)

/** Returns why an item in its current state cannot be withdrawn as the user saw it; undefined if it can be. */
export function withdrawalRefusal(
  { canWithdraw }: ReadLineItem,
  now: ItemStep,
  seen: WithdrawItems['lines'][number]['status'],
): string | undefined {
  if (now !== seen) return `This item is now ${now}.`
  return canWithdraw ? undefined : 'This item can no longer be withdrawn.'
}

/** Returns how an item changes the monthly cost, as it was shown. */
export const withdrawnEffect = (item: ReadLineItem): string =>
  effectText(
    monthlyEffect(
      [{ customerOrderRequestTypeId: Number(item.customerOrderRequestTypeId), productSku: '' }],
      [{ productName: '', price: item.price ?? null }],
    ),
  )

/** Returns an item in words, such as `ICE · ann · 12/31/2026`. */
export const withdrawnWords = (item: ReadLineItem): string =>
  [
    changed(item, 'oldNetworkName', 'networkName'),
    changed(item, 'oldUserName', 'userName'),
    isolated(String(item.coveredCompany ?? '')),
    requiredBy(item),
  ]
    .filter(Boolean)
    .join(' · ')
