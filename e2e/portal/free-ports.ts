import { reservePort } from '../../tools/reserve-port.ts'

/** The first port of a block of free ports. */
export async function freeBlock(size: number): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    // Below the range that systems assign automatically, above 10080, the last port that browsers refuse.
    const first = 10_100 + Math.floor(Math.random() * 1990) * 10
    const ports = Array.from({ length: size }, (_, at) => first + at)
    const reserved = await Promise.all(ports.map(reservePort))
    if (reserved.every(Boolean)) return first
  }
  throw new Error(`There are no ${size} free ports in a row.`)
}
