import {
  readRefusedAccount,
  refusedAccountCookie,
  type RefusedAccount,
} from '@portal/domain/session/refused-account'
import { useState } from 'react'
import { config } from '../api/config.ts'
import { cookieValue } from '../api/xsrf.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { ButtonLink } from '../ui/page/PathLink.tsx'
import { UseAnotherAccount } from './UseAnotherAccount.tsx'
import { useSignIn } from './useSignIn.ts'

/** A failed sign-in: which account was used, and what the user can do. */
export function NotSignedScreen() {
  // Kept while the page is open: the next sign-in deletes the cookie.
  const [account] = useState(refusedAccount)
  const again = useSignIn()
  const { cookieEnabled } = navigator
  // Reloads the portal, because this page has no cookies yet.
  const signInAgain = () => (cookieEnabled ? again.mutate() : location.assign('/'))
  return (
    <Notice
      title="YOU ARE NOT SIGNED IN."
      documentTitle="Not signed in"
      hasMark
      {...(cookieEnabled ? refusal(account) : cookiesBlocked())}
      actions={
        <>
          {cookieEnabled && account ? (
            <UseAnotherAccount tone="primary" />
          ) : (
            <Button tone="primary" busy={again.isPending} onClick={signInAgain}>
              Sign in again
            </Button>
          )}
          {cookieEnabled && !account ? (
            <UseAnotherAccount />
          ) : (
            <ButtonLink tone="quiet" path="/">
              Back to the start page
            </ButtonLink>
          )}
        </>
      }
      note={<a href={config.helpUrl}>Need Help?</a>}
    />
  )
}

/** Sign-in cannot start without cookies. */
function cookiesBlocked() {
  return {
    reason: 'Your browser blocks cookies.',
    text: (
      <>
        The portal needs a cookie to keep you signed in. Allow cookies for{' '}
        <b>{location.hostname}</b> in your browser’s privacy settings, then sign in again.
      </>
    ),
  }
}

function refusal(account: RefusedAccount | undefined) {
  const text = 'You must sign in with an authorized account'
  if (!account)
    return {
      reason: 'Sign-in failed.',
      text,
      advice:
        'The sign-in may have been canceled, or have taken too long. Sign in again with the address that your invitation was sent to, or ask your company admin for an invitation.',
    }
  if (account.reason === 'unusable')
    return {
      reason: 'The portal cannot use your account.',
      text,
      advice: `The ${account.part} that the sign-in provider sent is empty, too long, or has characters that are not allowed. Please ask the administrators of the sign-in provider to correct it, or use another account.`,
    }
  return {
    reason: (
      <>
        You used the account <b>{account.email}</b>.
      </>
    ),
    text,
    advice: advices[account.reason],
  }
}

const advices = {
  unknown:
    'This account does not belong to a user of this portal. Please ask your company admin to invite this address, or use the account you were invited with.',
  unverified:
    'The sign-in provider has not verified this address. Please verify it there and sign in again, or use another account.',
  'other-account':
    'The user with this address signed in with another account before. If your account is new, please ask the support of this portal to reset your sign-in.',
  'left-provider':
    'You are a super admin, and this address is not one of the provider. Please ask another super admin to take the role from you, or have your address corrected at the sign-in provider.',
}

function refusedAccount(): RefusedAccount | undefined {
  return readRefusedAccount(cookieValue(document.cookie, refusedAccountCookie))
}
