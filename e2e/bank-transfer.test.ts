import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { attention } from './attention-items.ts'
import { portal, visit } from './browser.ts'
import { mailsAbout } from './mailbox.ts'
import { maya } from './people.ts'

test('changed bank details are mailed to super admins, and listed until one confirms them', async () => {
  const record = {
    record: 'bankAccount',
    subsidiary: 'KITE-EU',
    currencyIsoCode: 'EUR',
    beneficiary: 'Kite GmbH',
    bankName: 'Kite Bank',
    iban: 'DE89 3704 0044 0532 0130 00',
  }
  const { status, stderr } = spawnSync(
    process.execPath,
    ['apps/server/dist/portal.js', 'import', '-'],
    {
      cwd: import.meta.portalRoot,
      env: { ...process.env, PORTAL_DATA_DIR: portal.dataDir, INIT_CWD: portal.dataDir },
      input: JSON.stringify(record),
      encoding: 'utf8',
    },
  )
  expect([status, stderr]).toEqual([0, expect.any(String)])
  const { page } = await visit({ as: maya, at: '/attention' })
  const { item, dialog } = attention(page)
  const change = item('Changed bank details', 'KITE-EU EUR')
  await change.getByText('New: account ending in 3000; by Command line').waitFor()
  await change.getByRole('button', { name: /^Confirm/ }).click()
  await dialog.getByText('Compare the bank details of KITE-EU EUR').waitFor()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page
    .getByText('The bank details of KITE-EU EUR are confirmed: the account ending in 3000.')
    .waitFor()
  await change.waitFor({ state: 'detached' })
  await expect
    .poll(
      async () =>
        (await mailsAbout('Bank details of KITE-EU EUR changed'))
          .map(({ to }) => String(to))
          .join(),
      { timeout: 30_000 },
    )
    .toContain(maya.email)
})
