/** The page's look: the portal's colours, no web font, dark where the system is. */
export const docsStyle = `
:root { color-scheme: light dark; --text: #17191c; --soft: #5a6270; --line: #dfe3e8; --ground: #fff; --sunken: #f5f6f8; --accent: #0b5fff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eaed; --soft: #a3abb8; --line: #33383f; --ground: #141619; --sunken: #1d2024; --accent: #7eb0ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 6rem; background: var(--ground); color: var(--text);
  font: 16px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.75rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; }
h3 { font-size: 0.875rem; margin: 1.25rem 0 0.5rem; color: var(--soft); }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 0.25rem 0; }
details { border: 1px solid var(--line); border-radius: 8px; margin: 0.5rem 0; padding: 0 1rem; }
details[open] { padding-bottom: 1rem; }
summary { cursor: pointer; padding: 0.75rem 0; overflow-wrap: anywhere; }
summary:focus-visible, a:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.method { display: inline-block; min-width: 4.25rem; font: 600 0.8125rem/1 ui-monospace, monospace; color: var(--soft); }
.what { display: block; color: var(--soft); font-size: 0.9375rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow: auto; padding: 0.75rem; border-radius: 8px; background: var(--sunken); white-space: pre; }
.wide { overflow: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
th code { white-space: nowrap; }
thead th { color: var(--soft); font-size: 0.875rem; }
dl { display: grid; grid-template-columns: 3rem minmax(0, 1fr); gap: 0.25rem 0.75rem; margin: 0; }
dt { font: 600 0.875rem/1.7 ui-monospace, monospace; }
dd { margin: 0; }
ul { margin: 0.25rem 0; padding-left: 1.25rem; }
.shape { color: var(--soft); font-size: 0.9375rem; overflow-wrap: anywhere; }
.type { margin: 0.25rem 0; color: var(--soft); font-size: 0.875rem; }
`
