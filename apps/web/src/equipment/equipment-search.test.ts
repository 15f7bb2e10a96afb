import { expect, test } from 'vitest'
import { equipmentSearch, pageSize } from './equipment-search.ts'

test('an address of the approvals is read as it is, a search for digits too', () => {
  const raw = { q: '77123', status: 'Closed', size: '50', page: '3', open: 'ERF-1' }
  expect(equipmentSearch.write(raw)).toEqual({ ...raw, page: 3 })
  expect([pageSize(equipmentSearch.parse(raw)), equipmentSearch.parse(raw).page]).toEqual([50, 3])
})

test('invalid values in an address are dropped', () => {
  const nonsense = { q: '', status: 'shut', size: '7', page: '-1', open: '', other: 'x' }
  expect(equipmentSearch.write(nonsense)).toEqual({})
  for (const page of ['0', '1', '1e3', '03', 'x', '1000000'])
    expect(equipmentSearch.write({ page })).toEqual({})
  expect([pageSize(equipmentSearch.parse({})), equipmentSearch.parse({}).page]).toEqual([10, 1])
})

test('the case of a status does not matter', () => {
  expect(equipmentSearch.write({ status: 'pending customer APPROVAL' })).toEqual({
    status: 'Pending Customer Approval',
  })
})
