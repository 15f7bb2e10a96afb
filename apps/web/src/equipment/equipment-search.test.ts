import { expect, test } from 'vitest'
import { equipmentSearch, pageNumber, pageSize } from './equipment-search.ts'

test('an address of the approvals is read as it is, a search for digits too', () => {
  const raw = { q: '77123', status: 'Closed', size: '50', page: '3', open: 'ERF-1' }
  expect(equipmentSearch(raw)).toEqual(raw)
  expect([pageSize(equipmentSearch(raw)), pageNumber(equipmentSearch(raw))]).toEqual([50, 3])
})

test('what makes no sense in an address is dropped', () => {
  const nonsense = { q: '', status: 'closed', size: '7', page: '-1', open: '', other: 'x' }
  expect(equipmentSearch(nonsense)).toEqual({})
  for (const page of ['0', '1', '1e3', '03', 'x', '1000000'])
    expect(equipmentSearch({ page })).toEqual({})
  expect([pageSize({}), pageNumber({})]).toEqual([10, 1])
})
