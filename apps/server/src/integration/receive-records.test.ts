import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limited } from './receive-records.ts'

/** A body that arrives one byte at a time. */
function drip(pieces: number): Readable {
  return Readable.from(
    (async function* () {
      for (let nth = 0; nth < pieces; nth += 1) {
        await sleep(20)
        yield Buffer.from('x')
      }
    })(),
  )
}

async function read(body: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

test('a body may take long, but must be neither too large nor too slow', async () => {
  const pace = { patienceMs: 60, bytesPerSecond: 1024 }
  await expect(read(limited(drip(50), 1000, pace))).rejects.toMatchObject({ statusCode: 408 })
  expect(await read(limited(drip(50), 1000, { ...pace, bytesPerSecond: 1 }))).toBe(50)
  await expect(read(limited(drip(5), 4))).rejects.toMatchObject({ statusCode: 413 })
})
