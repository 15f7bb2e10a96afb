// The provider's minor units of currencies and its smallest charges: docs.stripe.com/currencies.

const supported = new Set(
  (
    'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf ' +
    'clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils ' +
    'inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk ' +
    'mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp ' +
    'sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw'
  ).split(' '),
)
const zeroDecimal = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)
const threeDecimal = new Set('bhd jod kwd omr tnd'.split(' '))
/** These currencies have no smaller unit any more, but the API still counts hundredths. */
const wholeInHundredths = new Set(['isk', 'ugx'])

/** In minor units. For other currencies the minimum is worth 50 US cents; the sandbox has no exchange rates. */
const smallest: Record<string, number> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
}
const largest = 99_999_999

export const isSupported = (currency: string) => supported.has(currency)

/** Returns why an amount in minor units cannot be charged, or undefined if it can. */
export function amountProblem(amount: number, currency: string) {
  const least = smallest[currency] ?? 1
  if (amount < 1)
    return { code: 'parameter_invalid_integer', message: 'Amount must be at least 1.' }
  if (amount < least)
    return {
      code: 'amount_too_small',
      message: `Amount must be at least ${formatAmount(least, currency)}.`,
    }
  if (amount > largest)
    return {
      code: 'amount_too_large',
      message: `Amount must be no more than ${formatAmount(largest, currency)}.`,
    }
  const step = smallestStep(currency)
  if (amount % step === 0) return undefined
  return {
    code: 'invalid_charge_amount',
    message: `Amounts in ${currency} must be divisible by ${step}.`,
  }
}

/** Returns the smallest difference between two amounts. The provider's partners reject the last of three decimals. */
function smallestStep(currency: string) {
  if (wholeInHundredths.has(currency)) return 100
  return threeDecimal.has(currency) ? 10 : 1
}

/** Formats an amount for display. `Intl` alone uses other units for some currencies: no hundredths of ISK, HUF or ALL. */
export function formatAmount(amount: number, currency: string) {
  const unitsPerWhole = zeroDecimal.has(currency) ? 1 : threeDecimal.has(currency) ? 1000 : 100
  const digits = wholeInHundredths.has(currency) ? 0 : Math.log10(unitsPerWhole)
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / unitsPerWhole)
}
