import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planted } from '../../test/planted-rule.ts'
import { meantByNames, type AskedLine, type Meant } from './by-names.ts'
import { requestTypes } from './request-types.ts'

interface Open {
  id: string
  productSku: string
  names: string
  covered: string
}

const user = fc.constantFrom('ann', 'Ann', '')
const network = fc.constantFrom('ICE', ' ice', 'CME  2', 'CME 2')
const line = fc.record({
  type: fc.constantFrom(1, 1, 2, 3),
  given: fc.option(fc.constantFrom('P-0', 'P-1', 'P-2', 'P-9'), { freq: 3 }),
  productSku: fc.constantFrom('Pro', 'Pro', 'Pro', 'pro'),
  networkName: network,
  userName: user,
  oldNetworkName: network,
  oldUserName: user,
  coveredCompany: fc.constantFrom('', '', 'North', 'NORTH', 'South'),
})
const lines = fc
  .array(line, { minLength: 2, maxLength: 12 })
  .map((all): AskedLine[] => all.map((one, nth) => ({ id: `P-${nth}`, ...one })))

const spelled = (text: string) => text.trim().replaceAll('  ', ' ').toLowerCase()
const namesOf = (productSku: string, networkName: string, userName: string) =>
  [productSku, spelled(networkName), userName.toLowerCase()].join()

/** Computes, independently, which license a line means among those open before it, in the order in which they were ordered. */
function expected(one: AskedLine, open: readonly Open[]): Meant {
  const { type, given, productSku } = one
  if (type === requestTypes.add) return 'adds'
  if (given !== null) return open.some(({ id }) => id === given) ? { license: given } : 'none'
  const isChange = type === requestTypes.change
  const names = isChange
    ? namesOf(productSku, one.oldNetworkName, one.oldUserName)
    : namesOf(productSku, one.networkName, one.userName)
  const covered = spelled(one.coveredCompany)
  const found = open.filter(
    (known) => known.names === names && [known.covered, ''].includes(covered),
  )
  if (found.length === 0) return isChange ? 'adds' : 'none'
  return found.every((known) => known.covered === found[0]!.covered)
    ? { license: found[0]!.id }
    : 'several'
}

/** Fails if a line identifies another license than the previous lines allow. */
const meansWhatIsOpen = (match: typeof meantByNames) =>
  fc.property(lines, (all) => {
    const meant = match(all)
    let open: Open[] = []
    for (const one of all) {
      const is = expected(one, open)
      expect(meant.get(one.id)).toEqual(is)
      const renamed = (known: { productSku: string }) =>
        namesOf(known.productSku, one.networkName, one.userName)
      const { id, productSku } = one
      const covered = spelled(one.coveredCompany)
      if (is === 'adds') open.push({ id, productSku, names: renamed(one), covered })
      if (typeof is === 'string') continue
      if (one.type === requestTypes.cancel) open = open.filter((known) => known.id !== is.license)
      else
        open = open.map((known) =>
          known.id === is.license ? { ...known, names: renamed(known) } : known,
        )
    }
  })

test('a line without an id identifies an open license with its names, or none', () => {
  expect(fc.check(meansWhatIsOpen(meantByNames), { numRuns: 2000 }).counterexample).toBeNull()
})

test('full-width letters are the same', () => {
  const add = { type: 1, given: null, productSku: 'Pro', networkName: 'ICE', userName: 'ann' }
  const old = { oldNetworkName: '', oldUserName: '', coveredCompany: '' }
  const lineOf = (id: string, more: object) => ({ id, ...add, ...old, ...more })
  const meant = meantByNames([lineOf('P-1', {}), lineOf('P-2', { type: 2, userName: 'Ａｎｎ' })])
  expect(meant.get('P-2')).toEqual({ license: 'P-1' })
})

test.each([
  ['the first of several, though they differ', 'other ? "several" :', ''],
  ['the last of several', 'alike?.[0]', 'alike?.at(-1)'],
  ['upper case differs', '.toLowerCase()', ''],
  ['the covered company does not count', 'covered === ""', 'true'],
  [
    'a blank user agrees with every user',
    'this.#named.get(keyOf(said))',
    '[...this.#named].find(([key]) => key.startsWith(keyOf(said).slice(0, -2)))?.[1]',
  ],
  ['a cancelled license is meant again', 'byId.delete(one.licenseId)', 'open.add(one)'],
  ['a change of an unknown license does nothing', '|| isNew', ''],
  ['lines with an id do not count', 'byId.get(given)', 'null'],
  [
    'a renamed license loses its place',
    'this.#places.get(licenseId) ?? this.#places.size',
    'this.#places.size',
  ],
])('%s: found', async (_, from, to) => {
  const wrong = await planted<{ meantByNames: typeof meantByNames }>('licenses/by-names.ts', [
    from,
    to,
  ])
  const { counterexample } = fc.check(meansWhatIsOpen(wrong.meantByNames), { numRuns: 5000 })
  expect(counterexample).not.toBeNull()
})
