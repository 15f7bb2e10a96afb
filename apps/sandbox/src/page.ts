import { createHash } from 'node:crypto'

const styles = `
:root { color-scheme: light dark; --ink: #1b2330; --soft: #566074; --line: #d5dae3; --card: #fff; --ground: #f3f5f9; --accent: #1f4fd1 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf4; --soft: #a3adc0; --line: #323b4c; --card: #1b2230; --ground: #10151f; --accent: #8fb0ff } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 860px; margin: 0 auto; padding: 40px 16px 64px }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px }
h2 { font-size: 14px; margin: 28px 0 8px; color: var(--soft); font-weight: 600 }
p { margin: 0 0 16px } small, .soft { color: var(--soft); font-size: 13px }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 10px }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 11px 14px; cursor: pointer; text-align: left }
button:hover { border-color: var(--accent) }
button:focus-visible, input:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
button strong, button small { display: block; overflow-wrap: anywhere }
.grid button { display: flex; flex-direction: column; align-items: flex-start }
form > p { margin: 10px 2px 0 }
.primary { background: var(--accent); border-color: var(--accent); color: var(--card); font-weight: 600 }
.row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center }
.row input[type=text] { flex: 1 1 240px; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 11px 14px }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px; margin: 0 0 12px }
article pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; margin: 10px 0 0 }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 12px; background: #fff }
a { color: var(--accent) }
`

const styleHash = createHash('sha256').update(styles).digest('base64')

/** Returns the headers of a sandbox page: it has no scripts, and sends forms only to the sandbox and to the redirect target. */
export const pageHeaders = (forwardsTo = '') => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; frame-src 'self'; ` +
    `form-action 'self' ${forwardsTo}; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
})

/** Returns a page of the sandbox. The body is HTML, so the caller must escape foreign text. */
export function page(title: string, body: string) {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    // Without an icon, browsers request /favicon.ico and log that it is missing.
    '<link rel="icon" href="data:,">' +
    `<title>${escapeHtml(title)}</title><style>${styles}</style></head>` +
    `<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
  )
}

export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
