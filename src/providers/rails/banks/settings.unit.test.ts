import { describe, expect, it } from 'vitest'
import { readBankSettings } from './settings.ts'

const SEPA = {
  CAUSEWAY_SEPA_FOLDER: '/srv/sepa',
  CAUSEWAY_SEPA_NAME: 'Causeway GmbH',
  CAUSEWAY_SEPA_IBAN: 'DE89370400440532013000',
}
const ACH = {
  CAUSEWAY_ACH_FOLDER: '/srv/ach',
  CAUSEWAY_ACH_COMPANY_NAME: 'Causeway Inc',
  CAUSEWAY_ACH_COMPANY_ID: '1234567890',
  CAUSEWAY_ACH_BANK_NAME: 'Wells Fargo',
  CAUSEWAY_ACH_ROUTING_NUMBER: '121042882',
  CAUSEWAY_ACH_ACCOUNT_NUMBER: '4000123456',
}

function read(env: Record<string, string>) {
  const faults: string[] = []
  return { settings: readBankSettings(env, faults), faults }
}

describe('the settings of bank rails', () => {
  it('connect nothing without a folder, and each rail by itself', () => {
    expect(read({})).toEqual({ settings: { sepa: undefined, ach: undefined }, faults: [] })
    expect(read(SEPA)).toEqual({
      settings: {
        sepa: {
          folder: '/srv/sepa',
          cutOffs: ['14:30'],
          debtor: { name: 'Causeway GmbH', iban: 'DE89370400440532013000', bic: null },
        },
        ach: undefined,
      },
      faults: [],
    })
    const { settings, faults } = read({ ...ACH, CAUSEWAY_ACH_CUT_OFFS: '10:30, 16:00' })
    expect([settings.sepa, settings.ach?.cutOffs, settings.ach?.account.routingNumber, faults]).toEqual([
      undefined,
      ['10:30', '16:00'],
      '121042882',
      [],
    ])
  })

  it('name every variable that is missing or wrong', () => {
    const { faults } = read({
      ...SEPA,
      CAUSEWAY_SEPA_IBAN: 'DE88370400440532013000',
      CAUSEWAY_SEPA_CUT_OFFS: '14:30,25:00',
      CAUSEWAY_ACH_FOLDER: '/srv/ach',
      CAUSEWAY_ACH_ROUTING_NUMBER: '121042883',
    })
    expect(faults.map((fault) => fault.split(' ').slice(0, 3).join(' '))).toEqual([
      'CAUSEWAY_SEPA_CUT_OFFS is "14:30,25:00";',
      'CAUSEWAY_SEPA_IBAN is "DE88370400440532013000";',
      'CAUSEWAY_ACH_COMPANY_NAME is missing;',
      'CAUSEWAY_ACH_COMPANY_ID is missing;',
      'CAUSEWAY_ACH_BANK_NAME is missing;',
      'CAUSEWAY_ACH_ROUTING_NUMBER is "121042883";',
      'CAUSEWAY_ACH_ACCOUNT_NUMBER is missing;',
    ])
  })
})
