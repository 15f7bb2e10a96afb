/**
 * The currencies of ISO 4217 (list one, 2026-01-01) by their decimals, with those withdrawn since 2020, which older
 * invoices use. Metals, bond units and test codes are left out, because ISO 4217 gives them no decimals. `Intl` cannot be
 * used: its decimals are those of everyday use and change with its version (HUF, COP and IDR have none in Node 20).
 */
const byDecimals = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP
    COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR
    JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN
    NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
    THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
    ANG BGN CUC HRK SLL ZWL`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const decimals = new Map(
  Object.entries(byDecimals).flatMap(([count, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(count)] as const),
  ),
)

export const currencies: readonly string[] = [...decimals.keys()]

export const isCurrency = (code: unknown): code is string =>
  typeof code === 'string' && decimals.has(code)

/** Returns the decimals of a currency: JPY 0, USD 2, KWD 3. Throws a RangeError for unknown codes. */
export function decimalsOf(currency: string): number {
  const count = decimals.get(currency)
  if (count === undefined) throw new RangeError(`${currency} is not a known currency`)
  return count
}
