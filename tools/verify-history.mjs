#!/usr/bin/env node
// Checks a history exported from the portal, without the portal: node verify-history.mjs <file> [--head <position>:<hash>] The
// hash of an entry is the SHA-256 of the previous hash, of its version and of each of its parts, prefixed with the length in
// bytes ('-' means no value). Version v2 lacks the last two parts, and v3 has one of them at least. An entry whose text an
// erasure changed keeps its hash in the chain. The erasure has the hash of the changed entry, in which the hash of the former
// text is the previous one. Exits with 0 if every entry is unchanged, otherwise with 1 and the first wrong entry.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file, flag, keptHead] = process.argv.slice(2)
if (!file || (flag && (flag !== '--head' || !keptHead))) {
  console.error('Usage: node verify-history.mjs <exported file> [--head <position>:<hash>]')
  process.exit(2)
}

const problem = verify(rowsOf(readFileSync(file, 'utf8').replace(/^\ufeff/, '')), keptHead)
console.log(problem ?? 'Every entry is as it was written.')
process.exit(problem ? 1 : 0)

function verify([titles = [], ...rows], head) {
  const hashes = titles.length - 2
  const end = rows.pop()
  if (end?.[0] !== 'End') return 'The file was cut off: its last line is missing.'
  const [, kind, count, lastHash] = end
  const isWhole = kind === 'whole history'
  const isNewestFirst = rows.length > 1 && Number(rows[0][0]) > Number(rows.at(-1)[0])
  const entries = isNewestFirst ? rows.reverse() : rows
  const rewrites = rewritesOf(hashes > 13 ? entries : [])
  let [position, hash] = [0, '0'.repeat(64)]
  for (const cells of entries) {
    const here = Number(cells[0])
    if (cells.length !== titles.length || !(here > 0))
      return `The line after entry ${position} is damaged.`
    if (here <= position) return `Entry ${here} was moved: it is after entry ${position}.`
    const isNext = here === position + 1
    if (isWhole && !isNext) return `Entry ${position + 1} was removed.`
    const [previous, own] = cells.slice(hashes)
    if (isNext && previous !== hash) return `Entry ${here} was edited or moved.`
    const [sealed, before] = [...(rewrites.get(cells[1]) ?? []), own, previous]
    if (!readings(cells.slice(0, hashes)).some((parts) => hashOf(before, parts) === sealed))
      return `Entry ${here} was edited or moved.`
    if (head && here === Number(head.split(':')[0]) && own !== head.split(':')[1])
      return `Entry ${here} is not the one whose hash was kept.`
    ;[position, hash] = [here, own]
  }
  if (isWhole && (position !== Number(count) || (position > 0 && hash !== lastHash)))
    return `The file was cut off after entry ${position}: the history had ${count}.`
  if (isWhole && head && Number(head.split(':')[0]) > position)
    return `The history was cut off after entry ${position}: it had ${head.split(':')[0]}.`
  return undefined
}

/** Returns the hashes of changed texts by the id of the entry, newest first. */
function rewritesOf(entries) {
  const rewrites = new Map()
  for (const { 13: parts } of entries)
    for (const part of parts?.split(' ') ?? []) {
      const [id, hash] = part.split(':')
      rewrites.set(id, [hash, ...(rewrites.get(id) ?? [])])
    }
  return rewrites
}

/**
 * A leading apostrophe may be part of the text, or added by the export to prevent spreadsheets from running formulas. Both
 * readings are tried; only one has the right hash.
 */
function readings([position, id, account, ...rest]) {
  const parts = [account, position, id, ...rest]
  return parts.reduce(
    (all, part) =>
      part.startsWith("'")
        ? all.flatMap((start) => [
            [...start, part],
            [...start, part.slice(1)],
          ])
        : all.map((start) => [...start, part]),
    [[]],
  )
}

/** User, the user's account, payment, key and rewritten entry are never empty texts: they exist or are absent. */
function hashOf(previous, parts) {
  const sha256 = (text) =>
    createHash('sha256').update(Buffer.from(previous, 'hex')).update(text).digest('hex')
  const withLength = (part) => `${Buffer.byteLength(part)}:${part}`
  const optional = [4, 5, 11, 12, 13]
  const all = parts.map((part, at) => (part || !optional.includes(at) ? withLength(part) : '-'))
  const isOld = parts.slice(12).every((part) => !part)
  return sha256(isOld ? `v2${all.slice(0, 12).join('')}` : `v3${all.join('')}`)
}

/** Reads RFC 4180: quoted cells may contain commas, quotes (doubled) and line ends. */
function rowsOf(text) {
  const rows = []
  let row = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) {
      rows.push(['damaged'])
      break
    }
    row.push(match[1]?.replaceAll('""', '"') ?? match[2])
    if (match[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
