import { expect, test } from 'vitest'
import { resetMany, stages } from '../reset.ts'
import { startProduction } from './production.ts'

test('clients of the proxy that reset their connections stop no server', async () => {
  const production = await startProduction()
  const port = Number(new URL(production.origin).port)
  for (const bytes of Object.values(stages)) await resetMany(port, bytes, true)
  expect(await Promise.all([0, 1].map((nth) => production.isReady(nth)))).toEqual([true, true])
  expect(production.defects()).toEqual([])
})
