import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { calls } from '../calls.ts'
import { declareCalls, type Call } from './call.ts'
import { declarationFaults } from './declaration-faults.ts'
import { exampleOf, type Shape } from './example-of.ts'
import { Exact, Text } from './fields.ts'
import { shownField } from './shown.ts'

const names = Exact({ name: Text('Paula', { description: 'A name.' }) })
const { rename } = declareCalls({
  rename: {
    method: 'POST',
    path: '/people/:name',
    access: 'public',
    unshown: 'own',
    summary: 'Renames a person.',
    params: Type.Object({ name: Text('Paula', { description: 'The name now.' }) }),
    query: names,
    headers: names,
    body: Type.Object({ name: Text('Ana') }, { title: 'Rename' }),
    answers: { 200: Type.Object({ name: Text('Ana') }, { title: 'Person' }) },
    sends: { etag: 'Identifies the answer.' },
    refuses: [],
  },
})

test('every call of the portal is declared completely', () => {
  const faults = Object.entries<Call>(calls).flatMap(([name, call]) =>
    declarationFaults(call).map((fault) => `${name}: ${fault}`),
  )
  expect(faults).toEqual([])
})

test.each([
  ['method', 'method is missing'],
  ['path', 'path is missing'],
  ['access', 'access is missing'],
  ['summary', 'summary is missing'],
  ['params', 'the path names name, not no parameter'],
  ['query', 'query is missing'],
  ['body', 'body is missing'],
  ['answers', 'answers is missing'],
  ['refuses', 'refuses is missing'],
  ['unshown', 'it has no `shown` and says not why'],
])('a call without its %s is incomplete', (part, fault) => {
  expect(declarationFaults(rename)).toEqual([])
  const { [part as 'path']: _, ...rest } = rename
  expect(declarationFaults(rest as unknown as Call)).toContain(fault)
})

test.each<[string, object, string]>([
  ['a summary that is no sentence', { summary: 'renames' }, 'the summary is no sentence'],
  ['a parameter that is not declared', { path: '/people/:id' }, 'the path names id, not name'],
  [
    'a value without a description',
    { query: Exact({ name: Text('Paula') }) },
    'name in the query is not described',
  ],
  [
    'a value without an example',
    { query: Exact({ name: Type.String({ description: 'A name.' }) }) },
    'name has no example',
  ],
  ['a body without a title', { body: Exact({ name: Text('Ana') }) }, 'the body has no title'],
  [
    'an answer without an example',
    { answers: { 200: Type.Object({ name: Type.String() }, { title: 'Person' }) } },
    'the answer 200.name has no example',
  ],
  [
    'a list of shapes without a title',
    { answers: { 200: Type.Array(Type.Object({ name: Text('Ana') })) } },
    'the answer 200 has no title',
  ],
  ['a file without a content type', { body: { media: [] } }, 'the body has no content type'],
  ['heavy work for anybody', { isHeavy: true }, 'a heavy call needs a permission'],
  [
    'a reason beside what is shown',
    { body: Exact(shownField(names), { title: 'Rename' }) },
    'it has `shown` and says why not',
  ],
  ['refusals only', { answers: { 422: null } }, 'there is no answer'],
  ['a header without a sentence', { sends: { etag: '' } }, 'the header etag is not described'],
])('%s is a fault', (_what, change, fault) => {
  expect(declarationFaults({ ...rename, ...change })).toContain(fault)
})

test('an example is built from the examples of the fields', () => {
  const shape = Type.Object({
    name: Text('Ana'),
    kind: Type.Enum(['first', 'second']),
    tags: Type.Array(Text('new')),
    city: Type.Union([Text('Chicago'), Type.Null()]),
    page: Type.Integer({ minimum: 1 }),
    usual: Type.Integer({ default: 25 }),
    isNew: Type.Boolean(),
    nothing: Type.Null(),
    one: Type.Literal('one'),
  })
  expect(exampleOf(shape as Shape)).toEqual({
    name: 'Ana',
    kind: 'first',
    tags: ['new'],
    city: 'Chicago',
    page: 1,
    usual: 25,
    isNew: false,
    nothing: null,
    one: 'one',
  })
})
