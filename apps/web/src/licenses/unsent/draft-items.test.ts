import { addDays } from '@portal/domain/kernel/day'
import { addedItem, cancelledItem, defaultDay } from '@portal/domain/licenses/line-items'
import { expect, test } from 'vitest'
import { today } from '../../kernel/today.ts'
import { contentOfDraft, rejectedItems } from './draft-items.ts'

type Details = Parameters<typeof contentOfDraft>[0]
const entry = { networkId: '', networkName: 'Eurex', userName: 'x', dateRequired: '2026-11-22' }
const details = (more: object) => ({ id: 7, version: 3, notes: 'n', ...more }) as Details

test('an opened draft keeps only the fields of its items, each with the same key in every tab', () => {
  const saved = { ...cancelledItem('1', entry), id: 1, customerOrderId: 7, productName: 'TT Pro' }
  expect(contentOfDraft(details({ lineItems: [saved] }))).toEqual({
    notes: 'n',
    items: [{ key: '7-3-0', item: cancelledItem('1', entry) }],
    draft: { id: 7, version: 3, isEdited: false },
  })
})

test('rejected items are ordered again without the reason of the rejection, and never for a past day', () => {
  const read = (product: string, more: object) => ({
    ...addedItem(product, { ...entry, dateRequired: '2020-01-31' }),
    id: product,
    customerOrderId: 7,
    productName: 'TT Pro',
    ...more,
  })
  const soon = addDays(today(), 40)
  const why = { statusDate: '2026-11-20T08:00:00Z', statusReason: 'No capacity.' }
  const lineItems = [
    read('1', { status: 'Rejected', ...why }),
    read('2', { status: 'Accepted', ...why }),
    read('3', {}),
    read('4', { status: 'Rejected', dateRequired: soon }),
  ]
  const again = (status: string) =>
    rejectedItems({ status, lineItems } as Parameters<typeof rejectedItems>[0])
  const first = addedItem('1', { ...entry, dateRequired: defaultDay(today()) })
  const later = addedItem('4', { ...entry, dateRequired: soon })
  expect(again('Accepted')).toEqual([first, later])
  expect(again('Rejected')).toEqual([first, { ...first, productSku: '3' }, later])
})

test('an imported draft with blanks and nulls becomes an order that can be stored and sent', () => {
  const imported = details({
    lineItems: [
      { id: 'A-1', customerOrderId: 'LO', productName: '', networkName: null, dateRequired: null },
      {
        id: 2,
        customerOrderId: 3,
        productName: 'x',
        productSku: 40010,
        networkName: 'ICE',
        userName: null,
        dateRequired: '2026-12-01T00:00:00Z',
        customerOrderRequestTypeId: 2,
      },
    ],
  })
  expect(contentOfDraft(imported).items.map(({ item }) => item)).toEqual([
    {
      networkName: '',
      productSku: 'unknown',
      dateRequired: defaultDay(today()),
      customerOrderRequestTypeId: 1,
    },
    {
      networkName: 'ICE',
      productSku: '40010',
      userName: null,
      dateRequired: '2026-12-01',
      customerOrderRequestTypeId: 2,
    },
  ])
})
