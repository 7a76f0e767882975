/** Payment status report of a bank: pain.002, versions 03 to 14. */
import { type BankMessage, type Reason, UnreadableFile, type Verdict } from '../messages.ts'
import type { Element } from './xml.ts'

type Status = Extract<BankMessage, { kind: 'STATUS' }>

/**
 * ISO 20022 codes that report the outcome of an order; the other codes report a partial rejection, or no outcome yet.
 */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  ...{ RJCT: 'REJECTED', CANC: 'REJECTED' },
  ...{ RCVD: 'ACCEPTED', PDNG: 'ACCEPTED', ACTC: 'ACCEPTED', ACCP: 'ACCEPTED', ACSP: 'ACCEPTED', ACWC: 'ACCEPTED' },
  ...{ ACFC: 'ACCEPTED', ACSC: 'SETTLED', ACCC: 'SETTLED' },
}

const judged = (code: string | undefined): Verdict | undefined => (code === undefined ? undefined : VERDICTS[code])

/** @throws UnreadableFile */
export function statusReport(document: Element): Status[] {
  const report = document.one('CstmrPmtStsRpt')
  const group = report?.one('OrgnlGrpInfAndSts')
  if (report === undefined || group === undefined) throw new UnreadableFile('It reports no status')
  const whole = judged(group.text('GrpSts'))
  const parts = report.all('OrgnlPmtInfAndSts')
  const of = (part: Element) =>
    part.all('TxInfAndSts').flatMap((transaction) => {
      const status = judged(transaction.text('TxSts') ?? part.text('PmtInfSts'))
      const reference = transaction.text('OrgnlEndToEndId')
      const reason = reasonIn(transaction) ?? reasonIn(part)
      return status && reference ? [{ reference, status, ...(reason && { reason }) }] : []
    })
  const payouts = parts.flatMap(of)
  // A file has one payment information block, so a status of that block that names no payouts applies to the file.
  const only = parts.length === 1 && payouts.length === 0 ? judged(parts[0]?.text('PmtInfSts')) : undefined
  const said = whole ?? only
  const reason = reasonIn(group) ?? (parts[0] && reasonIn(parts[0]))
  return [
    {
      kind: 'STATUS',
      id: report.need('GrpHdr.MsgId'),
      fileId: group.need('OrgnlMsgId'),
      ...(said && { whole: said }),
      ...(reason && { reason }),
      payouts,
    },
  ]
}

function reasonIn(element: Element): Reason | undefined {
  const information = element.one('StsRsnInf')
  const code = information?.text('Rsn.Cd') ?? information?.text('Rsn.Prtry')
  return code === undefined ? undefined : { code, text: information?.text('AddtlInf') ?? null }
}
