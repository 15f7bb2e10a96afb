import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { pdfWords } from '../apps/server/test/documents/pdf-text.ts'
import { findFirefox } from '../tools/other-browsers.ts'
import { makeScratchFolder } from '../tools/scratch-folder.ts'
import { openFirefox, startFirefox, type Firefox } from './drivers/firefox.ts'
import { visitWith } from './drivers/visit.ts'
import { turnstone } from './records/turnstone-company.ts'

const path = findFirefox()
const { user } = turnstone

type Settings = Record<string, string | number | boolean>
let started: Firefox | undefined
/** A window of the Firefox that has the default settings, or a Firefox with other settings. */
async function start(settings?: Settings) {
  if (settings) return openFirefox(path!, settings)
  started ??= await startFirefox(path!)
  return started.openWindow()
}
afterAll(() => started?.close())

describe.skipIf(!path)('Firefox', () => {
  test('the printed list has every invoice once', async () => {
    const driver = await start()
    const page = await visitWith(driver, '/invoices', user)
    await page.find('link', 'TU-004')
    const pdf = await driver.print!()
    // The bold numbers are drawn as shapes, so the line below them is counted.
    expect(pdfWords(pdf).match(/Terminals/g)).toHaveLength(turnstone.invoices)
    await page.find('link', 'TU-004')
  })

  test('the tab key leads from the header of the list to a row, without a stop at the frame', async () => {
    const page = await visitWith(await start(), '/invoices', user)
    await page.find('link', 'TU-004')
    await page.click('textbox', 'Search invoices')
    const roles: (string | undefined)[] = []
    while (roles.at(-1) !== 'row' && roles.length < 20) {
      await page.press('Tab')
      roles.push(await page.focused())
    }
    expect(roles.at(-1)).toBe('row')
    expect(roles).not.toContain('rowgroup')
  })

  test('no preload of a file fails while a user visits the portal', async () => {
    const driver = await start()
    const page = await visitWith(driver, '/invoices', user)
    await page.find('link', 'TU-004')
    await driver.call(
      [],
      () => {
        const note = ({ target }: Event) => {
          if (target instanceof HTMLLinkElement) document.body.dataset['failed'] = target.href
        }
        addEventListener('error', note, true)
      },
      null,
    )
    await page.click('link', 'PAYMENTS')
    await page.find('button', /card/i)
    await page.click('link', 'LICENSES')
    await page.find('heading', 'Licenses')
    expect(await driver.call([], () => document.body.dataset['failed'], null)).toBeNull()
  })

  test('with blocked cookies every sign-in leads to a page that explains how to allow cookies', async () => {
    const page = await visitWith(await start({ 'network.cookie.cookieBehavior': 2 }), '/')
    await page.click('button', 'SIGN IN')
    await page.see('Your browser blocks cookies.')
    await page.open('/invoices')
    await page.see('Your browser blocks cookies.')
    await page.see('Allow cookies for localhost')
    await page.find('button', 'Sign in again')
  })

  test('without a PDF viewer the statement is saved under its own name', async () => {
    const folder = makeScratchFolder('portal-downloads-')
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const driver = await start({
      'pdfjs.disabled': true,
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
    })
    const page = await visitWith(driver, '/invoices/statement', user)
    await page.click('button', 'Statement [PDF]')
    await expect
      .poll(() => readdirSync(folder))
      .toEqual([expect.stringMatching(/^statement-[\d-]+\.pdf$/)])
    const [name = ''] = readdirSync(folder)
    const { stdout } = spawnSync('pdftotext', [join(folder, name), '-'], { encoding: 'utf8' })
    expect(stdout).toContain(turnstone.name)
    expect(await driver.addresses()).toHaveLength(1)
  })

  test('with forced colors the statement opens in the viewer', async () => {
    const driver = await start({ 'browser.display.document_color_use': 2 })
    const page = await visitWith(driver, '/invoices/statement', user)
    await page.find('button', 'Statement [PDF]')
    expect(await driver.call([], () => matchMedia('(forced-colors: active)').matches, null)).toBe(
      true,
    )
    await page.click('button', 'Statement [PDF]')
    await expect.poll(() => driver.addresses()).toContainEqual(expect.stringMatching(/^blob:/))
  })
})
