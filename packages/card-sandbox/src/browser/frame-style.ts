const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]

const allowed = new Set([
  'border',
  'boxShadow',
  'color',
  'fontFamily',
  'fontSize',
  'fontSmoothing',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
])

/** Replaces the page's styles by those that `add` adds. */
export function restyle(add: () => void) {
  sheet.replaceSync('')
  add()
}

/** Adds a style of the page, property by property, so that its text cannot add rules. */
export function addRule(selector: string, styles: object) {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  for (const [name, value] of Object.entries(styles))
    if (allowed.has(name) && typeof value === 'string')
      (rule as CSSStyleRule).style.setProperty(dashed(name), value)
}

const dashed = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
