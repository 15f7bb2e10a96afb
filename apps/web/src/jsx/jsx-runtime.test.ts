import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { jsx, jsxs, withOwnTexts } from './jsx-runtime.ts'

const icon = createElement('i')
const shown = (...children: Parameters<typeof withOwnTexts>[0]) =>
  renderToStaticMarkup(jsxs('p', { children }))

test.each<[string, Parameters<typeof withOwnTexts>[0], string]>([
  ['texts alone are one text', ['Pay ', 50, ' now'], '<p>Pay 50 now</p>'],
  [
    'a text beside an element has its own',
    [icon, 'Pay'],
    '<p><i></i><portal-text>Pay</portal-text></p>',
  ],
  [
    'so have texts on both sides',
    ['a', icon, 'b', 'c'],
    '<p><portal-text>a</portal-text><i></i><portal-text>bc</portal-text></p>',
  ],
  ['what is not shown is between no texts', ['a', false, 'b', null], '<p>ab</p>'],
  ['nothing stays nothing', [false, '', null], '<p></p>'],
])('%s', (_, children, html) => {
  expect(shown(...children)).toBe(html)
})

test('an element that comes between texts keeps the places of the others', () => {
  const places = (...children: Parameters<typeof withOwnTexts>[0]) => {
    const own = withOwnTexts(children)
    return Array.isArray(own) ? own.map((one) => one?.type ?? null) : own
  }
  expect(places('a', icon, 'b')).toEqual(['portal-text', 'i', 'portal-text'])
  expect(places('a', null, 'b', icon)).toEqual(['portal-text', null, null, 'i'])
})

test('the only text of a fragment is wrapped in an element', () => {
  const html = '<portal-text>Pay</portal-text>'
  expect(renderToStaticMarkup(jsx(Fragment, { children: 'Pay' }))).toBe(html)
  expect(renderToStaticMarkup(jsxs(Fragment, { children: ['P', 'ay'] }))).toBe(html)
  expect(renderToStaticMarkup(jsx('p', { children: 'Pay' }))).toBe('<p>Pay</p>')
})
