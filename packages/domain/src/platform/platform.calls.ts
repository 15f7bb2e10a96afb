import { Type } from 'typebox'
import { declareCalls } from '../kernel/call.ts'
import { Text } from '../kernel/fields.ts'

const Health = Type.Object({ status: Text('ready'), mode: Text('production') }, { title: 'Health' })

export const platformCalls = declareCalls({
  checkLive: {
    method: 'GET',
    path: '/health/live',
    bases: 'main',
    access: 'public',
    summary: 'Returns immediately while the process runs.',
    query: null,
    answers: { 200: Health },
    refuses: [],
  },
  checkReady: {
    method: 'GET',
    path: '/health/ready',
    bases: 'main',
    access: 'public',
    summary: 'Returns whether the process can serve requests.',
    query: null,
    answers: { 200: Health, 503: Health },
    examples: { 503: { status: 'database away', mode: 'production' } },
    refuses: [],
  },
  getApiDocument: {
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'Returns this document.',
    query: null,
    answers: { 200: Type.Object({}, { additionalProperties: true }) },
    refuses: [],
  },
})
