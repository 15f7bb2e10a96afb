import { isUtf8 } from 'node:buffer'
import { Fault } from './cells.ts'

/** The longest accepted line, so that memory stays constant for any input. */
export const longestLineBytes = 8 * 1024 * 1024

export interface Line {
  number: number
  content: string | Fault
}

const newline = 0x0a
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const tooLong = new Fault(`is longer than ${longestLineBytes / 1024 / 1024} MiB`)
const notUtf8 = new Fault('is not UTF-8')

/** Splits a stream of bytes into numbered lines; blank lines are counted and skipped. */
export class LineSplitter {
  #number = 0
  #parts: Buffer[] = []
  #length = 0

  /** The number of complete lines, including blank ones. */
  get count(): number {
    return this.#number
  }

  push(chunk: Buffer): Line[] {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end))
      this.#finish(lines)
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
    return lines
  }

  /** The last line needs no line end. */
  end(): Line[] {
    const lines: Line[] = []
    if (this.#length) this.#finish(lines)
    return lines
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return
    this.#length += part.length
    // Only the length of an overlong line is kept.
    if (this.#length > longestLineBytes) this.#parts = []
    else this.#parts.push(part)
  }

  #finish(lines: Line[]): void {
    this.#number += 1
    const content = this.#length > longestLineBytes ? tooLong : this.#decode()
    this.#parts = []
    this.#length = 0
    if (content instanceof Fault || content.trim()) lines.push({ number: this.#number, content })
  }

  #decode(): string | Fault {
    let bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    if (this.#number === 1 && bytes.subarray(0, 3).equals(byteOrderMark)) bytes = bytes.subarray(3)
    return isUtf8(bytes) ? bytes.toString('utf8') : notUtf8
  }
}
