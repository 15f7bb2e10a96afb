import { SaxesParser } from 'saxes'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** Parses XML. Throws if it is not well-formed or uses a prefix without a namespace. */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value] as const)
    const element = { name, attributes: Object.fromEntries(values), children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(xml).close()
  return root
}

/** Returns the elements with a name, at any depth, in the order of the document. */
export function elements(within: XmlElement, name: string): XmlElement[] {
  return within.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elements(child, name),
  ])
}
