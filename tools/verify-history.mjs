#!/usr/bin/env node
// Checks a history exported from the portal, without the portal: node verify-history.mjs <file> [--head <position>:<hash>]
// Every entry's hash is the SHA-256 of the hash before it and of each of its parts behind its length in bytes.
// Ends with 0 when every entry is as it was written, with 1 and the first wrong entry otherwise.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const columns = 13
const [file, flag, keptHead] = process.argv.slice(2)
if (!file || (flag && (flag !== '--head' || !keptHead))) {
  console.error('Usage: node verify-history.mjs <exported file> [--head <position>:<hash>]')
  process.exit(2)
}

const problem = verify(rowsOf(readFileSync(file, 'utf8').replace(/^\ufeff/, '')), keptHead)
console.log(problem ?? 'Every entry is as it was written.')
process.exit(problem ? 1 : 0)

function verify([, ...rows], head) {
  const end = rows.pop()
  if (end?.[0] !== 'End') return 'The file was cut off: its last line is missing.'
  const [, kind, count, lastHash] = end
  const isWhole = kind === 'whole history'
  const isNewestFirst = rows.length > 1 && Number(rows[0][0]) > Number(rows.at(-1)[0])
  const entries = isNewestFirst ? rows.reverse() : rows
  let [position, hash] = [0, '0'.repeat(64)]
  for (const cells of entries) {
    const here = Number(cells[0])
    if (cells.length !== columns || !(here > 0))
      return `The line after entry ${position} is damaged.`
    if (here <= position) return `Entry ${here} was moved: it stands after entry ${position}.`
    const isNext = here === position + 1
    if (isWhole && !isNext) return `Entry ${position + 1} was removed.`
    const [previous, own] = cells.slice(11)
    if (isNext && previous !== hash) return `Entry ${here} was edited or moved.`
    if (!readings(cells).some((parts) => hashOf(previous, parts) === own))
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

/**
 * An apostrophe in front may be the text's own, or the export's, which keeps spreadsheets from running formulas.
 * The hash tells: both readings are tried.
 */
function readings([position, id, account, ...rest]) {
  const parts = [account, position, id, ...rest.slice(0, 8)]
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

function hashOf(previous, parts) {
  const hash = createHash('sha256').update(Buffer.from(previous, 'hex'))
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return hash.digest('hex')
}

/** RFC 4180: quoted cells may hold commas, quotes (doubled) and line ends. */
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
