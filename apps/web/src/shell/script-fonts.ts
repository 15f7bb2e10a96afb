import arabic from '@fontsource-variable/noto-sans-arabic/wght.css?url'
import devanagari from '@fontsource-variable/noto-sans-devanagari/wght.css?url'
import hebrew from '@fontsource-variable/noto-sans-hebrew/wght.css?url'
import jp from '@fontsource-variable/noto-sans-jp/wght.css?url'
import kr from '@fontsource-variable/noto-sans-kr/wght.css?url'
import sc from '@fontsource-variable/noto-sans-sc/wght.css?url'
import tc from '@fontsource-variable/noto-sans-tc/wght.css?url'
import thai from '@fontsource-variable/noto-sans-thai/wght.css?url'
import { hanStyle, scripts } from '@portal/domain/kernel/scripts'

/** Family and style sheet by script; for Chinese characters by region. Each sheet lists files by character range. */
const fonts = {
  arabic: ['Noto Sans Arabic Variable', arabic],
  hebrew: ['Noto Sans Hebrew Variable', hebrew],
  devanagari: ['Noto Sans Devanagari Variable', devanagari],
  thai: ['Noto Sans Thai Variable', thai],
  jp: ['Noto Sans JP Variable', jp],
  kr: ['Noto Sans KR Variable', kr],
  sc: ['Noto Sans SC Variable', sc],
  tc: ['Noto Sans TC Variable', tc],
} as const

type Font = keyof typeof fonts

const used = new Set<Font>()
const own = getComputedStyle(document.body).fontFamily
const names = ['arabic', 'hebrew', 'devanagari', 'thai'] as const
/** Matches most text on most pages. */
const common = /^[\0-\u058f\u2000-\u22ff]*$/

/** Loads fonts for scripts that Inter lacks, when the page contains such text. */
export function followScripts(): void {
  loadFor(document.body)
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') loadFor(target)
      else addedNodes.forEach(loadFor)
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
  document.addEventListener('input', ({ target }) => target instanceof Node && loadFor(target))
}

function loadFor(node: Node): void {
  if (isField(node)) return need(node.value)
  if (node instanceof Element) node.querySelectorAll('input, textarea').forEach(loadFor)
  if (common.test(node.textContent ?? '')) return
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  for (let text: Node | null = texts.currentNode; text; text = texts.nextNode())
    if (text instanceof Text) need(text.data)
}

const isField = (node: Node) =>
  node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement

function need(text: string): void {
  if (common.test(text)) return
  for (const name of names) if (scripts[name].test(text)) use(name)
  if (scripts.cjk.test(text)) use(hanStyle(text))
}

function use(font: Font): void {
  if (used.has(font)) return
  used.add(font)
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = fonts[font][1]
  document.head.append(sheet)
  // After the system fonts, which need no download. Among regions, the newest text's font comes first.
  const families = [...used].toReversed().map((name) => `'${fonts[name][0]}'`)
  document.body.style.fontFamily = [own, ...families].join()
}
