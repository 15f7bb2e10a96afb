import { beforeAll, expect, test } from 'vitest'
import { visit } from './browser.ts'
import { callAs } from './call-as.ts'
import { mailsAbout } from './mailbox.ts'
import { wren } from './records/send-company.ts'

const { user, colleague } = wren
const external = 'books@wren-books.example'

beforeAll(async () => {
  await callAs(user, 'post', '/payment/recipient/external/add', {
    crmId: wren.accountId,
    emailRecipients: [external],
  })
})

test('an external recipient confirms on a page without an account, which the link in the email opens', async () => {
  const about = 'asks to send you emails'
  const request = async () => (await mailsAbout(about)).find(({ to }) => to.includes(external))
  await expect.poll(request, { timeout: 20_000 }).toBeTruthy()
  const [path = ''] = /\/notifications\/recipient\S+/.exec((await request())!.text) ?? []
  const { page } = await visit({ at: path })
  await page.getByText(external).waitFor()
  await page.getByRole('button', { name: 'Confirm' }).dblclick()
  await page.getByText('You get these emails').waitFor()
  const { page: manager } = await visit({ as: user, at: '/payments?tab=recipients' })
  await manager.getByText(external).waitFor()
  expect(await manager.getByText('Waiting for confirmation').count()).toBe(0)
})

test('an invoice is sent from its page to chosen recipients, once although pressed twice', async () => {
  const { page } = await visit({ as: user, at: '/invoices/detail/WR-1' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send invoice WR-1' })
  const box = (name: RegExp) => dialog.getByRole('checkbox', { name })
  await expect.poll(() => box(/Wanda Ruiz \(you\)/).getAttribute('aria-checked')).toBe('true')
  await dialog.getByText('may not see invoice WR-1').first().waitFor()
  expect(await box(/Wim Bos/).getAttribute('aria-disabled')).toBe('true')
  await box(/Will Moss/).click()
  await box(new RegExp(external)).click()
  await dialog.getByRole('button', { name: 'Send to 3' }).dblclick()
  await page.getByText('Sending to 3 recipients').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const about = 'Wanda Ruiz sent you an invoice, WR-1'
  await expect
    .poll(async () => (await mailsAbout(about)).flatMap(({ to }) => to).toSorted(), {
      timeout: 20_000,
    })
    .toEqual([external, user.email, colleague.email].toSorted())
  const [mail] = await mailsAbout(about)
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['WR-1.pdf'])
})
