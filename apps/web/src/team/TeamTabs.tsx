import { TabLinks } from '../ui/page/TabLinks.tsx'

const tabs = [
  { path: '/manage', label: 'History' },
  { path: '/users', label: 'Users' },
  { path: '/invites', label: 'Invites' },
] as const

export function TeamTabs({ current }: { current: (typeof tabs)[number]['path'] }) {
  return <TabLinks label="Manage" current={current} items={tabs} />
}
