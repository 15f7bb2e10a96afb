import type { ModelLine } from './license-model.ts'
import { soon } from './soon.ts'

/** The lines of an order as a sender changes them: reordered, fewer, more, or for a later day. */
export function turned(
  all: ModelLine[],
  turn: 'same' | 'reversed' | 'less' | 'more' | 'later',
  extra: () => ModelLine,
): ModelLine[] {
  if (turn === 'reversed') return reversed(all)
  if (turn === 'less') return withoutFirst(all)
  if (turn === 'more') return [extra(), ...all]
  if (turn === 'same') return all
  return all.map((line) => ({ ...line, item: { ...line.item, dateRequired: soon(11) } }))
}

// Of lines with the same content, the first one sent matches the first known one, whatever the
// sender means.
const content = ({ item }: ModelLine) => JSON.stringify(item)
function sameOrder(wanted: ModelLine[], known: ModelLine[]): ModelLine[] {
  const left = [...known]
  return wanted.map((line) => {
    const at = left.findIndex((one) => content(one) === content(line))
    return left.splice(at, 1)[0]!
  })
}
const reversed = (all: ModelLine[]) => sameOrder(all.toReversed(), all)
const withoutFirst = (all: ModelLine[]) => sameOrder(all.slice(1), all)
