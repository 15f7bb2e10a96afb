import { isolated } from '../kernel/isolated.ts'
import { endRefusal } from './license-end.ts'
import type { HeldLicense } from './held.schema.ts'
import type { LineItem } from './licenses.schema.ts'
import { staysBlank } from './line-items.ts'
import type { LineItemFault } from './order-rules.ts'
import { requestTypes } from './request-types.ts'

/** The licenses of an order's items, each with the number of the item that changes or cancels it. */
export type TakenLicenses = ReadonlyMap<string, number>

export type LicenseMeant = { license: HeldLicense } | { fault: LineItemFault }

/**
 * Returns the license that an item changes or cancels, or why there is none. `found` are the held licenses that the
 * item's license id finds, or its names if it has none. `hasEnded`: the provider's record of that id has ended.
 */
export function licenseMeant(
  item: LineItem,
  productName: string,
  found: readonly HeldLicense[],
  taken: TakenLicenses,
  hasEnded = false,
): LicenseMeant {
  return item.licenseId
    ? chosenLicense(item, found[0], taken, hasEnded)
    : namedLicense(wanted(item, productName), found, taken)
}

function chosenLicense(
  item: LineItem,
  license: HeldLicense | undefined,
  taken: TakenLicenses,
  hasEnded: boolean,
): LicenseMeant {
  if (!license)
    return fault(
      hasEnded
        ? `This license has ended. ${remove}`
        : `Your company does not hold the chosen license. ${remove} If the list of your licenses has it, choose it there again.`,
    )
  const { productSku, productName, networkName, userName, coveredCompany, next } = license
  if (productSku !== item.productSku)
    return fault(`The chosen license is for ${isolated(productName)}. ${chooseAgain}`)
  const said = wordsOfItem(item)
  const isSo = [license, ...(next ? [next] : [])].some(
    (state) =>
      agrees(said.networkName, state.networkName) &&
      agrees(said.userName, state.userName) &&
      // What an item leaves blank agrees with every license, but a change to blank would remove the value.
      names.every((name) => !staysBlank(item, name) || state[name] === ''),
  )
  if (!isSo || !agrees(item.coveredCompany, coveredCompany)) {
    const now = [networkName, userName, coveredCompany].filter(Boolean).map(isolated).join(' · ')
    return fault(`The chosen license is now ${now}. ${chooseAgain}`)
  }
  return refused(license, taken) ?? { license }
}

/** Chooses among licenses that a user cannot tell apart: the first that no other item changes or cancels. */
function namedLicense(
  what: string,
  found: readonly HeldLicense[],
  taken: TakenLicenses,
): LicenseMeant {
  const open = found.filter(({ endsOn }) => endsOn === null)
  const free = open.filter(({ licenseId }) => !taken.has(licenseId))
  const [first] = free
  if (first && new Set(free.map(look)).size === 1) return { license: first }
  if (first)
    return fault(
      `You hold ${free.length} licenses of ${what}. Choose one from the list of your licenses.`,
    )
  const [other] = open.length > 0 ? open : found
  if (other) return refused(other, taken) ?? { license: other }
  return fault(`You hold no license of ${what}. Choose one from the list of your licenses.`)
}

function refused(license: HeldLicense, taken: TakenLicenses) {
  const item = taken.get(license.licenseId)
  if (item !== undefined)
    return fault(`Item ${item} is about the same license. Remove one of the two from the order.`)
  const words = endRefusal(license)
  return words === undefined ? undefined : fault(`${words} ${remove}`)
}

/** What a user sees of a license. */
const look = ({ networkName, userName, ipAddress, coveredCompany, startsOn, next }: HeldLicense) =>
  JSON.stringify([networkName, userName, ipAddress, coveredCompany, startsOn, next])

/** Returns the network and the user that the license has now, according to the item. */
export function wordsOfItem(item: LineItem) {
  const isChange = item.customerOrderRequestTypeId === requestTypes.change
  return {
    networkName: (isChange ? item.oldNetworkName : item.networkName) ?? '',
    userName: ((isChange ? item.oldUserName : item.userName) ?? '').trim(),
  }
}

function wanted(item: LineItem, productName: string): string {
  const { networkName, userName } = wordsOfItem(item)
  const whose = userName ? ` for ${isolated(userName)}` : ''
  return `${isolated(productName)} on ${isolated(networkName)}${whose}`
}

const names = ['networkName', 'userName'] as const

/** A value that the item leaves out agrees with every license. */
const agrees = (said: string | null | undefined, is: string) =>
  !said || said.trim().toLowerCase() === is.trim().toLowerCase()

const remove = 'Remove the item from the order.'
const chooseAgain = 'Choose it from the list of your licenses again.'
const fault = (words: string): { fault: LineItemFault } => ({
  fault: { field: 'licenseId', words },
})
