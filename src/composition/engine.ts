/** Engine of a process: all tables, and those of which every batch reads the row of its platform. */
import { platforms } from '../domain/platform/platform.ts'
import { Engine, type EngineOptions } from '../engine/engine.ts'
import type { Store } from '../infra/db/store.ts'
import { listeners } from '../infra/state-machines/tables.ts'
import { schema } from './schema.ts'

type Options = Pick<EngineOptions, 'clock' | 'onCommitted'> & { readonly store: Store }

export const createEngine = ({ store, ...options }: Options): Engine =>
  new Engine({ ...options, schema, lanes: store.lanes, foreseen: [platforms, listeners] })
