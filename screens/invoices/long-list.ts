import { addDays } from '@portal/domain/kernel/day'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { listedInvoice } from '../../packages/domain/test/invoices.ts'
import { today } from '../world.ts'

/** A list as long as the longest of any company; L-0001 is the newest. */
export const longList: Invoice[] = Array.from({ length: 3000 }, (_, nth) => ({
  ...listedInvoice,
  id: String(nth + 1),
  invoiceNumber: `L-${String(nth + 1).padStart(4, '0')}`,
  name: `Desk ${nth + 1}`,
  date: addDays(today, -nth),
  dueDate: addDays(today, 30 - nth),
  servicePeriod: `Period ${nth + 1}`,
  amount: nth + 1,
  balanceDue: 0,
}))
