import { beforeAll, expect, test } from 'vitest'
import { isSameAddress } from '@portal/domain/kernel/email'
import type { Invite } from '@portal/domain/team/invites.schema'
import { testPortal } from '../../test/portal/test-portal.ts'
import { signInThroughProvider, visitor } from '../../test/session/sign-in.ts'

const ana = 'ana.kim@aldgate.example'

const portal = testPortal()
beforeAll(async () => {
  await portal.given.company('A1', 'Aldgate')
  await portal.given.user(ana, 'A1', ['ManageUsers', 'AccessErfs'])
})

const foldings: ((sign: string) => string)[] = [
  (sign) => sign.toLowerCase(),
  (sign) => sign.toUpperCase().toLowerCase(),
  (sign) => sign.normalize('NFKC').toLowerCase(),
  (sign) => sign.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
]

/** Returns the address with one letter replaced by each Unicode character that some rule folds to that letter. */
function lookAlikes(): string[] {
  const found: string[] = []
  for (let code = 0x80; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const sign = String.fromCodePoint(code)
    const letter = foldings
      .map((fold) => fold(sign))
      .find((one) => one.length === 1 && ana.includes(one))
    if (letter) found.push(ana.replace(letter, sign))
  }
  return found
}

/** Returns the addresses that the database considers equal, among those that it can store. */
async function sameInDatabase(addresses: string[]): Promise<string[]> {
  const { rows } = await portal.system.query<{ address: string }>(
    `select address from unnest($1::text[]) as address where address_key(address) = address_key($2)`,
    [addresses.filter((address) => !address.includes('\0')), ana],
  )
  return rows.map(({ address }) => address)
}

test('only the case of A to Z does not distinguish addresses', async () => {
  const others = lookAlikes()
  expect(others).toContain(ana.replace('k', '\u212a'))
  expect(others.length).toBeGreaterThan(200)
  expect(others.filter((other) => isSameAddress(other, ana))).toEqual([])
  expect(await sameInDatabase(others)).toEqual([])
  const same = ['ANA.KIM@aldgate.example', 'Ana.Kim@ALDGATE.EXAMPLE']
  expect(same.every((one) => isSameAddress(one, ana))).toBe(true)
  expect(await sameInDatabase(same)).toEqual(same)
})

test.each(['\u212a', '\u0131', '\u043a', '\uff4b', 'k\u200d'])(
  'a verified address with %j instead of k gets neither the account nor the invitation',
  async (sign) => {
    const email = ana.replace('k', sign)
    expect(await signInThroughProvider(visitor(portal), { email })).toBe('/notSigned')
    const { rows } = await portal.system.query(`select subject from sign_in_directory`)
    expect(rows).toEqual([{ subject: null }])
  },
)

test('an invitation is not accepted by a look-alike', async () => {
  const manager = await portal.signIn(ana)
  const invited = await manager.post('/api/invite/invite', {
    payload: { email: 'kay@aldgate.example', accountId: 'A1', permissions: ['AccessErfs'] },
  })
  expect(invited.statusCode).toBe(200)
  const { inviteCode: code } = invited.json<Invite>()
  for (const [email, status] of [
    ['\u212aay@aldgate.example', 404],
    ['KAY@aldgate.example', 200],
  ] as const) {
    const who = visitor(portal)
    expect(await signInThroughProvider(who, { email }, `/confirm?code=${code}`)).toMatch('/confirm')
    expect((await who.fetch(`/api/invite/check/${code}`)).status).toBe(status)
  }
})

test('no user and no invitation has an address that is not ASCII', async () => {
  for (const [table, columns] of [
    ['portal_user', '(account_id, email)'],
    ['invite', '(account_id, email, invite_code, invited_by_account, expires_at)'],
  ]) {
    const values = table === 'invite' ? `, 'c', 'A1', now()` : ''
    const inserted = portal.system.query(
      `insert into ${table} ${columns} values ('A1', '\u212aay@aldgate.example'${values})`,
    )
    await expect(inserted).rejects.toThrow(/_email_check/)
  }
})
