import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.portalRoot
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const asvs = text('docs/asvs.md')

const verdicts = ['met', 'not met', 'does not apply']
const rows = [...asvs.matchAll(/^- \*\*(V\d.*?)\*\* \(L(\d), (.*?)\) _(.*?)_ (.*)$/gm)].map(
  ([, id = '', level, verdict = '', sentence, evidence]) => ({
    id,
    level,
    sentence,
    verdict,
    evidence,
  }),
)
const ids = rows.map(({ id }) => id)

/** Chapter, section and number are compared as numbers: V1.2.10 is after V1.2.9. */
const numbersOf = (id: string) => id.slice(1).split('.').map(Number)
function inOrder(a: string, b: string): number {
  const others = numbersOf(b)
  const [difference = 0] = numbersOf(a)
    .map((number, at) => number - (others[at] ?? 0))
    .filter((one) => one !== 0)
  return difference
}

test('each of the 186 requirements is listed once, in its chapter and in order', () => {
  expect(new Set(ids).size).toBe(186)
  expect(ids).toEqual([...new Set(ids)].sort(inOrder))
  for (const chapter of asvs.split(/^## /m).slice(1)) {
    const [, name = ''] = /^(V\d+) /.exec(chapter) ?? []
    const inChapter = [...chapter.matchAll(/^- \*\*(V\d+)\./gm)].map(([, of]) => of)
    expect(new Set(inChapter)).toEqual(new Set([name]))
  }
})

test('each has a level, a sentence, one of three verdicts, and evidence', () => {
  for (const { id, level, sentence, verdict, evidence } of rows) {
    expect(['1', '2'], id).toContain(level)
    expect(verdicts, id).toContain(verdict)
    expect(sentence, id).toMatch(/.{10,}\.$/)
    expect(evidence, id).toMatch(/.{10,}\.$/)
  }
})

test('the counts at the top match the table', () => {
  const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length
  const [met, notMet, notApplying] = verdicts.map(count)
  const sentence = /^\*\*(.*)\*\*$/m.exec(asvs)?.[1]
  expect(sentence).toBe(`${met} met, ${notMet} not met, ${notApplying} do not apply.`)
})

// The list of requirements is stored beside the repository and is not part of it.
const list = join(root, '../shared/spec/asvs-l2.csv')
test.skipIf(!existsSync(list))('the ids and levels match the standard', () => {
  const wanted = readFileSync(list, 'utf8').matchAll(/^(V[\d.]+),(\d),/gm)
  expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(
    [...wanted].map(([, id, level]) => `${id} ${level}`),
  )
})
