import type { Mail } from '../apps/sandbox/src/mail/mailbox.ts'
import { portal } from './browser.ts'

/** The mails whose subject contains the words, newest first. */
export async function mailsAbout(words: string): Promise<Mail[]> {
  const answer = await fetch(`${portal.mail}/messages`)
  const mails = (await answer.json()) as Mail[]
  return mails.filter(({ subject }) => subject.includes(words))
}
