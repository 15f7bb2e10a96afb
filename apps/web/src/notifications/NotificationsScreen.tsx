import { mailAreas, optionalKinds, requiredKinds } from '@portal/domain/notifications/mail-kinds'
import type { MailChoice } from '@portal/domain/notifications/notifications.schema'
import { useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState, QueryError } from '../ui/ErrorState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { List, Muted } from '../ui/parts.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Toggle } from '../ui/fields/Toggle.tsx'
import css from './NotificationsScreen.module.css'
import { mailChoicesQuery } from './notifications.api.ts'
import { useMailChoices } from './useMailChoices.ts'

/** The user's choice of the company's emails. */
export function NotificationsScreen() {
  const { me, company } = usePortal()
  const choices = useQuery(mailChoicesQuery(company.accountId))
  const choosing = useMailChoices(company.accountId)
  const attachesInvoices = choices.data?.attachesInvoices ?? false
  const { invitations: _, purchases: __, questions: ___, security, ...always } = requiredKinds
  const required = [...Object.values(always), ...(me.role === 'SuperAdmin' ? [security] : [])]
  return (
    <Page
      narrow
      title="Notifications"
      subtitle={
        <>
          Emails about <bdi>{company.name}</bdi> to {me.email}
        </>
      }
    >
      {choices.data?.choices.length ? (
        inAreas(choices.data.choices).map(({ area, choices: ofArea }) => (
          <Area key={area} title={area}>
            <List className={css.list} aria-label={area}>
              {ofArea.map(({ kind, isOn }) => (
                <li key={kind}>
                  <Toggle
                    label={optionalKinds[kind].title}
                    checked={isOn}
                    onChange={(checked) => choosing.mutate({ kind, isOn: checked })}
                  />
                  <Muted as="p" size={2}>
                    {optionalKinds[kind].about}
                  </Muted>
                  {kind === 'newInvoices' && isOn && (
                    <div className={css.part}>
                      <Toggle
                        label="Attach them as PDF"
                        checked={attachesInvoices}
                        onChange={(checked) => choosing.mutate({ attachesInvoices: checked })}
                      />
                    </div>
                  )}
                </li>
              ))}
            </List>
          </Area>
        ))
      ) : (
        <Card>
          {choices.isPending ? (
            <Skeleton lines={4} lineHeight={72} label="Loading Notifications" />
          ) : !choices.data ? (
            <QueryError query={choices} text="The notifications could not be loaded." />
          ) : (
            <EmptyState
              icon={<MailX size={24} aria-hidden />}
              text="You get no emails that you can turn off."
            />
          )}
        </Card>
      )}
      <Area title="Always sent">
        <List as="dl" className={css.required}>
          {required.map(({ title, about }) => (
            <div key={title}>
              <dt>{title}</dt>
              <Muted as="dd" size={2}>
                {about}
              </Muted>
            </div>
          ))}
        </List>
      </Area>
    </Page>
  )
}

/** A group of mails with its heading, which is beside the mails where there is room. */
function Area({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <div className={css.area}>
        <h2>{title}</h2>
        {children}
      </div>
    </Card>
  )
}

/** The areas of which the user gets any mail. */
const inAreas = (choices: readonly MailChoice[]) =>
  mailAreas
    .map((area) => ({
      area,
      choices: choices.filter(({ kind }) => optionalKinds[kind].area === area),
    }))
    .filter((one) => one.choices.length > 0)
