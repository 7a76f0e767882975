/** Total of a list: `12,345`, or `≈ 12,345` where the service estimated it. */
interface Counted {
  readonly totalCount: number
  readonly isTotalCountEstimated?: true
}

export const shownTotal = ({ totalCount, isTotalCountEstimated }: Counted): string =>
  `${isTotalCountEstimated ? '≈ ' : ''}${totalCount.toLocaleString('en')}`
