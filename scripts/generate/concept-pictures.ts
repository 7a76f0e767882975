/** Pictures of the pages about concepts, rails and scaling, as statements of DOT. */
import { picture } from './pictures.ts'

/** Which object of the API belongs to which. */
const OBJECTS: readonly string[] = [
  'rankdir=LR',
  'platform [label="Platform\\n(your company)" class=accent]',
  'customer [label="Customer"]',
  'internal [label="Internal account\\n(a balance)" class=accent]',
  'external [label="External account\\n(bank, wallet, UMA)"]',
  'wallet [label="Wallet credentials\\nand sessions"]',
  'card [label="Card"]',
  'agent [label="Agent\\nand its policy"]',
  'quote [label="Quote"]',
  'transaction [label="Transaction"]',
  'platform -> customer',
  'platform -> internal',
  'customer -> internal',
  'customer -> external',
  'internal -> wallet',
  'internal -> card',
  'customer -> agent',
  'internal -> quote [label="from"]',
  'external -> quote [label="to"]',
  'quote -> transaction [label="executed"]',
]

/** A payment from its quote to its end. */
const PAYMENT: readonly string[] = [
  'rankdir=LR',
  'quote [label="Quote\\nrate, fees, time limit"]',
  'hold [label="Execution\\nthe source is debited" class=accent]',
  'rail [label="Rail\\nbank, chain, UMA"]',
  'done [label="COMPLETED\\nthe receiver has the money" class=accent]',
  'failed [label="FAILED\\nthe money is back" class=accent]',
  'quote -> hold -> rail -> done',
  'rail -> failed [label="refused or returned"]',
]

/** 500.00 USD to Mexico, as postings. */
const POSTINGS: readonly string[] = [
  'rankdir=LR',
  'subgraph cluster_usd { label="USD, the sum is 0"; source [label="Customer\'s account\\n− 500.00"]; fees [label="Fees\\n+ 2.50"]; exchangeUsd [label="Exchange\\n+ 497.50"] }',
  'subgraph cluster_mxn { label="MXN, the sum is 0"; exchangeMxn [label="Exchange\\n− 8,581.87"]; transit [label="Transit\\n+ 8,581.87, then 0"]; rails [label="Rails\\n+ 8,581.87"] }',
  'source -> fees',
  'source -> exchangeUsd',
  'exchangeUsd -> exchangeMxn [style=dashed arrowhead=none label="rate"]',
  'exchangeMxn -> transit',
  'transit -> rails [label="paid out"]',
]

/** Money at rest: postings of the ledger, and (dashed) what happens outside. */
const MONEY: readonly string[] = [
  'rankdir=LR',
  'subgraph cluster_ledger { label="Ledger"; account [label="Customer\'s account" class=accent]; transit; rails; suspense; costs }',
  'subgraph cluster_outside { label="Outside"; float [label="Float: bank account,\\nhot wallet, channels"]; receiver [label="Receiver"]; payer [label="Payer"]; network [label="Bank or network"] }',
  'account -> transit [label="1 payout begins"]',
  'transit -> rails [label="3 delivered"]',
  'transit -> account [label="failed"]',
  'rails -> account [label="returned"]',
  'transit -> suspense [label="failed, and\\ncannot go back"]',
  'rails -> account [label="B arrival is credited"]',
  'rails -> suspense [label="B arrival\\nwithout owner"]',
  'suspense -> account [label="operator releases"]',
  'costs -> rails [label="charge, gas"]',
  'float -> receiver [label="2 file, transaction,\\npayment" style=dashed]',
  'payer -> float [label="A" style=dashed]',
  'float -> network [label="fees" style=dashed]',
]

/** Two installations, each for its own platforms. */
const INSTALLATIONS: readonly string[] = [
  'rankdir=LR',
  'a [label="Platforms A, B"]',
  'c [label="Platforms C, D"]',
  ...['1', '2'].map(
    (n) =>
      `subgraph cluster_${n} { label="Installation ${n}"; proxy${n} [label="Proxy"]; service${n} [label="Processes" class=accent]; primary${n} [label="Primary" class=accent]; standby${n} [label="Standbys"]; proxy${n} -> service${n} -> primary${n} -> standby${n} }`,
  ),
  'a -> proxy1 [label="one.api.example"]',
  'c -> proxy2 [label="two.api.example"]',
  'service1 -> service2 [dir=both style=dashed constraint=false label="UMA"]',
]

/** Name of the file → the picture. */
export async function conceptPictures(): Promise<Record<string, string>> {
  const drawn = Object.entries({ OBJECTS, PAYMENT, POSTINGS, MONEY, INSTALLATIONS }).map(async ([name, statements]) => {
    const file = `${name.toLowerCase()}.svg`
    return [file, await picture(name.toLowerCase(), statements)] as const
  })
  return Object.fromEntries(await Promise.all(drawn))
}
