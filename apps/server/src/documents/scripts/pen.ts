import type { EmbeddedFont } from '../embedded-font.ts'
import type { PlacedGlyph, ScriptFont } from './script-font.ts'

/** A glyph with its offset from the start of its cluster. */
export interface Located extends PlacedGlyph {
  at: number
}

/** Writes the operators that draw glyphs of a font; lengths in thousandths of the font size. */
export class Pen {
  /** The pen's position, to the right of the start of the cluster. */
  #at = 0
  #rise = 0

  constructor(
    readonly font: ScriptFont,
    readonly embedded: EmbeddedFont,
    readonly size: number,
  ) {}

  /** `text` is the text of these glyphs; `isAlone` is false if other glyphs share it. */
  draw(glyphs: readonly Located[], text: string, isAlone: boolean): string {
    let operators = '['
    for (const { id, at, y } of glyphs) {
      if (y !== this.#rise) {
        operators += `] TJ ${Math.round(y * this.size) / 1000} Ts [`
        this.#rise = y
      }
      operators += this.#goTo(at)
      const own = this.font.advance(id)
      operators += `<${this.embedded.code(id, own, text, isAlone)}> `
      this.#at = at + own
    }
    return `${operators}] TJ`
  }

  /** Moves the start of the next cluster to the right. */
  advance(width: number): void {
    this.#at -= width
  }

  finish(): string {
    const back = this.#goTo(0)
    return `${back && ` [${back}] TJ`}${this.#rise === 0 ? '' : ' 0 Ts'}`
  }

  #goTo(at: number): string {
    const back = this.#at - at
    this.#at = at
    return back === 0 ? '' : `${back} `
  }
}
