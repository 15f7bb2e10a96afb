import type { Browser, Page } from 'playwright-core'
import { serveBarePage } from '../browser/bare-page.ts'
import { loadTimes, longestInteraction, onPhone, type LoadTimes } from '../browser/load-page.ts'
import { openBrowser } from '../browser/open-browser.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, median, milliseconds } from '../report/rounds.ts'

const rounds = 5
const rowTargets = { 1: 2200, 4: 3500 }
type Cpu = keyof typeof rowTargets

/** Measures the first visit of a signed-in phone to 3,637 invoices, and its first interactions. */
export async function loading(lab: Lab): Promise<Comparison[]> {
  const { origin, signIn, user } = await lab.listPortal()
  const headers = await signIn(user)
  const lists = await Promise.all(
    [1, 2].map((page) => fetchOk(`${origin}/api/invoice?page=${page}`, headers)),
  )
  const bare = await serveBarePage(lists)
  const browser = await openBrowser()
  const address = `${origin}/invoices`
  const load = async (cpu: Cpu) => {
    const measures = {
      portal: () => onPhone(browser, { address, headers, cpu }, loadTimes),
      bare: () => onPhone(browser, { address: bare.address, cpu }, loadTimes),
    }
    await interleave(1, measures)
    return loadRows(await interleave(rounds, measures), cpu)
  }
  try {
    return [
      ...(await load(1)),
      ...(await load(4)),
      ...(await interactions(browser, address, headers)),
    ]
  } finally {
    await browser.close()
    bare.close()
  }
}

function loadRows({ portal, bare }: Record<'portal' | 'bare', LoadTimes[]>, cpu: Cpu) {
  const of = (loads: LoadTimes[], time: keyof LoadTimes) => loads.map((load) => load[time])
  return [
    ...(cpu === 1 ? [within('shell', of(portal, 'shell'), 1000, inSeconds)] : []),
    within(`first row, CPU ${cpu}x`, of(portal, 'row'), rowTargets[cpu], inSeconds),
    compare(
      `loading: first row, CPU ${cpu}x`,
      of(portal, 'row'),
      'bare page',
      of(bare, 'row'),
      inSeconds,
    ),
    within(`layout shift, CPU ${cpu}x`, of(portal, 'shift'), 0.02, (shift) => shift.toFixed(4)),
  ]
}

interface Times {
  longest: number
  /** The time until other rows are painted. */
  rows: number
}

/** Each action is measured on a page of its own. */
async function interactions(
  browser: Browser,
  address: string,
  headers: Record<string, string>,
): Promise<Comparison[]> {
  const onPage = (use: (page: Page) => Promise<number>) => () =>
    onPhone(browser, { address, headers, cpu: 4 }, async (page) => {
      let rows = Number.NaN
      const longest = await longestInteraction(page, async () => {
        rows = await use(page)
      })
      return { longest, rows } satisfies Times
    })
  const times = await interleave(rounds, {
    typing: onPage(type),
    sorting: onPage((page) => choose(page, 'Sort', ['Oldest first', 'Largest balance'])),
    filtering: onPage((page) => choose(page, 'Status', ['Open', 'Closed'])),
  })
  const of = (name: keyof typeof times, time: keyof Times) => times[name].map((one) => one[time])
  return [
    within('typing, INP, CPU 4x', of('typing', 'longest'), 200, milliseconds),
    within('sorting, INP, CPU 4x', of('sorting', 'longest'), 200, milliseconds),
    within('sorting, rows, CPU 4x', of('sorting', 'rows'), 200, milliseconds),
    within('filtering, INP, CPU 4x', of('filtering', 'longest'), 200, milliseconds),
    within('filtering, rows, CPU 4x', of('filtering', 'rows'), 200, milliseconds),
  ]
}

async function type(page: Page): Promise<number> {
  await page.focus('[data-search]')
  for (const letter of '536') await page.keyboard.press(letter)
  return Number.NaN
}

/** Returns the longest time until other rows are painted. */
async function choose(page: Page, label: string, options: string[]): Promise<number> {
  const times: number[] = []
  await page.getByRole('button', { name: 'Filters' }).tap()
  const sheet = page.getByRole('dialog')
  const select = sheet.getByRole('combobox', { name: label })
  const values = sheet.getByRole('group', { name: label })
  await select.or(values).waitFor()
  const isSelect = await select.isVisible()
  for (const option of options) {
    if (isSelect) await select.tap()
    await page.evaluate(() => window.vitals.awaitRows())
    const one = isSelect
      ? page.getByRole('option', { name: option })
      : values.getByRole('button', { name: option })
    await one.tap()
    times.push(await page.evaluate(() => window.vitals.rows))
    if (isSelect) await page.getByRole('listbox').waitFor({ state: 'detached' })
  }
  return Math.max(...times)
}

const inSeconds = (value: number) => `${(value / 1000).toFixed(2)} s`

function within(
  what: string,
  values: number[],
  limit: number,
  written: (value: number) => string,
): Comparison {
  return {
    what: `loading: ${what}`,
    measured: written(median(values)),
    comparedWith: written(limit),
    ratio: median(values) / limit,
    target: { atMost: 1 },
  }
}
