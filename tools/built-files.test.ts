import { expect, test } from 'vitest'
import { unsupportedInScript, unsupportedInStyle } from './built-files.ts'

test('scripts: classes, functions, methods and syntax newer than the supported browsers are found', () => {
  expect(
    unsupportedInScript(`
      new Temporal.PlainDate(2026, 1, 1)
      const days = new Intl.DurationFormat()
      requestIdleCallback(() => {})
      Promise.try(work)
      new Set([1]).union(new Set([2]))
      rows.values().map(String).toArray()
      react.Children.toArray(rows)`),
  ).toEqual([
    'Temporal.PlainDate',
    'Intl.DurationFormat',
    'requestIdleCallback()',
    'Promise.try',
    '.union()',
    '.toArray()',
    'Children.toArray()',
  ])
  expect(unsupportedInScript('import data from "x" with { type: "json" }')).toEqual([
    expect.stringContaining('syntax: Unexpected token'),
  ])
  expect(unsupportedInScript('/(?i:a)b/')).toEqual([expect.stringContaining('syntax')])
})

test('scripts: what all supported browsers have is not reported', () => {
  expect(
    unsupportedInScript(`
      const signal = AbortSignal.any([AbortSignal.timeout(1)])
      if (URL.canParse(address)) structuredClone(rows.toSorted().findLast(Boolean))
      class Kept { static #all = new Map(); static { Kept.#all.clear() } }
      Object.groupBy(rows, (row) => row?.kind ?? 'none')`),
  ).toEqual([])
})

test('style sheets: newer rules, selectors, properties, values and functions are found', () => {
  expect(
    unsupportedInStyle(`
      @position-try --above { top: 0 }
      p { anchor-name: --p; text-wrap: pretty; field-sizing: content; color: contrast-color(red) }
      p:target-before { color: red }
      @supports (anchor-name: --a) { p { position-anchor: --p } }
      @media (width > 1px) { p:has(> b) { color: color-mix(in srgb, red, blue); user-select: none } }`),
  ).toEqual(
    expect.arrayContaining(['@position-try', 'anchor-name', 'field-sizing', 'text-wrap: pretty']),
  )
})
