import { cast, companies, type CastMember } from '../cast.ts'
import { escapeHtml, page } from '../page.ts'

export function choosePage(uid: string) {
  const action = `/interaction/${encodeURIComponent(uid)}/login`
  const groups = [
    ...companies.map(({ accountId, name }) => group(name, membersOf(accountId))),
    group('No company yet', membersOf(undefined)),
  ]
  return page(
    'Choose a demo user',
    `<p class="soft">In development, this page replaces a company's own sign-in page. No password.</p>
    <form method="post" action="${action}">${groups.join('')}</form>
    <h2>Anyone else</h2>
    <form method="post" action="${action}">
      <div class="row">
        <input type="text" name="email" aria-label="Email" placeholder="someone@company.example"
          inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false" required>
        <button class="primary">Continue</button>
      </div>
      <p><label><input type="checkbox" name="unverified" value="yes"> unverified address</label></p>
    </form>`,
  )
}

const membersOf = (accountId: string | undefined) =>
  cast.filter((member) => member.accountId === accountId)

function group(title: string, members: CastMember[]) {
  return `<h2>${escapeHtml(title)}</h2><div class="grid">${members.map(button).join('')}</div>`
}

function button({ email, firstName, lastName, note }: CastMember) {
  return `<button name="email" value="${escapeHtml(email)}">
    <strong>${escapeHtml(`${firstName} ${lastName}`)}</strong>
    <small>${escapeHtml(email)}</small><small>${escapeHtml(note)}</small></button>`
}
