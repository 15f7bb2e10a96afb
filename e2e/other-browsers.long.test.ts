import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFirefox, findWebKit } from '../tools/other-browsers.ts'
import { isShared } from '../tools/random-tests.ts'
import { accreditationAddress } from './accreditation-pages.ts'
import { addCard } from './add-card.ts'
import { chargesFor, chargesOfProvider } from './card-sandbox.ts'
import { startFirefox, type Firefox } from './drivers/firefox.ts'
import { visitWith } from './drivers/visit.ts'
import { openWebKit } from './drivers/webkit.ts'
import { mailsAbout } from './mailbox.ts'
import type { Person } from './people.ts'
import { turnstone } from './records/turnstone-company.ts'
import { inviteLink, newPerson } from './team-calls.ts'

const firefox = findFirefox()
const webKit = findWebKit()
let started: Firefox | undefined
/** One Firefox for all journeys, because it starts slowly; each has a window with a separate profile. */
async function openInFirefox() {
  started ??= await startFirefox(firefox!)
  return started.openWindow()
}
/** The lane tries only the first one, the soak both. */
const browsers = [
  { name: 'Firefox', isMissing: !firefox, start: openInFirefox },
  { name: 'WebKit', isMissing: !webKit, start: () => openWebKit(webKit!) },
].filter((_, place) => isShared(place, 2))

beforeAll(() => addCard(turnstone.user, 'pm_card_visa'))
afterAll(() => started?.close())

describe.each(browsers)('$name', ({ name, isMissing, start }) => {
  const code = name.toUpperCase()

  const visit = async (path: string, as?: Person) => visitWith(await start(), path, as)

  test.skipIf(isMissing)('the statement opens in a window', async () => {
    const driver = await start()
    const page = await visitWith(driver, '/invoices/statement', turnstone.user)
    await page.click('button', 'Statement [PDF]')
    await expect
      .poll(() => driver.addresses(), { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^blob:/))
  })

  test.skipIf(isMissing)('a user signs in, finds an invoice and pays it once', async () => {
    const page = await visit('/invoices', turnstone.user)
    await page.fill('Search invoices', `tu-${name}`)
    await page.click('link', `TU-${code}`)
    await page.click('button', 'Pay By Credit Card')
    await page.click('button', /^Pay \$/)
    await page.find('heading', 'Payment Successful')
    await expect.poll(() => chargesFor(`TU-${code}`)).toMatchObject([{ status: 'succeeded' }])
  })

  test.skipIf(isMissing)('equipment is approved', async () => {
    const page = await visit(`/erf?q=TU-${code}`, turnstone.user)
    await page.click('row', new RegExp(`TU-${code}`))
    await page.click('button', 'Approve')
    await page.see('I represent that I have the authority to commit')
    await page.click('button', 'Approve')
    await page.see('Approved by Tess Hale')
  })

  test.skipIf(isMissing)('an order of a license is submitted', async () => {
    const page = await visit('/licenses?show=orders', turnstone.user)
    await page.click('button', /^new order/i)
    await page.click('button', /^add item/i)
    await page.click('button', /^ICE Gateway/)
    await page.choose('Network', 'ICE')
    await page.click('button', 'Add to Order')
    await page.click('button', 'Review Order')
    await page.fill('Additional Information', `From ${name}`)
    await page.click('button', 'Submit Order')
    await page.click('button', 'Accept and Submit')
    await page.see('Order submitted.')
    await page.find('row', new RegExp(`From ${name}|Submitted`))
  })

  test.skipIf(isMissing)('an invitation is sent, opened and accepted', async () => {
    const invited = newPerson('Ivy', name)
    const page = await visit('/users', turnstone.user)
    await page.click('button', 'Invite')
    await page.fill('Email', invited.email)
    await page.click('button', 'Licenses')
    await page.click('button', 'Send Invite')
    await page.see(`We sent an invite to ${invited.email}`)
    const theirs = await visit(await inviteLink(invited), invited)
    await theirs.find('heading', 'Review Invite')
    await theirs.click('button', 'Accept Invitation')
    await theirs.find('heading', 'Home')
  })

  test.skipIf(isMissing)('a visitor buys an accreditation with a card', async () => {
    const buyer = `${name}-${Date.now()}@visitor.example`.toLowerCase()
    const bought = async () => (await chargesOfProvider()).length
    const before = await bought()
    const page = await visit(accreditationAddress)
    const address = page.in('Secure address input frame')
    await address.fill('Full name', 'Ana Novak')
    await address.fill('Address line 1', '1 Harbor Way')
    await address.fill('City', 'Chicago')
    await address.fill('State', 'IL')
    await address.fill('ZIP code', '60606')
    await page.click('button', 'Next')
    const payment = page.in('Secure payment page')
    await payment.fill('Email', buyer)
    await payment.fill('Card number', '4242424242424242')
    await payment.fill('Expiration', '1234')
    await payment.fill('CVC', '123')
    await payment.click('button', /^Pay /)
    await page.find('heading', 'Thank you for your purchase')
    expect(await bought()).toBe(before + 1)
    await expect
      .poll(async () => JSON.stringify(await mailsAbout('Receipt for TT Platform Accreditation')))
      .toContain(buyer)
  })
})
