import type { ElementHandle, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { desktop, phone } from './open-visit.ts'
import { paula } from './people.ts'
import { changedPixels, inkPixels, picture } from './pictures.ts'
import { plover } from './records/spend-company.ts'
import { layers, pages } from './screens.ts'

/** The states that controls report, each with the minimum number of components that must have reported it. */
const states = {
  current: ['[aria-current]:not([aria-current=false])', 5],
  pressed: ['[aria-pressed=true]', 3],
  selected: ['[aria-selected=true]:not([role=option][data-selected])', 2],
  highlighted: ['[data-highlighted]', 1],
  checked: ['[role=checkbox]:not([aria-checked=false]), [role=switch][data-checked]', 2],
  disabled: [':is(button, input, a):is([aria-disabled=true], [data-disabled], :disabled)', 5],
  invalid: [':is(input, textarea, button):is([aria-invalid=true], [data-invalid])', 2],
  toned: ['span:is([class*=_ok_], [class*=_accent_], [class*=_warn_], [class*=_danger_])', 4],
  edged: ['[role=dialog], [role=alertdialog], [role=menu], [class*=_popup_]', 4],
  focused: [':is(a, button, input, textarea, [tabindex="0"]):not(span, [tabindex="-1"])', 20],
} as const
type State = keyof typeof states

/** Screens that together show every component in every state. */
const places = [
  ['invoices-filtered', desktop],
  ['status-choices', desktop],
  ['palette', desktop],
  ['calendar', desktop],
  ['statement-wrong', desktop],
  ['cards', desktop],
  ['user', desktop],
  ['user-previewed', phone],
  ['invite-wrong', desktop],
  ['licenses', desktop],
  ['license-form', desktop],
  ['request-panel', desktop],
  ['autopay', desktop],
  ['accreditation', desktop],
  ['theme-menu', desktop],
  ['disabled-reason', desktop],
  ['status-choices', phone],
] as const

/** The screens among them that show every control that can have the focus. */
const showsFocus: string[] = ['invoices-filtered', 'invite-wrong', 'user-previewed', 'license-form']

test('with forced colors the states of controls are visible: a quarter of them in a theme, eight consecutive seeds try all in both', async () => {
  const seen = new Map<string, number>()
  for (const [name, viewport] of places) {
    const { as, at, open, shows } = [...pages, ...layers].find((one) => one.name === name)!
    const settings = { viewport, forcedColors: 'active', reducedMotion: 'reduce' } as const
    const { page, context } = await visit({ as, at, ...settings })
    await open?.(page)
    await shows(page).waitFor()
    await page.evaluate(() => document.fonts.ready)
    for (const [state, [selector]] of Object.entries(states) as [
      State,
      readonly [string, number],
    ][])
      for (const element of await page.$$(selector)) {
        if (state === 'focused' && !showsFocus.includes(name)) break
        const kind = `${state} ${await componentOf(element)}`
        if (seen.has(kind)) continue
        const theme = seen.size % 2 ? 'light' : 'dark'
        const changed = await flipped(page, element, state, theme).catch(() => undefined)
        if (changed !== undefined) seen.set(kind, changed)
      }
    await context.close()
  }
  const kinds = [...seen.keys()]
  expect([...seen].filter(([, changed]) => changed < 20)).toEqual([])
  for (const [state, [, least]] of Object.entries(states))
    expect(
      kinds.filter((kind) => kind.startsWith(`${state} `)).length,
      `components that were ${state}`,
    ).toBeGreaterThanOrEqual(least)
})

test('with forced colors the text of every button is readable', async () => {
  const unread: string[] = []
  for (const [place, name] of ['invoices', 'user-remove', 'invite', 'statement'].entries()) {
    const theme = place % 2 ? 'light' : 'dark'
    const { as, at, open, shows } = [...pages, ...layers].find((one) => one.name === name)!
    const { page, context } = await visit({ as, at, theme, forcedColors: 'active' })
    await open?.(page)
    await shows(page).waitFor()
    const buttons = page.locator(
      (await page.getByRole('dialog').count()) ? '[role=dialog] button' : 'main button',
    )
    for (const button of await buttons.all()) {
      const words = await button.evaluate(wordsOf)
      if (!words) continue
      const png = await page.screenshot({ clip: words.box, animations: 'disabled' })
      if ((await inkPixels(page, png)) < 20) unread.push(`${name}, ${theme}: ${words.text}`)
    }
    await context.close()
  }
  expect(unread).toEqual([])
})

test('with forced colors the ages of a balance and the progress of work are visible', async () => {
  const { page } = await visit({ as: paula, at: '/payments/balance', forcedColors: 'active' })
  const marks = page.getByRole('table').first().locator('[role=columnheader] i')
  await marks.first().waitFor()
  const pictures = await Promise.all(
    (await marks.elementHandles()).map(async (mark) => (await picture(page, mark))!),
  )
  for (const [at, one] of pictures.entries())
    for (const other of pictures.slice(at + 1))
      expect(await changedPixels(page, one, other)).toBeGreaterThan(8)
  // The marks of a progress bar, which a payment shows only for a moment.
  const bars = await page.evaluateHandle(() => {
    const main = document.querySelector('main')!
    const bar = (part: string) => {
      const [root, track, indicator] = ['div', 'div', 'div'].map((tag) =>
        document.createElement(tag),
      )
      root!.role = 'progressbar'
      Object.assign(indicator!.style, { width: part, height: '8px' })
      track!.append(indicator!)
      root!.append(track!)
      return root!
    }
    main.replaceChildren(bar('10%'), bar('60%'))
    return main
  })
  const [some, more] = await bars.$$('[role=progressbar]')
  const shown = [await picture(page, some!), await picture(page, more!)] as [Buffer, Buffer]
  expect(await changedPixels(page, ...shown)).toBeGreaterThan(500)
})

test('with forced colors the series of spend have different patterns, in the chart and beside their names', async () => {
  const { page } = await visit({
    as: plover.user,
    at: '/invoices/spend',
    // All marks are visible.
    viewport: { width: 1440, height: 1400 },
    forcedColors: 'active',
  })
  const table = page.getByRole('table', { name: /^Spend by product/ })
  await table.waitFor()
  const marks = await table.locator('tbody th svg').elementHandles()
  expect(marks).toHaveLength(11)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const pictures: Buffer[] = []
    // The last mark belongs to "Other", the common part of several groups.
    for (const mark of marks.slice(0, 6)) pictures.push((await picture(page, mark))!)
    for (const [at, one] of pictures.entries())
      for (const other of pictures.slice(at + 1))
        expect(await changedPixels(page, one, other)).toBeGreaterThan(8)
  }
  // A month with all series: each part of the bar has the pattern of its mark.
  const fillings = (parts: Locator) =>
    parts.evaluateAll((all) => all.map((part) => part.getAttribute('fill')))
  const bar = page
    .getByRole('list', { name: /^Spend in/ })
    .getByRole('link')
    .first()
  const inTable = await fillings(table.locator('tbody th rect'))
  expect(await fillings(bar.locator('rect[fill]'))).toEqual(inTable.slice(0, 6))
  expect(new Set(inTable.slice(5)).size).toBe(1)
})

/** The component of an element: its tag and class, and the class of its container. */
function componentOf(element: ElementHandle): Promise<string> {
  return element.evaluate((node) => {
    const one = node as Element
    const name = (of: Element | null) => of?.getAttribute('class')?.split(' ').at(-1) ?? ''
    return `${one.tagName} ${name(one)} in ${name(one.parentElement?.closest('[class]') ?? null)}`
  })
}

/**
 * The number of pixels that differ between the element with a state and without. Undefined if the element is not
 * visible.
 */
async function flipped(
  page: Page,
  element: ElementHandle,
  state: State,
  theme: 'light' | 'dark',
): Promise<number | undefined> {
  await element.scrollIntoViewIfNeeded({ timeout: 1000 }).catch(() => {})
  if (!(await element.evaluate(isInSight))) return undefined
  if (state === 'focused') {
    await page.keyboard.press('Shift')
    await element.focus()
  }
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html:is([data-theme=${theme}], :not([data-theme]))`).waitFor()
  const withState = await picture(page, element)
  await element.evaluate(removeState, state)
  const without = await picture(page, element)
  if (!withState || !without) throw new Error('not in sight')
  return changedPixels(page, withState, without)
}

/** The text of a button and its position, if it is visible. */
function wordsOf(button: Node) {
  const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
  const words = walker.nextNode()
  if (!words) return undefined
  const range = document.createRange()
  range.selectNode(words)
  const { x, y, width, height, bottom } = range.getBoundingClientRect()
  if (width < 2 || y < 0 || bottom > innerHeight) return undefined
  return { text: words.textContent, box: { x, y, width, height } }
}

function isInSight(node: Node): boolean {
  const { left, top, width, height } = (node as Element).getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && (node.contains(hit) || hit.contains(node))
}

/** Removes the attributes that report a state; everything else, like an icon or another state, stays. */
function removeState(node: Node, state: string): void {
  const one = node as HTMLElement
  if (state === 'focused') return one.blur()
  if (state === 'edged') return one.style.setProperty('border', '0')
  if (state === 'toned') {
    const { padding, fontWeight } = getComputedStyle(one)
    Object.assign(one.style, { padding, fontWeight: fontWeight === '600' ? '500' : fontWeight })
    one.className = one.className.replaceAll(/\S*_(ok|accent|warn|danger)_\S*/g, '')
    return
  }
  if (state === 'selected') one.classList.remove('rdp-selected')
  for (const part of [one, ...one.querySelectorAll('*')]) {
    const says = part.getAttribute(`aria-${state}`)
    for (const name of [`aria-${state}`, `data-${state}`, state]) part.removeAttribute(name)
    // A control that can be pressed or checked reports the opposite instead.
    if (says && /^(pressed|selected|checked)$/.test(state))
      part.setAttribute(`aria-${state}`, 'false')
  }
}
