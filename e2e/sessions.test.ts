import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { callAs } from './call-as.ts'
import { onPhone } from './open-visit.ts'
import { priya } from './people.ts'
import { chooseAccount } from './sign-in.ts'
import { newcomer } from './team-calls.ts'
import { userList } from './team-pages.ts'

test('a person finds the page in their menu and ends the session of another browser', async () => {
  const una = await newcomer(priya, 'Una', 'Berg', ['AccessErfs'])
  const other = await visit({ at: '/erf' })
  other.problems.expect(/401 /)
  await chooseAccount(other.page, una)
  await other.page.waitForURL('**/erf')
  const { page } = await visit({ as: una, at: '/erf', ...onPhone })
  await page.getByRole('button', { name: 'Una Berg' }).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  await page.waitForURL('**/sessions')
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await rows.filter({ hasText: 'This browser' }).waitFor()
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/This browser/),
      expect.stringMatching(/^Chrome on Linux\s.*last used/s),
    ])
  await expect.poll(() => rows.first().getByRole('button').count()).toBe(0)
  await rows
    .last()
    .getByRole('button', { name: /^End the session of Chrome/ })
    .click()
  await page.getByText('1 session ended.').waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await expect
    .poll(() => page.getByRole('button', { name: 'End all other sessions' }).count())
    .toBe(0)
  await other.page.reload()
  await other.page.waitForURL(/interaction/)
})

test('a manager ends all sessions of a user', async () => {
  const ole = await newcomer(priya, 'Ole', 'Dahl', ['AccessErfs'])
  const his = await visit({ at: '/erf' })
  his.problems.expect(/401 /)
  await chooseAccount(his.page, ole)
  await his.page.waitForURL('**/erf')
  const { page } = await visit({ as: priya, at: `/users?open=${ole.id}` })
  const { panel } = userList(page)
  await panel.getByText('Sessions', { exact: true }).click()
  await panel.getByText('Chrome on').first().waitFor()
  await panel.getByRole('button', { name: 'End all sessions' }).click()
  await panel.getByText('Ole Dahl is not signed in anywhere.').waitFor()
  const [entry] = await callAs<{ description: string }[]>(
    priya,
    'get',
    '/admin/history?search=Ole&typeFilter=Sessions%20Ended&perPage=1&page=1',
  )
  expect(entry?.description).toMatch(/^Ended \d sessions? of Ole Dahl$/)
  await his.page.reload()
  await his.page.waitForURL(/interaction/)
})
