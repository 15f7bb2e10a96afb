import { expect, test } from 'vitest'
import { parseXml } from '../../test/documents/parse-xml.ts'
import { Sheet } from './sheet.ts'

test('the properties of a document are text, whatever a name contains', async () => {
  const name = 'A & <b>"B"</b>'
  const sheet = new Sheet({ title: name, author: name, subject: name, created: new Date(0) })
  sheet.addPage()
  const pdf = (await sheet.finish()).toString('utf8')
  const xml = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(pdf)?.[0] ?? ''
  expect(JSON.stringify(parseXml(xml)).split(JSON.stringify(name))).toHaveLength(4)
  // The window's title is read from the properties.
  expect(pdf).toContain(`\n(${name})\n`)
})
