import { expect, test } from 'vitest'
import { roomOf, roomsOverBudget } from './budget.ts'

test.each([
  ['apps/web/src/licenses/Order.module.css', 'web licenses'],
  ['apps/web/src/main.tsx', 'web'],
  ['apps/server/src/payments/charge/pay-invoice.ts', 'server payments charge'],
  ['apps/server/src/payments/charge/pay-invoice.test.ts', 'units'],
  ['apps/server/migrations/0001_baseline.sql', 'server migrations'],
  ['apps/server/test/portal/portal.ts', 'support of tests'],
  ['packages/card-sandbox/src/intents/intent.ts', 'card-sandbox'],
  ['e2e/pay-all.test.ts', 'journeys'],
  ['e2e/payment.ts', 'support of tests'],
  ['screens/ui/calendar.screen.ts', 'screens'],
  ['tools/budget.ts', 'tools'],
  ['docs/decisions/0029-charging.md', 'decisions'],
  ['README.md', 'docs'],
  ['apps/web/src/session/session.endpoints.ts', undefined],
])('%s is in the room %s', (path, room) => {
  expect(roomOf(path)).toBe(room)
})

test('a room over its ceiling and a room without one are named', () => {
  const measured = new Map([
    ['web home', 10],
    ['web team', 11],
    ['web new', 1],
    ['docs', 5],
    ['files of web', 3],
  ])
  expect(
    roomsOverBudget(measured, { 'web home': 10, 'web team': 10, docs: 4, 'files of web': 2 }),
  ).toEqual([
    expect.stringMatching(/^web team has 11 lines, its ceiling is 10/),
    'web new has no ceiling in tools/ceilings.ts',
    expect.stringMatching(/^docs has 5 words, its ceiling is 4/),
    expect.stringMatching(/^files of web has 3 files, its ceiling is 2/),
  ])
})
