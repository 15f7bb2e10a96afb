import {
  documented,
  exampleOf,
  fieldRows,
  keySentence,
  type FieldRow,
} from '../import/documented.ts'
import type { Documented } from '../import/kind.ts'
import { UsageProblem } from './command.ts'

export function formatText(record: string | undefined): string {
  if (record === undefined) return listText()
  const one = documented.find((kind) => kind.record === record)
  if (one) return recordText(one)
  const known = documented.map((kind) => kind.record).join(', ')
  throw new UsageProblem(`Unknown kind of record: ${JSON.stringify(record)}. Kinds: ${known}.`)
}

const listText = () =>
  [
    'Records are NDJSON: one JSON object per line, with its kind in "record".',
    columns(documented.map(({ record, sentence }) => [record, sentence])),
    'The fields of a kind: npm run portal -- import --format invoice. All of it: docs/records.md',
  ].join('\n\n')

function recordText(one: Documented): string {
  return [
    ...wrapped(`${one.record}: ${one.sentence} ${keySentence(one)}`.trimEnd(), width),
    '',
    columns(fieldRows(one).map((row) => [row.name, `(${valueText(row)}) ${row.sentence}`])),
    '',
    ...(one.rules ?? []).map((rule) => columns([['-', rule]])),
    '',
    JSON.stringify(exampleOf(one)),
  ].join('\n')
}

function valueText({ words, required, standard }: FieldRow): string {
  if (required) return `${words}; required`
  return standard ? `${words}; if absent ${standard}` : words
}

/** Formats two columns; the second is wrapped. */
function columns(rows: [name: string, text: string][]): string {
  const first = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows
    .map(([name, text]) =>
      wrapped(text, width - first)
        .map((line, nth) => `${(nth === 0 ? name : '').padEnd(first)}${line}`)
        .join('\n'),
    )
    .join('\n')
}

const width = 100

function wrapped(text: string, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > most) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
}
