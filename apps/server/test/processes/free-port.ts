import { randomInt } from 'node:crypto'
import { reservePort } from '../../../../tools/reserve-port.ts'

/** Below the range of outgoing connections, so that none of them can take the port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    if (await reservePort(port)) return port
  }
}
