import { expect, test } from 'vitest'
import { findCircles } from './import-circles.ts'

/** `{ a: 'b c' }`: a imports b and c. */
const circles = (imports: Record<string, string>) =>
  findCircles(
    new Map(Object.entries(imports).map(([file, text]) => [file, text.split(' ').filter(Boolean)])),
  )

test('external modules are not part of a circle', () => {
  expect(circles({ a: 'node:fs b', b: 'vitest' })).toEqual([])
})

test('it agrees with an exhaustive search, for thousands of small graphs', () => {
  const names = ['a', 'b', 'c', 'd']
  const pairs = names.flatMap((from) => names.map((to) => [from, to] as const))
  for (let chosen = 0; chosen < 2 ** pairs.length; chosen += 7) {
    const edges = pairs.filter((_, index) => chosen & (1 << index))
    const graph = new Map(
      names.map((name) => [name, edges.filter(([from]) => from === name).map(([, to]) => to)]),
    )
    const inCircle = names.filter((name) => reachableFrom(graph, name).has(name))
    expect(findCircles(graph).flat().sort()).toEqual(inCircle)
    for (const circle of findCircles(graph))
      for (const file of circle) {
        const reached = reachableFrom(graph, file)
        const mutual = names.filter(
          (one) => reached.has(one) && reachableFrom(graph, one).has(file),
        )
        expect(circle).toEqual(mutual)
      }
  }
})

function reachableFrom(graph: Map<string, string[]>, start: string): Set<string> {
  const reached = new Set<string>()
  const visit = (file: string) => {
    for (const next of graph.get(file) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(next)
    }
  }
  visit(start)
  return reached
}
