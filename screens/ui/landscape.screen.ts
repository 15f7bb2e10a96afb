import { expect, test } from 'vitest'
import { tooWide } from '../../e2e/fits.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { paula } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

test('a phone held sideways has controls for a finger', async () => {
  const viewport = { width: 844, height: 390 }
  const { page } = await screen({ as: paula, at: '/invoices', viewport, isMobile: true })
  await invoiceList(page).rows.first().waitFor()
  const controls = page.locator(':is(main button, nav a):visible')
  const heights = await controls.evaluateAll((all) =>
    all
      // The list may have removed a row since it was found.
      .filter((one) => one.isConnected)
      .map(
        (one) =>
          `${one.textContent || one.ariaLabel} ${one.clientHeight >= 38 ? 'high enough' : 'too low'}`,
      ),
  )
  expect(heights.length).toBeGreaterThan(10)
  expect(heights.filter((one) => one.endsWith('too low'))).toEqual([])
  expect(await tooWide(page)).toEqual([])
})
