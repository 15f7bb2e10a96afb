import { expect, test } from 'vitest'
import type { LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { requestTypes } from '@portal/domain/licenses/request-types'
import { pdfWords } from '../../test/documents/pdf-text.ts'
import { summaryDocument } from '../../test/documents/sample-documents.ts'
import { confirmationPdf } from './confirmation-pdf.ts'

const item = {
  id: 1,
  customerOrderId: 12,
  customerOrderRequestTypeId: requestTypes.add,
  productName: 'TT Pro',
  productSku: '10010',
  userName: 'ann',
}
const order: LicenseOrderDetails = {
  id: 12,
  status: 'Accepted',
  isDraft: false,
  createdDate: '2026-11-17T10:00:00Z',
  submittedDate: '2026-11-17T10:00:00Z',
  requestorName: 'Dolf Maas',
  accountName: 'Dotterel Trading',
  crmId: '',
  notes: '',
  lineItemCount: 1,
  withdrawnCount: 0,
  productNames: ['TT Pro'],
  version: 1,
  steps: [],
  lineItems: [item],
  consent: null,
}
const reason = 'The exchange has no contract with this user.'

const textOf = async (changes: Partial<LicenseOrderDetails>) => {
  const company = { name: 'Dotterel Trading', accountId: '20087' }
  const printed = { ...order, ...changes }
  return pdfWords(
    await confirmationPdf(
      summaryDocument().seller,
      company,
      printed,
      new Date('2026-11-21T08:00:00Z'),
    ),
  )
}

test('the document of a rejected order confirms nothing, and names the reason', async () => {
  const steps = [{ step: 'Rejected', at: '2026-11-21T10:00:00Z', reason }] as const
  const text = await textOf({ status: 'Rejected', steps: [...steps] })
  expect(text).toContain(`Status Rejected: ${reason}`)
  expect(text).not.toContain('confirmation')
})

test.each(['Rejected', 'Withdrawn'] as const)(
  'a %s item of another order is named, with its reason',
  async (status) => {
    const ben = { ...item, id: 2, userName: 'ben', status, statusReason: reason }
    const text = await textOf({ lineItems: [item, ben] })
    expect(text).toContain('Order confirmation')
    expect(text).toContain('Status Accepted')
    expect(text.match(new RegExp(status, 'g'))).toHaveLength(1)
    expect(text.replaceAll(' ', '')).toContain(`Reason:${reason}`.replaceAll(' ', ''))
  },
)
