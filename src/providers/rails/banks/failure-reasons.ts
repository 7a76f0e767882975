/** Failure reasons of payouts that a bank rejected or returned, by the codes of ISO 20022 and NACHA. */
import type { PayoutFailure } from '../port.ts'

/**
 * Return reasons of pacs.004 (ExternalReturnReason1Code), which are also reasons of rejections (pain.002). RECEIVER: the
 * account, its owner or their bank is the reason, so the sender corrects the account. ORDER: the order itself is.
 */
export const RETURN_REASONS = {
  RECEIVER:
    'AC01 AC02 AC03 AC04 AC05 AC06 AC07 AC13 AC14 AC15 AC16 AC17 AG01 AG07 AGNT AM09 ARDT BE01 BE04 BE05 BE06 BE07 BE08 BE10 BE11 BE16 BE17 CN01 CNOR CUST DNOR FOCR FR01 FRAD LEGL MD01 MD02 MD05 MD06 MD07 MS02 MS03 NOAS NOCM NOOR PY01 RC01 RC03 RC04 RC07 RC08 RC11 RR01 RR02 RR03 RR04 RR05 RR06 RR07 RR08 RR09 RR10 RR11 RR12 RUTA SL01 SL02 SL03 SL11 SL12 SL13 SL14 SP01 SP02 SVNR UPAY',
  ORDER:
    'AG02 AM01 AM02 AM03 AM04 AM05 AM06 AM07 AM10 CNPC CURR CUTA DC04 DS28 DT01 DT02 DT04 DT05 DU03 DU04 DU05 ED01 ED03 ED05 EMVL ERIN FF03 FF04 FF05 FF06 FF07 FRTR G004 NARR PINL RF01 TM01 TRAC',
} as const

const OF_RECEIVER = new Set(RETURN_REASONS.RECEIVER.split(' '))

/**
 * The failure reason of a payout. A return, whatever its code (pacs.004, NACHA R01 to R85, none), is the receiving
 * side's. A rejection is the receiving side's where its code is in RECEIVER, and otherwise one of the order.
 */
export function failureFor(code: string | null, state: 'REJECTED' | 'RETURNED'): PayoutFailure {
  if (state === 'RETURNED' || OF_RECEIVER.has(code ?? '')) return 'COUNTERPARTY_POST_TX_FAILED'
  return 'QUOTE_EXECUTION_FAILED'
}
