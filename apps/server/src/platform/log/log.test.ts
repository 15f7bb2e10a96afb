import { pino, type Logger, type LoggerOptions } from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './log.ts'

const forged = 'a\r\n{"level":30,"event":"sign_in.succeeded"}\u2028\u001b[2J\u0000%s %j'

/** The written lines. */
function linesOf(write: (log: Logger) => void): string[] {
  let text = ''
  const log: Logger = pino(logOptions('info') as LoggerOptions, {
    write: (part: string) => void (text += part),
  })
  write(log)
  return text.split('\n').slice(0, -1)
}

test('no text creates a second line or a control sequence', () => {
  const lines = linesOf((log) => {
    log.info({ reason: forged, err: new Error(forged) }, 'refused')
    log.warn(forged)
  })
  expect(lines).toHaveLength(2)
  // oxlint-disable-next-line no-control-regex -- they would reach the terminal of a reader
  for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f]/)
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(first).toMatchObject({ level: 30, reason: forged, err: { message: forged } })
  expect(second).toMatchObject({ level: 40, msg: forged })
  expect(first).not.toHaveProperty('event')
})

test('times are milliseconds of UTC', () => {
  const before = Date.now()
  const [line = ''] = linesOf((log) => log.info('now'))
  const { time } = JSON.parse(line) as { time: number }
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})
