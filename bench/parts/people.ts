import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { filesOf, type Downloadable } from '../../packages/domain/src/invoices/downloads.ts'
import { addReaders } from '../data/real-set.ts'
import { textOf, fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import type { Comparison } from '../report/comparison.ts'
import { milliseconds } from '../report/rounds.ts'

const count = 20
const minutes = Number(process.env['PEOPLE_MINUTES'] ?? 10)
/** The bytes per second of a slow line. */
const slowBytes = 64_000
/** The highest allowed p95 of all responses, in milliseconds. */
const limit = 600

const pages = [
  'home',
  'invoice',
  'invoice/details/#',
  'invoice/details/#/changes',
  'invoice/details/#',
  'invoice/pdf/#.pdf',
  'invoice',
  'invoice/aging',
  'invoice/details/#',
  'invoice/xls/#.xls',
  'payment/list',
  'invoice/spend',
  'invoice',
  'invoice/details/#',
  'invoice/statements?startdate=1/1/10&statementdate=12/31/11',
  'invoice/spend/forecast',
]

/**
 * Twenty people of the twenty largest real companies read for ten minutes, each on a separate connection, half of them on
 * a slow line. Measures the time to the first byte, because the rest depends on the line.
 */
export async function people(lab: Lab): Promise<Comparison[]> {
  const urls = await lab.realSet()
  const { origin, signIn } = await lab.realPortal()
  const readers = await addReaders(urls, count)
  const end = Date.now() + minutes * 60_000
  const times: { page: string; time: number }[] = []
  const failures: string[] = []

  const read = async (email: string, nth: number) => {
    const headers = await signIn(email)
    const list = JSON.parse(
      textOf(await fetchOk(`${origin}/api/invoice`, headers)),
    ) as (Downloadable & { invoiceNumber: string })[]
    const numbers = list.filter((one) => filesOf(one).length === 2).map((one) => one.invoiceNumber)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // Every person starts at another page, and waits one to three seconds after each page.
    for (let turn = nth; Date.now() < end; turn += 1) {
      const page = pages[turn % pages.length]!
      const number = numbers[(turn * 7) % numbers.length]!
      const url = `${origin}/api/${page.replace('#', encodeURIComponent(number))}`
      try {
        const { status, time } = await firstByte(url, { headers, agent }, nth % 2 === 1)
        times.push({ page, time })
        if (status !== 200) failures.push(`${status} ${page}`)
      } catch (error) {
        failures.push(`${String(error)} ${page}`)
      }
      await pause(1000 + ((turn * 619) % 2000))
    }
    agent.destroy()
  }
  await Promise.all(readers.map(read))

  console.log(
    `  ${times.length} answers to ${count} people in ${minutes} minutes, ${failures.length} failed ${[...new Set(failures)].join(', ')}`,
  )
  if (failures.length > 0) throw new Error('Some answers failed.')
  return [
    { ...line('20 people, all pages, p95', times), target: { atMost: 1 } },
    ...[...new Set(pages)].map((page) =>
      line(
        `20 people, ${page.split('?')[0]}, p95`,
        times.filter((one) => one.page === page),
      ),
    ),
  ]
}

function line(what: string, times: { time: number }[]): Comparison {
  const sorted = times.map(({ time }) => time).toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? NaN
  return {
    what,
    measured: milliseconds(p95),
    comparedWith: milliseconds(limit),
    ratio: p95 / limit,
  }
}

/** Resolves after the whole response has arrived, with the time to its first byte. */
function firstByte(
  url: string,
  options: { headers: Record<string, string>; agent: Agent },
  isSlow: boolean,
): Promise<{ status: number; time: number }> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    request(url, options, (response) => {
      const time = performance.now() - start
      response.on('data', (chunk: Buffer) => {
        if (!isSlow) return
        response.pause()
        setTimeout(() => response.resume(), (chunk.length / slowBytes) * 1000)
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, time }))
    })
      .on('error', reject)
      .end()
  })
}
