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
          place: '/srv/sepa',
          pgp: undefined,
          age: undefined,
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

  it('take an SFTP server with its pinned key, folders by name, and keys of OpenPGP in pairs', () => {
    const sftp = {
      CAUSEWAY_SEPA_FOLDER: 'sftp://acme@bank.example:2222/acme?in=from-bank&read=',
      CAUSEWAY_SEPA_SFTP_KEY_FILE: '/run/secrets/sftp',
      CAUSEWAY_SEPA_SFTP_HOST_KEY: `SHA256:${'a'.repeat(43)}`,
    }
    const keys = { CAUSEWAY_SEPA_PGP_KEY_FILE: '/own.asc', CAUSEWAY_SEPA_PGP_BANK_KEY_FILE: '/bank.asc' }
    const { settings, faults } = read({ ...SEPA, ...sftp, ...keys })
    expect(faults).toEqual([])
    expect(settings.sepa).toMatchObject({
      place: {
        ...{
          host: 'bank.example',
          port: 2222,
          user: 'acme',
          out: '/acme/out',
          upload: '/acme/out',
          in: '/acme/from-bank',
          read: undefined,
        },
        ...{ hostKey: sftp.CAUSEWAY_SEPA_SFTP_HOST_KEY, keyFile: '/run/secrets/sftp' },
      },
      pgp: { keyFile: '/own.asc', bankKeyFile: '/bank.asc' },
    })
    for (const wrong of ['sftp://bank.example/x', 'sftp://a:secret@bank.example/x', 'sftp:'])
      expect(read({ ...SEPA, ...sftp, CAUSEWAY_SEPA_FOLDER: wrong }).faults).toEqual([
        'CAUSEWAY_SEPA_FOLDER is not an address of the form sftp://user@host:22/folder',
      ])
    const without = read({ ...SEPA, CAUSEWAY_SEPA_FOLDER: 'sftp://a@b/c', CAUSEWAY_SEPA_PGP_KEY_FILE: '/own.asc' })
    expect(without.faults.map((fault) => fault.split(';')[0])).toEqual([
      'CAUSEWAY_SEPA_SFTP_HOST_KEY is missing',
      'CAUSEWAY_SEPA_SFTP_KEY_FILE is missing',
      'CAUSEWAY_SEPA_PGP_BANK_KEY_FILE is missing',
    ])
  })

  it('take keys of age instead, and do not show a private one that is in the place of the public one', () => {
    const bankKey = `age1${'q'.repeat(58)}`
    const keys = { CAUSEWAY_SEPA_AGE_KEY_FILE: '/own.age', CAUSEWAY_SEPA_AGE_BANK_KEY: bankKey }
    const { settings, faults } = read({ ...SEPA, ...keys })
    expect([settings.sepa?.age, settings.sepa?.pgp, faults]).toEqual([{ keyFile: '/own.age', bankKey }, undefined, []])
    const secret = 'AGE-SECRET-KEY-1QQQQ'
    const wrong = read({ ...SEPA, ...keys, CAUSEWAY_SEPA_AGE_BANK_KEY: secret }).faults
    expect(wrong).toEqual([expect.stringContaining('CAUSEWAY_SEPA_AGE_BANK_KEY is a private key')])
    expect(wrong.join()).not.toContain(secret)
    const both = read({ ...SEPA, ...keys, CAUSEWAY_SEPA_PGP_KEY_FILE: '/a', CAUSEWAY_SEPA_PGP_BANK_KEY_FILE: '/b' })
    expect(both.faults).toEqual([expect.stringContaining('are both given')])
  })
})
