import { cancelledItem } from '@portal/domain/licenses/line-items'
import { expect, test } from 'vitest'
import { itemsWords } from './order-words.ts'

test('items with equal texts show the ids of their licenses, the others do not', () => {
  const cancel = (licenseId: string, userName: string) =>
    cancelledItem(
      '30010',
      { networkName: 'CME', userName, dateRequired: '2026-12-01' },
      { licenseId, coveredCompany: '' },
    )
  const byHand = cancelledItem('30010', {
    networkName: 'CME',
    userName: '',
    dateRequired: '2026-12-02',
  })
  const items = [cancel('P-1', ''), cancel('P-2', 'ann'), cancel('P-3', ''), byHand]
  expect(itemsWords(items, undefined)).toEqual([
    { label: 'Cancel', name: '30010', facts: 'CME · License P-1' },
    { label: 'Cancel', name: '30010', facts: 'CME · ann' },
    { label: 'Cancel', name: '30010', facts: 'CME · License P-3' },
    { label: 'Cancel', name: '30010', facts: 'CME' },
  ])
})
