/** SEPA credit transfer file: pain.001.001.09 by the EPC's implementation guidelines for customer to bank (EPC132-08). */
import { XMLBuilder } from 'fast-xml-parser'
import { latinText } from '../latin-text.ts'
import type { FileContents, FiledPayout } from '../messages.ts'
import { decimal } from './xml.ts'

/** The account that pays. */
export interface Debtor {
  readonly name: string
  readonly iban: string
  /** Null: the bank derives it from the IBAN. */
  readonly bic: string | null
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#', format: true })

/** Largest amount of one SEPA credit transfer, in cents. */
export const SEPA_MAX = 99_999_999_999n
/** Largest sum of one file, in cents: fifteen digits. */
export const SEPA_FILE_MAX = 999_999_999_999_999n

/** The file, UTF-8. Count and sum are those of its payouts. */
export function creditTransfers(debtor: Debtor, { id, madeAt, executionDay, payouts }: FileContents): Buffer {
  const totals = {
    NbOfTxs: `${payouts.length}`,
    CtrlSum: decimal(payouts.reduce((sum, { amount }) => sum + amount, 0n)),
  }
  const name = latinText(debtor.name, 70)
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: id,
          CreDtTm: `${new Date(madeAt).toISOString().slice(0, 19)}Z`,
          ...totals,
          InitgPty: { Nm: name },
        },
        PmtInf: {
          PmtInfId: id,
          PmtMtd: 'TRF',
          // One statement line per payout: each is matched by its own reference.
          BtchBookg: 'false',
          ...totals,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: executionDay },
          Dbtr: { Nm: name },
          DbtrAcct: { Id: { IBAN: debtor.iban }, Ccy: 'EUR' },
          DbtrAgt: { FinInstnId: debtor.bic === null ? { Othr: { Id: 'NOTPROVIDED' } } : { BICFI: debtor.bic } },
          ChrgBr: 'SLEV',
          CdtTrfTxInf: payouts.map(transfer),
        },
      },
    },
  }
  return Buffer.from(builder.build(document))
}

const transfer = ({ reference, amount, creditor, text }: FiledPayout) => ({
  PmtId: { EndToEndId: reference },
  Amt: { InstdAmt: { '@Ccy': 'EUR', '#': decimal(amount) } },
  ...(creditor.bank !== null && { CdtrAgt: { FinInstnId: { BICFI: creditor.bank } } }),
  Cdtr: { Nm: creditor.name },
  CdtrAcct: { Id: { IBAN: creditor.account } },
  RmtInf: { Ustrd: text },
})
