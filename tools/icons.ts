import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

/** Draws the icons of the installed portal from its logo: `node tools/run.mjs tools/icons.ts`, after a change of the logo. */
const folder = join(import.meta.portalRoot, 'apps/web/public')
const logo = readFileSync(join(folder, 'favicon.svg'), 'utf8')

/** Systems cut these icons to their own shape, so the background fills the square and the logo has a margin. */
const whole = (margin: number) =>
  logo
    .replace(
      'viewBox="0 0 32 32"',
      `viewBox="${-margin} ${-margin} ${32 + 2 * margin} ${32 + 2 * margin}"`,
    )
    .replace('<rect width="32" height="32" rx="8"', '<rect x="-16" y="-16" width="64" height="64"')

const icons = [
  { name: 'icon-192.png', size: 192, svg: logo },
  { name: 'icon-512.png', size: 512, svg: logo },
  { name: 'icon-maskable-512.png', size: 512, svg: whole(6) },
  { name: 'apple-touch-icon.png', size: 180, svg: whole(1) },
]

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
for (const { name, size, svg } of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`)
  writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }))
}
await browser.close()
console.log(`${icons.length} icons written to ${folder}.`)
