const note = 'A fictitious account of the demo: do not transfer money to it.'
const british = {
  beneficiary: 'Meridian Trading Systems Europe Ltd',
  beneficiaryAddress: '14 Exchange Lane, London EC2A 1XX, United Kingdom',
  bankName: 'Example Bank UK plc',
  bankAddress: '1 Example Square, London EC2A 1XX, United Kingdom',
  note,
}
const american = {
  beneficiary: 'Meridian Trading Systems',
  beneficiaryAddress: '200 Harbor Street, Chicago, IL 60606, United States',
  bankName: 'Example Bank of Illinois, N.A.',
  bankAddress: '1 Example Plaza, Chicago, IL 60606, United States',
  bic: 'EXMPUS44XXX',
  routingNumber: '123456780',
  note,
}
const german = {
  ...british,
  bankName: 'Beispielbank AG',
  bankAddress: 'Beispielplatz 1, 60311 Frankfurt, Germany',
  iban: 'DE79000000001234567890',
  bic: 'EXMPDEFFXXX',
}

const inGbp = {
  currencyIsoCode: 'GBP',
  ...british,
  iban: 'GB52EXMP12345612345678',
  bic: 'EXMPGB2LXXX',
  sortCode: '123456',
  accountNumber: '12345678',
}
const ofParent = { beneficiary: american.beneficiary }

/** The bank accounts of the demo. The checksums are valid, but neither banks nor accounts exist. */
export const demoBankAccounts = [
  { subsidiary: 'MTS-US', currencyIsoCode: 'USD', ...american, accountNumber: '000123456789' },
  { subsidiary: 'MTS-US', currencyIsoCode: 'EUR', ...german, ...ofParent },
  { subsidiary: 'MTS-US', ...inGbp, ...ofParent },
  { subsidiary: 'MTS-DATA', currencyIsoCode: 'USD', ...american, accountNumber: '000987654321' },
  { subsidiary: 'MTS-DATA', currencyIsoCode: 'EUR', ...german, ...ofParent },
  { subsidiary: 'MTS-DATA', ...inGbp, ...ofParent },
  { subsidiary: 'MTS-EU', currencyIsoCode: 'USD', ...german },
  { subsidiary: 'MTS-EU', currencyIsoCode: 'EUR', ...german },
  { subsidiary: 'MTS-EU', ...inGbp },
]
