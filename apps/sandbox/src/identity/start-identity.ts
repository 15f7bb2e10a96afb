import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback } from '@portal/card-sandbox/loopback'
import type { Provider } from 'oidc-provider'
import { escapeHtml, page, pageHeaders } from '../page.ts'
import { portSetting } from '../settings.ts'
import { createAccounts, isAddress, type Accounts } from './accounts.ts'
import { choosePage } from './choose-page.ts'
import { createProvider, type IdentitySettings } from './provider.ts'

/** Starts an OpenID Connect provider where users sign in by choosing a demo user. */
export async function startIdentity(settings: IdentitySettings) {
  const accounts = createAccounts()
  let known: Pick<Visit, 'protocol' | 'provider'> | undefined
  const server = await listenOnLoopback(
    (request, response) => {
      if (known) serve({ ...known, accounts, settings, request, response })
      else response.writeHead(503).end()
    },
    settings.port,
    portSetting('IDENTITY_PORT'),
  )
  // The provider's address is part of its tokens, so the provider is created after the port is known.
  const provider = await createProvider({ ...settings, port: server.port }, accounts)
  known = { provider, protocol: provider.callback() }
  return server
}

function serve(visit: Omit<Visit, 'uid'>) {
  const { protocol, settings, request, response } = visit
  const [path = ''] = (request.url ?? '').split('?')
  const [, uid, login] = /^\/interaction\/([\w-]+)(\/login)?$/.exec(path) ?? []
  if (path === '/') return send(response, 200, page('Sandbox sign-in', startText(settings)))
  if (!uid) return void protocol(request, response)
  const answer = login ? finish : choose
  answer({ ...visit, uid }).catch((error: Error) =>
    send(response, 400, page('Sign-in problem', `<p>${escapeHtml(error.message)}</p>`)),
  )
}

const startText = ({ portalOrigin }: IdentitySettings) =>
  `<p>Sign in from <a href="${escapeHtml(portalOrigin)}/">the portal</a>.</p>`

type Visit = {
  provider: Provider
  /** Handles all requests except those for the sandbox's own pages. */
  protocol: ReturnType<Provider['callback']>
  accounts: Accounts
  settings: IdentitySettings
  request: IncomingMessage
  response: ServerResponse
  uid: string
}

async function choose({ provider, settings, request, response, uid }: Visit) {
  // Throws if this browser has started no sign-in, or if the sign-in has expired.
  await provider.interactionDetails(request, response)
  send(response, 200, choosePage(uid), settings.portalOrigin)
}

async function finish({ provider, accounts, request, response }: Visit) {
  const form = new URLSearchParams(await readForm(request))
  const email = form.get('email')?.trim() ?? ''
  if (!isAddress(email)) throw new Error(`"${email}" is not an e-mail address.`)
  const account = accounts.remember(email, form.get('unverified') !== 'yes')
  await endEarlierSession(provider, request, response)
  await provider.interactionFinished(
    request,
    response,
    { login: { accountId: account.sub } },
    { mergeWithLastSubmission: false },
  )
}

/** Without this, changing the user would need another page with a script that signs the former user out. */
async function endEarlierSession(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const interaction = await provider.interactionDetails(request, response)
  if (!interaction.session) return
  const session = await provider.Session.findByUid(interaction.session.uid)
  await session?.destroy()
  delete interaction.session
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
}

async function readForm(request: IncomingMessage) {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > 4096) throw new Error('The form is too large.')
  }
  return body
}

function send(response: ServerResponse, status: number, body: string, forwardsTo?: string) {
  response.writeHead(status, pageHeaders(forwardsTo)).end(body)
}
