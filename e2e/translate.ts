import type { Page } from 'playwright-core'

/**
 * Treats a page like a browser that translates it: moves each present and later text into new elements. The words stay the
 * same, so that tests find them.
 */
export const translate = (page: Page): Promise<void> => page.evaluate(translateAll)

function translateAll(): void {
  if (document.documentElement.dataset['translated']) return
  document.documentElement.dataset['translated'] = 'yes'
  const wrap = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      const parent = text.parentElement
      if (!parent || !text.data.trim() || parent.closest('font, script, style, textarea, svg'))
        continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      // A new node, because the original node leaves the document.
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  wrap(document.body)
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      wrap(target)
      for (const node of addedNodes) wrap(node)
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}
