import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sourcesOf } from './imports.ts'

/** Words that CONTRIBUTING.md excludes. In a name, they say less than the usual word of the trade. */
const forbidden = new Set(
  'anew away begun look looked looker looking looks nobody said say says somebody tell tells told untold whoever'.split(
    ' ',
  ),
)
const phrases = /giveUp|givenUp|holdOff/i
const usual = /look-?up|looks?-?(?:a?like)/gi

const exported =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type) (\w+)/gm
/** Keys such as `payment.refused`: events of the log and for the provider's systems. */
const eventName = /^\s+'([a-z_]+(?:\.[a-z_]+)+)':/gm

export function isForbidden(name: string): boolean {
  const words = name.replaceAll(usual, '').match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []
  return phrases.test(name) || words.some((word) => forbidden.has(word.toLowerCase()))
}

/** Returns the file names, exported names and names of events that contain a forbidden word, one line each. */
export function forbiddenNames(root: string): string[] {
  return sourcesOf(root, /\.(tsx?|mjs|css)$/).flatMap((path) => {
    const file = relative(root, path)
    return namesIn(file, readFileSync(join(root, file), 'utf8'))
      .filter(isForbidden)
      .map((name) => `${file}: the name ${name} has a word that CONTRIBUTING.md excludes`)
  })
}

function namesIn(file: string, text: string): string[] {
  const inText = [exported, eventName].flatMap((names) => [...text.matchAll(names)])
  return [file.replace(/^.*\/|\..*$/g, ''), ...inText.map(([, name = '']) => name)]
}
