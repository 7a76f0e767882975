/** Engine of a process: all tables, on the lanes of its database. */
import { Engine, type EngineOptions } from '../engine/engine.ts'
import type { Store } from '../infra/db/store.ts'
import { schema } from './schema.ts'

type Options = Pick<EngineOptions, 'clock' | 'onCommitted' | 'trace'> & { readonly store: Store }

export const createEngine = ({ store, ...options }: Options): Engine =>
  new Engine({ ...options, schema, lanes: store.lanes })
