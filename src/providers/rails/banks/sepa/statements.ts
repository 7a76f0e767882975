/** Bank statements (camt.053) and notifications (camt.054), versions 02 to 12. */
import { type Balance, type BankMessage, type Line, type Reason, UnreadableFile } from '../messages.ts'
import { cents, dayIn, type Element } from './xml.ts'

type Statement = Extract<BankMessage, { kind: 'STATEMENT' }>
type Notification = Extract<BankMessage, { kind: 'NOTIFICATION' }>

/** @throws UnreadableFile, also for a statement whose lines do not lead from its opening to its closing balance */
export function statements(document: Element): Statement[] {
  return document.all('BkToCstmrStmt.Stmt').map((statement) => {
    const account = accountOf(statement)
    const opening = balance(statement, account.currency, ['OPBD', 'PRCD'])
    const closing = balance(statement, account.currency, ['CLBD'])
    const lines = bookedLines(statement, account.currency)
    const sum = lines.reduce((total, { amount }) => total + amount, opening.amount)
    if (sum !== closing.amount)
      throw new UnreadableFile(`Opening balance and lines make ${sum} cents, the closing balance is ${closing.amount}`)
    return { kind: 'STATEMENT', id: statement.need('Id'), ...account, opening, closing, lines }
  })
}

/** @throws UnreadableFile */
export const notifications = (document: Element): Notification[] =>
  document.all('BkToCstmrDbtCdtNtfctn.Ntfctn').map((notification) => {
    const account = accountOf(notification)
    return {
      kind: 'NOTIFICATION',
      id: notification.need('Id'),
      ...account,
      lines: bookedLines(notification, account.currency),
    }
  })

function accountOf(report: Element): { account: string; currency: string } {
  const account = report.text('Acct.Id.IBAN') ?? report.need('Acct.Id.Othr.Id')
  const currency =
    report.text('Acct.Ccy') ?? report.one('Bal.Amt')?.attribute('Ccy') ?? report.one('Ntry.Amt')?.attribute('Ccy')
  if (currency === undefined) throw new UnreadableFile('The currency of the account is missing')
  return { account, currency }
}

function balance(statement: Element, currency: string, types: readonly string[]): Balance {
  for (const type of types) {
    const found = statement.all('Bal').find((element) => element.text('Tp.CdOrPrtry.Cd') === type)
    if (found) return { day: dayIn(found.one('Dt')), amount: amountIn(found, currency) }
  }
  throw new UnreadableFile(`The statement has no balance ${types[0]}`)
}

/** Positive: to our credit. */
function amountIn(element: Element, currency: string): bigint {
  const amount = element.one('Amt')
  if (amount?.attribute('Ccy') !== currency) throw new UnreadableFile('An amount is not in the currency of the account')
  return signed(element, cents(element.need('Amt')))
}

function signed(element: Element, amount: bigint): bigint {
  const direction = element.need('CdtDbtInd')
  if (direction !== 'CRDT' && direction !== 'DBIT') throw new UnreadableFile(`${direction} is neither CRDT nor DBIT`)
  return direction === 'CRDT' ? amount : -amount
}

/** Booked entries only: what is pending may never be booked. */
const bookedLines = (report: Element, currency: string): Line[] =>
  report
    .all('Ntry')
    .filter((entry) => (entry.text('Sts.Cd') ?? entry.text('Sts')) === 'BOOK')
    .flatMap((entry) => linesIn(entry, amountIn(entry, currency)))

/** One line per transaction where the bank itemizes the entry, otherwise one for the entry. */
function linesIn(entry: Element, total: bigint): Line[] {
  const details = entry.all('NtryDtls.TxDtls')
  if (details.length <= 1) return [line(entry, details[0], total, entry.text('AcctSvcrRef'))]
  const amounts = details.map((detail) => detailAmount(entry, detail))
  if (amounts.includes(undefined) || amounts.reduce((sum: bigint, amount) => sum + (amount as bigint), 0n) !== total)
    return [line(entry, undefined, total, entry.text('AcctSvcrRef'))]
  return details.map((detail, i) => {
    const own = detail.text('Refs.AcctSvcrRef')
    const shared = entry.text('AcctSvcrRef')
    const isOwn = own !== undefined && own !== shared
    return line(entry, detail, amounts[i] as bigint, isOwn ? own : shared && `${shared}/${i + 1}`)
  })
}

function detailAmount(entry: Element, detail: Element): bigint | undefined {
  const text = detail.text('Amt') ?? detail.text('AmtDtls.TxAmt.Amt')
  if (text === undefined) return undefined
  return signed(detail.text('CdtDbtInd') === undefined ? entry : detail, cents(text))
}

/** Paths at which banks name the batch of an entry; all of these are ids of our file. */
const BATCH = ['Btch.PmtInfId', 'Btch.MsgId', 'TxDtls.Refs.PmtInfId', 'TxDtls.Refs.MsgId']

/** What a bank writes where the payer gave no reference. */
const NOT_PROVIDED = 'NOTPROVIDED'

function line(entry: Element, detail: Element | undefined, amount: bigint, reference: string | undefined): Line {
  const endToEnd = detail?.text('Refs.EndToEndId')
  // Up to version 07 a party is named directly, from version 08 on inside of Pty.
  const party = (side: string) => detail?.text(`RltdPties.${side}.Pty.Nm`) ?? detail?.text(`RltdPties.${side}.Nm`)
  const [other, account] = amount > 0n ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  const texts = [
    ...(detail?.all('RmtInf.Strd.CdtrRefInf.Ref') ?? []),
    ...(detail?.all('RmtInf.Ustrd') ?? []),
    ...(detail?.all('AddtlTxInf') ?? []),
    ...entry.all('AddtlNtryInf'),
  ].flatMap((element) => element.text() ?? [])
  return {
    bankReference: reference ?? detail?.text('Refs.AcctSvcrRef') ?? null,
    amount,
    bookedOn: dayIn(entry.one('BookgDt')),
    endToEnd: endToEnd === undefined || endToEnd === NOT_PROVIDED ? null : endToEnd,
    batch: BATCH.map((path) => entry.text(`NtryDtls.${path}`)).find((id) => id !== undefined) ?? null,
    returned: returnIn(entry, detail),
    isCharge: CHARGES.has(subFamily(entry, detail) ?? ''),
    texts,
    party: {
      name: party(other) ?? null,
      account: detail?.text(`RltdPties.${account}.Id.IBAN`) ?? detail?.text(`RltdPties.${account}.Id.Othr.Id`) ?? null,
    },
  }
}

/** A return has a reason, or is booked under the code of returns (RRTN), or reverses an entry. */
function returnIn(entry: Element, detail: Element | undefined): Reason | null {
  const information = detail?.one('RtrInf')
  const code = information?.text('Rsn.Cd') ?? information?.text('Rsn.Prtry')
  if (information) return { code: code ?? 'NARR', text: information.text('AddtlInf') ?? null }
  return subFamily(entry, detail) === 'RRTN' || entry.text('RvslInd') === 'true' ? { code: 'NARR', text: null } : null
}

/** Charges, fees and commissions, as ISO 20022 codes bank transactions. */
const CHARGES = new Set(['CHRG', 'FEES', 'COMM'])

const subFamily = (entry: Element, detail: Element | undefined): string | undefined =>
  detail?.text('BkTxCd.Domn.Fmly.SubFmlyCd') ?? entry.text('BkTxCd.Domn.Fmly.SubFmlyCd')
