import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { escapeHtml, page, pageHeaders } from '../page.ts'
import type { Mail, Mailbox } from './mailbox.ts'

/** How many of the next mails are rejected, and with which SMTP code. */
export type MailFaults = { times: number; code: number }

export function handleMailPage(mailbox: Mailbox, faults: MailFaults): RequestListener {
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const [, id, view] = /^\/messages\/(\d+)(?:\/(html|body))?$/.exec(path) ?? []
    const mail = id === undefined ? undefined : mailbox.find(id)

    if (request.method === 'GET' && path === '/') return showPage(response, listPage(mailbox.all()))
    if (request.method === 'GET' && path === '/messages') return json(response, mailbox.all())
    if (request.method === 'DELETE' && path === '/messages') {
      mailbox.clear()
      return json(response, { deleted: true })
    }
    if (request.method === 'POST' && path === '/_sandbox/faults')
      return void setFaults(request, response, faults)
    if (request.method === 'GET' && mail) {
      if (view === 'html') return showPage(response, framePage(mail))
      if (view === 'body') return showBody(response, mail)
      return json(response, mail)
    }
    json(response, { message: 'Not found' }, 404)
  }
}

function listPage(mails: Mail[]) {
  const list = mails.map(
    (mail) => `<article>
      <strong>${escapeHtml(mail.subject || '(no subject)')}</strong>
      <div class="soft">From ${escapeHtml(mail.from)} to ${escapeHtml(mail.to.join(', '))}, ${mail.date}</div>
      <pre>${escapeHtml(mail.text)}</pre>
      ${mail.attachments.map((file) => `<div class="soft">Attached: ${escapeHtml(file.filename)} (${file.size} bytes)</div>`).join('')}
      ${mail.html && `<p><a href="/messages/${mail.id}/html">As HTML</a></p>`}
    </article>`,
  )
  return page(
    'Sandbox mailbox',
    `<p class="soft">Every mail the portal has sent, newest first.</p>${list.join('') || '<p>No mail yet.</p>'}`,
  )
}

function framePage(mail: Mail) {
  return page(
    mail.subject,
    `<p><a href="/">All mails</a></p>
    <iframe sandbox title="The mail as sent" src="/messages/${mail.id}/body"></iframe>`,
  )
}

/** A mail's HTML cannot run scripts, neither in the frame nor when it is opened by its address. */
function showBody(response: ServerResponse, mail: Mail) {
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
    })
    .end(mail.html)
}

async function setFaults(request: IncomingMessage, response: ServerResponse, faults: MailFaults) {
  try {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { times = 1, code = 451 } = JSON.parse(body || '{}') as Partial<MailFaults>
    json(response, Object.assign(faults, { times, code }))
  } catch {
    json(response, { message: 'The body must be JSON: {"times": 1, "code": 451}' }, 400)
  }
}

function showPage(response: ServerResponse, html: string) {
  response.writeHead(200, pageHeaders()).end(html)
}

function json(response: ServerResponse, body: unknown, status = 200) {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  response.writeHead(status, headers).end(JSON.stringify(body, null, 2))
}
