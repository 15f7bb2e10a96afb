import { expect, test } from 'vitest'
import { violations } from '../../e2e/axe.ts'
import { clickTwiceAtOnce } from '../../e2e/click-twice.ts'
import { isFocused } from '../../e2e/is-focused.ts'
import { phone } from '../../e2e/open-visit.ts'
import { ingrid, maya } from '../../e2e/people.ts'
import { hint } from '../../e2e/team-pages.ts'
import { screen } from '../screen.ts'
import { refusal, type Answers } from '../stub/answers.ts'

const code = 'Qk3v9tY2mB7xW1pLdR5sT8uN0aC4eF6g'
const link = `/confirm?code=${code}`
const notFound =
  'Invitation Not Found: We are unable to verify your invitation. Please request a new one.'
const invitation = {
  companyName: 'Aldgate Capital LLP',
  expirationDate: '2026-12-24T12:00:00.000Z',
  permissions: ['AccessErfs' as const],
  categories: [],
  leavesCompany: null,
  refusal: null,
  isMember: false,
}
/** Signed in to follow the link, and not a member yet. */
const invited: Answers = {
  getMyself: refusal(403, 'You are not a member of a company.'),
  checkInvite: ({ params }) => (params.inviteCode === code ? invitation : refusal(404, '')),
}

/** Ingrid before she was a member: accepting the invitation makes her one. */
async function openInvitation(answers: Answers = {}) {
  const opened = await screen({
    as: ingrid,
    at: link,
    bypassCSP: true,
    answers: { ...invited, ...answers },
  })
  opened.problems.expect(/40[34] /)
  await opened.page.getByRole('heading', { name: 'Review Invite' }).waitFor()
  return opened
}

test('the code is removed from the address immediately; only this tab keeps it, and pressing Accept twice uses it once', async () => {
  const { page, desk } = await openInvitation()
  const printed: string[] = []
  page.on('console', (message) => printed.push(message.text()))
  await expect.poll(() => new URL(page.url()).search).toBe('')
  const kept = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      document.title,
      history.state,
      { ...localStorage },
      document.documentElement.outerHTML,
    ]),
  )
  expect(kept).not.toContain(code)
  const inTab = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  await expect.poll(inTab).toContain(code)
  desk.answer({
    acceptInvite: () => {
      desk.answer({ getMyself: (_, recorded) => recorded() })
      return {}
    },
  })
  await clickTwiceAtOnce(page.getByRole('button', { name: 'Accept Invitation' }))
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  expect(desk.asked('acceptInvite').map(({ query }) => query)).toEqual([{ InviteCode: code }])
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await expect.poll(inTab).not.toContain(code)
  expect(printed.join('\n')).not.toContain(code)
})

test('an invitation that changed meanwhile is accepted with both contents, by the button that has the focus', async () => {
  const { page, desk, problems } = await openInvitation()
  problems.expect(/status of 409/)
  await page.setViewportSize(phone)
  desk.answer({
    checkInvite: {
      ...invitation,
      permissions: ['AccessErfs', 'ManageUsers'],
      categories: ['Data'],
    },
    acceptInvite: ({ body: { shown } }) =>
      shown!.categories.length === 0 ? refusal(409, 'The invitation has changed.') : {},
  })
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await page.getByText('The invitation has changed.').waitFor()
  await page
    .getByText(
      /^It was Requests.ERF at .* and is Requests.ERF, Manage Users \(categories Data\) at /,
    )
    .waitFor()
  const both = page.getByRole('button', { name: 'Accept Changed Invitation' })
  await expect.poll(() => isFocused(both)).toBe(true)
  expect(await violations(page)).toEqual([])
  await both.click()
  await expect.poll(() => desk.asked('acceptInvite').length).toBe(2)
  const { companyName, leavesCompany } = invitation
  expect(desk.asked('acceptInvite')[0]!.body).toEqual({
    shown: { companyName, leavesCompany, permissions: ['AccessErfs'], categories: [] },
  })
})

test('without a network a system error with a retry is shown', async () => {
  const { page, context, problems, desk } = await openInvitation()
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await page
    .getByText(
      "System Error: We're experiencing technical issues. Please try again later or contact support.",
    )
    .waitFor()
  desk.answer({ acceptInvite: {} })
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => desk.asked('acceptInvite').length).toBe(1)
})

test('a reload and other pages keep the invitation, accessible in each form, and after acceptance its link leads into the portal', async () => {
  const { page, desk } = await openInvitation({ acceptInvite: {} })
  const review = page.getByRole('heading', { name: 'Review Invite' })
  const home = page.getByRole('heading', { name: 'Home', level: 1 })
  await page.setViewportSize(phone)
  expect(await violations(page)).toEqual([])
  await page.reload()
  await review.waitFor()
  await page.goto('/manage')
  await page.getByRole('heading', { name: 'No company yet' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Open the invitation' }).click()
  await review.waitFor()
  desk.answer({ getMyself: (_, recorded) => recorded() })
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await home.waitFor()
  desk.answer({ checkInvite: { ...invitation, isMember: true } })
  await page.goto(link)
  await page.getByText(`You have joined ${invitation.companyName}`).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Open the portal' }).click()
  await home.waitFor()
})

test('without a code or with an unknown one there is no invitation; for an unknown code the account is named', async () => {
  const { page, problems } = await screen({
    as: ingrid,
    at: '/confirm',
    bypassCSP: true,
    answers: { checkInvite: refusal(404, '') },
  })
  problems.expect(/404 /)
  await page.getByRole('heading', { name: 'Invitation Not Found' }).waitFor()
  await page.getByText(notFound).waitFor()
  await page.goto('/confirm?code=nobody-ever-sent-this')
  await page.getByText(notFound).waitFor()
  await page.getByText(`You are signed in as ${ingrid.email}.`).waitFor()
  expect(await violations(page)).toEqual([])
})

test('a code with extra characters is not an invitation, and does not restore an earlier one', async () => {
  const { page } = await openInvitation({ signOut: {} })
  for (const junk of ['.', '%20', '%3E', '/', '%F0%9F%92%A5'.repeat(40)]) {
    await page.goto(`${link}${junk}`)
    await page.getByText(notFound).waitFor()
    await page.getByText('First open the link in your invitation email again').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  }
  await page.goto(link)
  await page.getByRole('heading', { name: 'Review Invite' }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'SIGN IN' }).waitFor()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(code)
})

test('a user who cannot accept an invitation sees why, also on the button', async () => {
  const why = 'A super admin cannot join another company.'
  const { page } = await screen({
    as: maya,
    at: link,
    answers: { checkInvite: { ...invitation, refusal: why } },
  })
  await page.getByRole('alert').getByText(why).waitFor()
  const accept = page.getByRole('button', { name: 'Accept Invitation' })
  await expect.poll(() => accept.isDisabled()).toBe(true)
  await accept.hover()
  await hint(page, why).waitFor()
})
