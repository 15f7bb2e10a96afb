import {
  whyOf,
  isOptional,
  optionalKinds,
  type MailKindName,
} from '@portal/domain/notifications/mail-kinds'
import {
  asHtml,
  asText,
  valueAsHtml,
  valueAsText,
  type Fact,
  type MailContent,
} from './mail-content.ts'
import { escapeHtml } from '@portal/domain/kernel/escape-html'

/** What the layout adds to the content: sender, recipient, and how to change the settings. */
export interface MailFrame {
  seller: { name: string; addressLines: readonly string[] }
  origin: string
  kind: MailKindName
  companyName: string
  /** Absent if the mail is always sent. */
  turnOffUrl?: string
  /** The recipient can sign in and choose. */
  isUser: boolean
}

const font = `font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const line = 'border-top:1px solid #e5e8ed'

/**
 * Styles for the dark theme and narrow screens. Mail programs that ignore them show the light theme of the inline styles,
 * whose colors remain readable if a program inverts them.
 */
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:620px){.w{width:100%!important}.p{padding-left:20px!important;padding-right:20px!important}.h{font-size:22px!important;line-height:28px!important}.b a{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){.g{background:#0b0d12!important}.s{background:#12151c!important;border-color:#242a36!important}.t{color:#eef1f6!important}.t2{color:#b3bccb!important}.t3,.t3 a{color:#949eb0!important}.l{border-color:#242a36!important}.b a{background:#8aa6ff!important;color:#0a1024!important}}`

/** One layout for all mails: tables and inline styles, 600 px wide, no pictures. */
export function htmlOf(subject: string, content: MailContent, frame: MailFrame): string {
  const { heading, preview, lead, facts, lists = [], button, notes = [] } = content
  const { seller, origin } = frame
  const name = asHtml(seller.name)
  const body = [
    `<h1 class="t h" style="margin:0;font-size:24px;line-height:30px;font-weight:600;letter-spacing:-0.3px;color:#10141c">${asHtml(heading)}</h1>`,
    lead &&
      `<p class="t2" style="margin:10px 0 0;font-size:15px;line-height:23px;color:#454e60">${asHtml(lead)}</p>`,
    facts.length > 0 && table(facts),
    ...lists.map(
      ({ title, rows }) =>
        `<h2 class="t" style="margin:22px 0 0;font-size:15px;line-height:23px;font-weight:600;color:#10141c">${asHtml(title)}</h2>${table(rows)}`,
    ),
    button &&
      `<table role="presentation" cellpadding="0" cellspacing="0" style="margin-top:20px;width:100%"><tr><td class="b"><a href="${escapeHtml(origin + button.path)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#2450d8;color:#ffffff;${font};font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${asHtml(button.label)}</a></td></tr></table>`,
    notes.length > 0 &&
      `<p class="t2" style="margin:18px 0 0;font-size:14px;line-height:21px;color:#454e60">${notes.map(asHtml).join(' ')}</p>`,
  ].filter(Boolean)
  return `<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${asHtml(asText(subject))}</title><style>${style}</style></head>
<body class="g" style="margin:0;padding:0;background:#f6f7f9"><div role="main">
<div style="display:none;max-height:0;overflow:hidden">${asHtml(preview)}</div>
<table role="presentation" class="g" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f9"><tr><td align="center" style="padding:24px 0 32px">
<table role="presentation" class="w" width="600" cellpadding="0" cellspacing="0" style="width:600px;max-width:100%;table-layout:fixed;${font};overflow-wrap:anywhere">
<tr><td class="p t" style="padding:0 32px 12px;font-size:14px;line-height:20px;font-weight:600;color:#10141c"><bdi>${name}</bdi></td></tr>
<tr><td class="s p" style="padding:28px 32px;background:#ffffff;border:1px solid #e5e8ed;border-radius:12px;font-variant-numeric:tabular-nums">
${body.join('\n')}
</td></tr>
<tr><td class="p t3" style="padding:16px 32px 0;font-size:12px;line-height:18px;color:#5b6577">${footer(
    frame,
  )
    .map(({ words, url }) => (url ? linked(words, url) : asHtml(words)))
    .join('<br>')}</td></tr>
</table></td></tr></table></div></body></html>
`
}

function table(rows: readonly Fact[]): string {
  const cells = rows.map(
    ([label, value, sentence]) =>
      `<tr><th scope="row" align="left" valign="top" width="38%" class="t3 l" style="padding:9px 12px 9px 0;${line};font-weight:400;color:#5b6577">${valueAsHtml(label)}</th><td align="right" valign="top" class="t l" style="padding:9px 0;${line};color:#10141c">${valueAsHtml(value)}</td></tr>${sentence ? below(sentence) : ''}`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin-top:18px;border-collapse:collapse;${font};font-size:14px;line-height:20px;vertical-align:top">${cells.join('\n')}</table>`
}

/** A sentence gets the whole width. */
const below = (sentence: string) =>
  `\n<tr><td colspan="2" class="t2" style="padding:0 0 9px;font-size:13px;line-height:19px;color:#454e60">${asHtml(sentence)}</td></tr>`

const linked = (words: string, url: string) =>
  `<a href="${escapeHtml(url)}" style="color:#5b6577">${asHtml(words)}</a>`

/** Returns the same content as plain text. */
export function textOf(content: MailContent, frame: MailFrame): string {
  const { heading, lead, facts, lists = [], button, notes = [] } = content
  const rows = (some: readonly Fact[]) =>
    some.map(
      ([label, value, sentence]) =>
        `${valueAsText(label)}: ${valueAsText(value)}${sentence ? `\n  ${asText(sentence)}` : ''}`,
    )
  return [
    asText(heading),
    lead && asText(lead),
    rows(facts).join('\n'),
    ...lists.map((list) => [asText(list.title), ...rows(list.rows)].join('\n')),
    button && `${asText(button.label)}:\n${frame.origin}${button.path}`,
    notes.map(asText).join(' '),
    [
      '-- ',
      ...footer(frame).map(({ words, url }) => (url ? `${asText(words)}:\n${url}` : asText(words))),
    ].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

/** Explains why this recipient gets the mail and how to change that, with the seller's address. */
function footer({ kind, companyName, turnOffUrl, isUser, origin, seller }: MailFrame) {
  const lines: { words: string; url?: string }[] = [
    { words: `You get this because ${whyOf(kind, companyName)}.` },
  ]
  if (isOptional(kind) && turnOffUrl)
    lines.push({
      words: `Turn off emails about ${lowered(optionalKinds[kind].title)}`,
      url: turnOffUrl,
    })
  else lines.push({ words: 'This email is always sent and cannot be turned off.' })
  if (isUser) lines.push({ words: 'Choose which emails you get', url: `${origin}/notifications` })
  return [...lines, { words: [seller.name, ...seller.addressLines].join(', ') }]
}

const lowered = (title: string) =>
  title.startsWith('AutoPay') ? title : title.charAt(0).toLowerCase() + title.slice(1)
