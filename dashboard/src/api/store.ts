/** Store in the memory of the window: survives navigation, not a reload. */
import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get(): Value
  set(value: Value): void
  subscribe(changed: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const readers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const changed of readers) changed()
    },
    subscribe(changed) {
      readers.add(changed)
      return () => readers.delete(changed)
    },
  }
}

export const useStore = <Value>({ subscribe, get }: Store<Value>): Value => useSyncExternalStore(subscribe, get)
