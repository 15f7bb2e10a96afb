import type { Month } from '../kernel/month.ts'

const monthNames = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
]
const name =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const isoDay = String.raw`\d{4}-\d{2}(?:-\d{2})?(?:[t ]\d{2}:\d{2}(?::\d{2})?)?`
const slashedDay = String.raw`\d{1,2}[./]\d{1,2}[./]\d{2,4}`
const namedDay = String.raw`(?:\d{1,2}(?:st|nd|rd|th)? )?${name}\.? '?\d{1,4}(?:st|nd|rd|th)?(?:, ?\d{4})?`
const quarter = String.raw`q[1-4] ?[-/]? ?\d{4}|\d{4} ?[-/]? ?q[1-4]`
const slashedMonth = String.raw`(?:0?[1-9]|1[0-2])/\d{4}`
const times = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${isoDay}|${slashedDay}|${quarter}|${slashedMonth}|${namedDay})(?![\p{L}\p{N}])`,
  'giu',
)

/** Returns a text without days, months and quarters, because these differ from bill to bill. */
export function withoutTimes(text: string): string {
  const plain = text.normalize('NFKC')
  return hasDigit.test(plain) ? plain.replace(times, ' ') : plain
}

/** Every time contains a digit, so most texts need no search. */
const hasDigit = /\d/

/**
 * Returns the latest month that a text names; undefined if it names none. Days such as `4/5/2026` count only if the order
 * of day and month is certain.
 */
export function latestMonthNamed(text: string): Month | undefined {
  let latest: Month | undefined
  if (!hasDigit.test(text)) return latest
  for (const [time] of text.normalize('NFKC').matchAll(times)) {
    const month = monthOf(time.toLowerCase())
    if (month && (!latest || month > latest)) latest = month
  }
  return latest
}

function monthOf(time: string): Month | undefined {
  const iso = /^(\d{4})-(\d{2})/.exec(time)
  if (iso) return asMonth(iso[1], Number(iso[2]))
  const slashed = /^(\d{1,2})[./](\d{1,2})[./](\d{2,4})$/.exec(time)
  if (slashed) {
    const [first, second] = [Number(slashed[1]), Number(slashed[2])]
    if (first > 12) return asMonth(slashed[3], second)
    return second > 12 ? asMonth(slashed[3], first) : undefined
  }
  const inQuarter = /q([1-4])/.exec(time)
  const year = /\d{4}/.exec(time)?.[0]
  if (inQuarter) return asMonth(year, Number(inQuarter[1]) * 3)
  const ofYear = /^(\d{1,2})\/(\d{4})$/.exec(time)
  if (ofYear) return asMonth(year, Number(ofYear[1]))
  const named = monthNames.findIndex((start) => time.replace(/^[^a-z]*/, '').startsWith(start))
  return asMonth(year ?? /'?(\d{2})$/.exec(time)?.[1], named + 1)
}

function asMonth(year: string | undefined, month: number): Month | undefined {
  if (!year || month < 1 || month > 12) return undefined
  return `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}`
}
