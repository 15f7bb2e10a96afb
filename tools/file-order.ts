import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowFiles } from './slow-files.ts'

const { TEST_ORDER, TEST_SEED = '1' } = process.env

/**
 * Runs the slowest files first and then the others by their path, so that every run has the same order. TEST_ORDER can be
 * `reversed` or `shuffled` (by TEST_SEED), to show that no file depends on another.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = new Map(
      files.map((file) => [file, keyOf(relative(this.ctx.config.root, file.moduleId))]),
    )
    const sorted = files.toSorted((one, other) => (order.get(one)! < order.get(other)! ? -1 : 1))
    return TEST_ORDER === 'reversed' ? sorted.reverse() : sorted
  }
}

function keyOf(path: string): string {
  if (TEST_ORDER === 'shuffled')
    return createHash('sha256').update(`${TEST_SEED} ${path}`).digest('hex')
  const place = slowFiles.indexOf(path)
  return place < 0 ? `1 ${path}` : `0 ${String(place).padStart(3, '0')}`
}
