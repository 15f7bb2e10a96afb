import {
  readRefusedAccount,
  refusedAccountCookie,
  type RefusedAccount,
} from '@portal/domain/session/refused-account'
import { useState } from 'react'
import { config } from '../api/config.ts'
import { cookieValue } from '../api/xsrf.ts'
import { Button } from '../ui/Button.tsx'
import { PageTitle } from '../ui/Page.tsx'
import { ButtonLink } from '../ui/PathLink.tsx'
import css from './LandingScreen.module.css'
import { UseAnotherAccount } from './UseAnotherAccount.tsx'

/** A failed sign-in: which account was used, and what the user can do. */
export function NotSignedScreen() {
  // Kept while the page is open: the next sign-in deletes the cookie.
  const [account] = useState(refusedAccount)
  const { cookieEnabled } = navigator
  return (
    <div className={css.landing}>
      <PageTitle>Not signed in</PageTitle>
      <h1 className={css.title}>YOU ARE NOT SIGNED IN.</h1>
      <p className={css.text}>
        {cookieEnabled
          ? 'You must sign in with an authorized account'
          : 'Your browser blocks cookies.'}
      </p>
      {!cookieEnabled ? (
        <CookiesBlocked />
      ) : account ? (
        <Refused {...account} />
      ) : (
        <p className={css.note}>Sign-in failed.</p>
      )}
      <div className={css.ways}>
        {cookieEnabled ? (
          <UseAnotherAccount tone="primary" />
        ) : (
          // Loads the page again, because this one has no cookie yet.
          <Button tone="primary" onClick={() => location.assign('/manage')}>
            Sign in again
          </Button>
        )}
        <ButtonLink path="/">Back to the start page</ButtonLink>
      </div>
      <a className={css.help} href={config.helpUrl}>
        Need Help?
      </a>
    </div>
  )
}

/** Sign-in cannot start without cookies. */
function CookiesBlocked() {
  return (
    <p className={css.note}>
      The portal needs a cookie to keep you signed in. Allow cookies for <b>{location.hostname}</b>{' '}
      in your browser’s privacy settings, then sign in again.
    </p>
  )
}

function Refused({ email, isVerified }: RefusedAccount) {
  return (
    <p className={css.note}>
      You used the account <b>{email}</b>.{' '}
      {isVerified
        ? 'It does not belong to a user of this portal. Please ask your company admin to invite this address, or use the account you were invited with.'
        : 'The sign-in provider has not verified this address. Please verify it there and sign in again, or use another account.'}
    </p>
  )
}

function refusedAccount(): RefusedAccount | undefined {
  return readRefusedAccount(cookieValue(document.cookie, refusedAccountCookie))
}
