import { expect, test } from 'vitest'
import { hanStyle, scripts } from './scripts.ts'

test.each([
  ['東都証券データサービス', 'jp'],
  ['東京証券取引所', 'jp'],
  ['株式会社三菱', 'jp'],
  ['한빛증권정보 주식회사', 'kr'],
  ['서울 韓國', 'kr'],
  ['臺北環宇證券資訊股份有限公司', 'tc'],
  ['國際貿易', 'tc'],
  ['上海晨光国际贸易有限公司', 'sc'],
  ['中国工商银行', 'sc'],
  ['Fairhaven Markets', 'sc'],
])('%s is written as in %s', (text, style) => {
  expect(hanStyle(text)).toBe(style)
})

test('a text takes the style of one of its parts', () => {
  const parts = ['データ', '한빛', '國際', '电话', '東', 'TT Pro']
  for (const one of parts)
    for (const other of parts)
      expect([one, other].map(hanStyle)).toContain(hanStyle(`${one} ${other}`))
})

test('Latin, Greek and Cyrillic, punctuation and emoji are of none of these scripts', () => {
  for (const text of ['Zürich – “TT” · € … ™', 'Ωμέγα', 'Журнал', '🎉', '\ufeff\u202e'])
    for (const script of Object.values(scripts)) expect(script.test(text)).toBe(false)
})
