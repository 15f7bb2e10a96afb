import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answersPath,
  asText,
  recordedRequests,
  type Recorded,
} from '../../../../screens/stub/recorded.ts'
import { openRecordedWorld } from './recorded-world.ts'

let world: Awaited<ReturnType<typeof openRecordedWorld>>
beforeAll(async () => {
  world = await openRecordedWorld()
})
afterAll(() => world.close())

// `npm run record-answers` runs this with -u.
test.each([...recordedRequests()])(
  'the server returns what the screens show to %s',
  async (person, asked) => {
    const all: Recorded[] = []
    for (const one of asked) all.push(await world.record(person, one))
    await expect(asText(all)).toMatchFileSnapshot(answersPath(person))
  },
)
