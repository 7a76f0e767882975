/** Fees of EVM transactions (EIP-1559), in wei per unit of gas: the first offer, and the raise for a replacement. */

export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Nodes require a raise of a tenth for a replacement; a raise of a quarter is mined sooner. */
const RAISE = { least: [11n, 10n], usual: [5n, 4n] } as const

/** @param cap the most that is paid for a unit of gas */
export function firstFees(baseFee: bigint, priorityFee: bigint, cap: bigint): Fees {
  // The base fee rises by at most an eighth per block: twice the base fee suffices for five blocks.
  const maxFeePerGas = smaller(2n * baseFee + priorityFee, cap)
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(priorityFee, maxFeePerGas) }
}

/** @returns undefined when a replacement that nodes accept would exceed the cap */
export function raisedFees(former: Fees, baseFee: bigint, priorityFee: bigint, cap: bigint): Fees | undefined {
  const fresh = firstFees(baseFee, priorityFee, cap)
  const raised = (value: bigint, [by, from]: readonly [bigint, bigint]) => (value * by + from - 1n) / from
  const of = (name: keyof Fees) =>
    larger(smaller(larger(raised(former[name], RAISE.usual), fresh[name]), cap), raised(former[name], RAISE.least))
  const maxFeePerGas = of('maxFeePerGas')
  if (maxFeePerGas > cap) return undefined
  const maxPriorityFeePerGas = of('maxPriorityFeePerGas')
  return maxPriorityFeePerGas > maxFeePerGas ? undefined : { maxFeePerGas, maxPriorityFeePerGas }
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
const larger = (a: bigint, b: bigint) => (a > b ? a : b)
