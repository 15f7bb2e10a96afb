import { attention } from './attention.ts'
import { changes } from './changes.ts'
import { companies } from './companies.ts'
import { equipment } from './equipment.ts'
import { home } from './home.ts'
import { invoices } from './invoices.ts'
import { licenses } from './licenses.ts'
import { movements } from './movements.ts'
import type { Mutation } from './mutation.ts'
import { notifications } from './notifications.ts'
import { payments } from './payments.ts'
import { questions } from './questions.ts'
import { session } from './session.ts'
import { spend } from './spend.ts'
import { team } from './team.ts'
import { transfers } from './transfers.ts'
import { ui } from './ui.ts'

/** Small faults of the page and of statements, by slice, each with the test file that must find it. */
export const mutations: readonly Mutation[] = [
  ...session,
  ...home,
  ...companies,
  ...team,
  ...invoices,
  ...movements,
  ...changes,
  ...questions,
  ...spend,
  ...payments,
  ...licenses,
  ...equipment,
  ...notifications,
  ...attention,
  ...transfers,
  ...ui,
]
