import { isolated } from '../kernel/isolated.ts'
import { formatMoney, toCents, type Cents } from '../kernel/money.ts'
import { changesText } from '../kernel/shown.ts'
import type { EquipmentLine } from './equipment.schema.ts'
import type { Decision } from './status.ts'

/**
 * Returns why a request may not be decided, in words for a user who saw other items or fees; undefined if nothing is worse. An
 * approval may cost less, and a cancellation may save more. The items are compared, because their sum may stay the same.
 */
export function changedEquipment(
  decision: Decision,
  shown: readonly EquipmentLine[],
  today: readonly EquipmentLine[],
): string | undefined {
  const [before, now] = [byId(shown), byId(today)]
  const sign = decision === 'approve' ? 1 : -1
  const changes = [
    ...[...now].flatMap(([key, item]) => changeOf(sign, before.get(key), item)),
    ...[...before].flatMap(([key, { equipmentName }]) =>
      now.has(key) ? [] : [`${isolated(equipmentName)} is no longer in it.`],
    ),
  ]
  if (changes.length === 0) return undefined
  return `This request has changed. ${changesText(changes)} Nothing was ${sign > 0 ? 'approved' : 'cancelled'}. Please check it and decide again.`
}

/** Two lines of a request may have the same id; the order of lines has no meaning. */
function byId(lines: readonly EquipmentLine[]): Map<string, EquipmentLine> {
  const seen = new Map<string, number>()
  return new Map(
    lines
      .map((line) => ({ line, details: detailsOf(line) }))
      .sort(
        (one, other) =>
          Number(one.details > other.details) - Number(one.details < other.details) ||
          one.line.installationFee - other.line.installationFee,
      )
      .map(({ line }) => {
        const nth = (seen.get(line.id) ?? 0) + 1
        seen.set(line.id, nth)
        return [`${nth} ${line.id}`, line]
      }),
  )
}

const detailsOf = ({ equipmentName, equipmentType, dataCenter, notes }: EquipmentLine) =>
  JSON.stringify([equipmentName, equipmentType, dataCenter, notes])

function changeOf(sign: number, before: EquipmentLine | undefined, now: EquipmentLine): string[] {
  const [was, is] = [isolated(before?.equipmentName ?? ''), isolated(now.equipmentName)]
  const fee = formatMoney(feeCents(now), 'USD')
  if (!before) return [`${is} for ${fee} is new.`]
  const rise = feeCents(now) - feeCents(before)
  const figures = rise === 0 ? '' : `: ${fee}, not ${formatMoney(feeCents(before), 'USD')}`
  if (was !== is) return [`${was} is now ${is}${figures}.`]
  if (detailsOf(before) !== detailsOf(now)) return [`${is} has other details now${figures}.`]
  return sign * rise > 0 ? [`${is}${figures}.`] : []
}

const feeCents = ({ installationFee }: EquipmentLine): Cents => toCents(installationFee, 'USD')

export const totalFees = (lines: readonly EquipmentLine[]): Cents =>
  lines.reduce((sum, line) => sum + feeCents(line), 0)

/** Returns the fees of a decision, with the fees that were shown if they differed. */
export const decidedFees = (cents: Cents, shownCents: Cents | null): string =>
  shownCents === null
    ? formatMoney(cents, 'USD')
    : `${formatMoney(cents, 'USD')} (${formatMoney(shownCents, 'USD')} when it was confirmed)`
