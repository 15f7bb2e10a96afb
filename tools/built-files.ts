import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type AnyNode, type Identifier, type MemberExpression, type Node } from 'acorn'
import { scriptSyntax } from '../apps/web/supported-browsers.ts'
import * as browsers from './browser-support.ts'

/** Features that the built files use although a supported browser may lack them, and why this is correct. */
const allowed: Record<string, string> = {
  '.startViewTransition()': 'React and the router use it only where it exists',
  '.skipTransition()': 'as above',
  '.createPolicy()': 'used only where Trusted Types exist',
  '.createScriptURL()': 'as above',
  // Methods of packages and of the project that have the names of methods of newer classes.
  '.build()': 'TanStack Query',
  '.createContext()': 'React',
  '.destroy()': 'TanStack Query',
  'Error.captureStackTrace': 'fflate uses it only where it exists',
  'current.destroy()': 'the form of the card provider',
  'embeddedCheckout.destroy()': 'as above',
  '.fetch()': 'TanStack Query',
  '.lock()': 'Base UI',
  '.run()': 'entries of the palette',
  '.use()': 'React',
  'H.use()': 'React',
  'Children.toArray()': 'React',
  'break-after: avoid': 'without it a heading may stand alone at the end of a sheet of paper',
  'print-color-adjust: exact': 'the build adds the form with a prefix that Safari and Chrome read',
  '::details-content': 'without it closed instructions stay closed on paper',
  'content-visibility': 'as above',
  'content-visibility: visible': 'as above',
  'forced-color-adjust': 'has no effect in Safari, which has no forced colors',
  'forced-color-adjust: none': 'as above',
  '@page': 'without it paper has the margins of the browser',
  size: 'as above',
  'scrollbar-width': 'without it a strip of tabs on a phone has a scroll bar',
  'scrollbar-width: none': 'as above',
  'scrollbar-gutter': 'without it a header may be a few pixels wider than its rows',
  'scrollbar-gutter: stable': 'as above',
}

/** Returns what the page's built files use that a supported browser does not have, with the file. */
export function unsupportedInFiles(folder: string): string[] {
  const found = new Map<string, string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const text = () => readFileSync(join(folder, name), 'utf8')
    const uses = name.endsWith('.js')
      ? unsupportedInScript(text())
      : name.endsWith('.css')
        ? unsupportedInStyle(text())
        : []
    for (const use of uses) if (!(use in allowed)) found.set(use, name)
  }
  return [...found].map(([use, name]) => `${name}: ${use}`)
}

/** Returns the syntax, classes and members that a supported browser does not have. */
export function unsupportedInScript(text: string): string[] {
  const found = new Set<string>()
  const note = (name: string, isSupported: boolean | undefined) => {
    if (isSupported === false) found.add(name)
  }
  try {
    visit(parse(text, { ecmaVersion: scriptSyntax, sourceType: 'module' }), (node) => {
      if (node.type === 'NewExpression' && node.callee.type === 'Identifier')
        note(node.callee.name, browsers.supportsGlobal(node.callee.name))
      if (node.type === 'MemberExpression') note(memberName(node), isStaticSupported(node))
      if (node.type !== 'CallExpression') return
      const { callee } = node
      if (callee.type === 'Identifier')
        note(`${callee.name}()`, browsers.supportsFunction(callee.name))
      if (callee.type === 'MemberExpression' && isStaticSupported(callee) === undefined)
        note(`${memberName(callee)}()`, isMethodSupported(callee))
    })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return [`syntax: ${error.message}`]
  }
  return [...found]
}

const nameIn = (node: Node, isComputed = false) =>
  node.type === 'Identifier' && !isComputed ? (node as Identifier).name : ''

function isStaticSupported({ object, property, computed }: MemberExpression) {
  const [one, member] = [nameIn(object), nameIn(property, computed)]
  return one && member ? browsers.supportsGlobal(one, member) : undefined
}

const isMethodSupported = ({ property, computed }: MemberExpression) =>
  browsers.supportsMember(nameIn(property, computed))

/** Returns the member with the name before it, unless the build shortens that name: `Children.map` for `x.Children.map`. */
function memberName({ object, property, computed }: MemberExpression): string {
  const before =
    object.type === 'MemberExpression'
      ? nameIn(object.property, object.computed)
      : browsers.supportsGlobal(nameIn(object)) === undefined
        ? ''
        : nameIn(object)
  return `${before}.${nameIn(property, computed)}`
}

function visit(node: Node, look: (node: AnyNode) => void): void {
  look(node as AnyNode)
  for (const child of Object.values(node).flat())
    if (typeof (child as Node | undefined)?.type === 'string') visit(child as Node, look)
}

/** Returns the rules, selectors, properties and values that a supported browser does not have. */
export function unsupportedInStyle(text: string): string[] {
  const found = new Set<string>()
  const note = (name: string, isSupported: boolean | undefined) => {
    if (isSupported === false) found.add(name)
  }
  const plain = text.replaceAll(/\/\*[^]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
  // The conditions around the current position: what @supports tests may be missing in a browser.
  const around: string[] = []
  for (const [, part = '', end] of plain.matchAll(/([^{};]*)([{};]|$)/g)) {
    if (end === '{') around.push(part)
    else if (!around.some((one) => one.trim().startsWith('@supports'))) noteDeclaration(part, note)
    if (end === '{') notePrelude(part, note)
    if (end === '}') around.pop()
  }
  return [...found]
}

type Note = (name: string, isSupported: boolean | undefined) => void

function notePrelude(prelude: string, note: Note): void {
  const rule = /@([\w-]+)/.exec(prelude)?.[1]
  if (rule) note(`@${rule}`, browsers.supportsAtRule(rule))
  else
    for (const [use, name = ''] of prelude.matchAll(/::?([\w-]+)/g))
      note(use, browsers.supportsSelector(name))
}

function noteDeclaration(declaration: string, note: Note): void {
  const [, property = '', value = ''] = /^\s*([\w-]+)\s*:([^]*)$/.exec(declaration) ?? []
  note(property, browsers.supportsProperty(property))
  for (const [word, name = '', isCall] of value.matchAll(/(?<![\w-])([a-z][\w-]*)(\(?)/g))
    if (isCall) note(`${word})`, browsers.supportsValue(name))
    else note(`${property}: ${word}`, browsers.supportsProperty(property, word))
}
