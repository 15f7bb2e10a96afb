import { area, colours, margins, sheetSize, styles } from './page-style.ts'
import type { Sheet } from './sheet.ts'
import { shorten } from './wrap.ts'

/** A piece of a document that stays on one page. */
export interface Block {
  height: number
  /** The height of the content that must follow on the same page: a heading is never last on a page. */
  keepWith?: number
  /** Repeated at the top of a page that starts with this block. */
  head?: Block
  /** Blocks of one table share this key and are tagged as one table. */
  table?: object
  paint(sheet: Sheet, top: number): void
}

interface Placed {
  block: Block
  top: number
}

export interface Running {
  /** Small line at the top of the second and later pages. */
  head: string
  /** Left half of the footer. */
  foot: string
}

const bodyBottom = sheetSize.height - margins.bottom
const firstTop = margins.top
const laterTop = margins.top + 18
/** With more blocks, tags for every cell would take most of the file, so each page is tagged as one paragraph. */
const mostTaggedBlocks = 260

/** Lets other work of the process run during a long document. */
export const pause = () => new Promise((resolve) => setImmediate(resolve))

function paginate(blocks: readonly Block[]): Placed[][] {
  let page: Placed[] = []
  const pages = [page]
  let top = firstTop
  for (const block of blocks) {
    if (top + block.height + (block.keepWith ?? 0) > bodyBottom && page.length > 0) {
      page = []
      pages.push(page)
      top = laterTop
      if (block.head) {
        page.push({ block: block.head, top })
        top += block.head.height
      }
    }
    page.push({ block, top })
    top += block.height
  }
  return pages
}

export async function paintFlow(sheet: Sheet, blocks: readonly Block[], running: Running) {
  const pages = paginate(blocks)
  const perCell = blocks.length <= mostTaggedBlocks
  let table: object | undefined
  for (const [index, page] of pages.entries()) {
    sheet.addPage()
    sheet.artifact(() => paintRunning(sheet, running, index + 1, pages.length))
    const paintPage = () => {
      for (const { block, top } of page) {
        if (block.table !== table) {
          if (table) sheet.leave()
          if (block.table) sheet.enter('Table')
          table = block.table
        }
        block.paint(sheet, top)
      }
    }
    if (perCell) paintPage()
    else sheet.mark('P', paintPage)
    await pause()
  }
  if (table && perCell) sheet.leave()
}

function paintRunning(sheet: Sheet, running: Running, page: number, pages: number): void {
  const foot = sheetSize.height - 30
  sheet.rule(area.left, area.right, foot - 13, colours.rule)
  sheet.text(area.left, foot, shorten(running.foot, styles.label, area.width - 80), styles.label)
  sheet.text(area.right, foot, `Page ${page} of ${pages}`, styles.label, 'right')
  if (page > 1)
    sheet.text(
      area.left,
      margins.top + 2,
      shorten(running.head, styles.label, area.width - 10),
      styles.label,
    )
}
