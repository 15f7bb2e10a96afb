import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { serveBarePage } from '../browser/bare-page.ts'
import { scriptOfRoute } from '../browser/first-route.ts'
import { measurePage, type PageTimes } from '../browser/measure-page.ts'
import { openBrowser, openContext } from '../browser/open-browser.ts'
import { buyer } from '../data/real-set.ts'
import { fetchOk, textOf } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds } from '../report/rounds.ts'

const scriptLimit = 230

/** Compares the invoice page with 3,637 rows to a bare virtual list of the same rows, in a real browser. */
export async function inBrowser(lab: Lab): Promise<Comparison[]> {
  const { origin, signIn } = await lab.realPortal()
  const headers = await signIn(buyer)
  const lists = await Promise.all(
    [1, 2].map((page) => fetchOk(`${origin}/api/invoice?page=${page}`, headers)),
  )
  const bare = await serveBarePage(lists)
  const browser = await openBrowser()
  try {
    const stranger = await openContext(browser, origin)
    const reader = await openContext(browser, origin, headers)
    const plain = await openContext(browser, bare.address)
    const landing = await scriptOfRoute(stranger, origin)
    const list = await scriptOfRoute(reader, `${origin}/invoices`)
    const typed = searchText(JSON.parse(textOf(lists[0]!)) as Invoice[])
    const measures = {
      portal: () => measurePage(reader, `${origin}/invoices`, typed),
      bare: () => measurePage(plain, bare.address, typed),
    }
    await interleave(1, measures)
    const times = await interleave(7, measures)
    return [
      against('keystroke to paint', times, 'keystroke'),
      against('scrolling, frame to frame', times, 'frame'),
      { ...against('scrolling, work per frame', times, 'frameWork'), target: undefined },
      script('landing page', landing),
      script('invoice list', list),
    ]
  } finally {
    await browser.close()
    bare.close()
  }
}

function against(
  what: string,
  { portal, bare }: Record<'portal' | 'bare', PageTimes[]>,
  time: keyof PageTimes,
): Comparison {
  const row = compare(
    `browser: ${what}`,
    portal.map((times) => times[time]),
    'bare virtual list',
    bare.map((times) => times[time]),
    milliseconds,
  )
  return { ...row, target: { atMost: 1.5 } }
}

function script(page: string, kilobytes: number): Comparison {
  return {
    what: `browser: JavaScript of the ${page}, gz`,
    measured: `${kilobytes.toFixed(0)} kB`,
    comparedWith: `${scriptLimit} kB`,
    ratio: kilobytes / scriptLimit,
    target: { atMost: 1 },
  }
}

/** Returns the end of an invoice number for which every typed letter leaves fewer rows, so that every key has an effect. */
function searchText(invoices: Invoice[]): string {
  for (const { invoiceNumber } of invoices) {
    const end = invoiceNumber.slice(-4)
    const starts = [...end].map((_, letter) => end.slice(0, letter + 1))
    const counts = starts.map((start) => invoices.filter((row) => found(row, start)).length)
    if (counts.every((count, step) => count < (counts[step - 1] ?? invoices.length))) return end
  }
  throw new Error('no invoice number narrows the list with every letter')
}

const found = ({ invoiceNumber, name, invoiceType, customerNumber }: Invoice, text: string) =>
  [invoiceNumber, name, invoiceType, customerNumber].some((field) => field.includes(text))
