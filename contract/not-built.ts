/** Operations of the published API that are not built yet: they answer 501 NOT_IMPLEMENTED. */
import type { Operation } from './operation.ts'

export const NOT_BUILT: Readonly<Record<string, Pick<Operation, 'method' | 'path' | 'tag'>>> = {}
