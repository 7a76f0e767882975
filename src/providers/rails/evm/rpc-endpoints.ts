/**
 * JSON-RPC endpoints of one chain: every query goes to all of them, and a fact is accepted when a majority states it.
 * An endpoint that fails, lags or contradicts the others is noted, so that health can report it.
 */
import { createPublicClient, http, type PublicClient, RpcError } from 'viem'

/** Answer of one endpoint. */
export interface Answer<Value> {
  readonly endpoint: string
  readonly value: Value
}

interface Options {
  readonly chainId: number
  readonly timeoutMs?: number
  /** How long an endpoint that failed is left out. */
  readonly pauseMs?: number
}

interface Endpoint {
  readonly name: string
  readonly client: PublicClient
  /** Whether its chain id was verified. */
  isChecked: boolean
  pausedUntil: number
  fault: string | undefined
  /** Until when a contradiction is reported, although the endpoint answers. */
  notedUntil: number
}

/** How long a contradiction is reported. */
const NOTED_MS = 600_000

export type EndpointFaults = ReadonlyMap<string, string>

export class Endpoints {
  /** Number of endpoints that must agree. */
  readonly quorum: number
  private readonly all: readonly Endpoint[]
  private readonly options: Required<Options>

  constructor(urls: readonly string[], { chainId, timeoutMs = 4_000, pauseMs = 5_000 }: Options) {
    this.options = { chainId, timeoutMs, pauseMs }
    this.quorum = Math.floor(urls.length / 2) + 1
    this.all = urls.map((url, i) => ({
      name: `${i + 1} (${new URL(url).hostname})`,
      client: createPublicClient({
        transport: http(url, { timeout: timeoutMs, retryCount: 0, fetchOptions: { redirect: 'error' } }),
        cacheTime: 0,
      }),
      isChecked: false,
      pausedUntil: 0,
      fault: undefined,
      notedUntil: 0,
    }))
  }

  /** Endpoints that failed or contradicted the others when they were last asked, with the reason; without secrets. */
  get faults(): EndpointFaults {
    return new Map(this.all.flatMap(({ name, fault }) => (fault === undefined ? [] : [[name, fault]])))
  }

  get size(): number {
    return this.all.length
  }

  /**
   * Asks all endpoints at the same time.
   * @param question throws when the endpoint does not answer; an answer such as "reverted" or "not found" is a value
   * @returns the answers that came, best a quorum of them; none: no endpoint is reachable
   */
  async poll<Value>(question: (client: PublicClient) => Promise<Value>): Promise<readonly Answer<Value>[]> {
    const now = performance.now()
    const asked = this.all.filter(({ pausedUntil }) => pausedUntil <= now)
    const answers = await Promise.all(asked.map((endpoint) => this.ask(endpoint, question)))
    return answers.filter((answer) => answer !== undefined)
  }

  /** As `poll`. @throws Error when fewer than a quorum answer */
  async quorumOf<Value>(question: (client: PublicClient) => Promise<Value>): Promise<readonly Answer<Value>[]> {
    const answers = await this.poll(question)
    if (answers.length < this.quorum) throw new Error(`${answers.length} of ${this.size} RPC endpoints answer`)
    return answers
  }

  /** The largest figure that a quorum reaches or exceeds. @throws Error when fewer than a quorum answer */
  async atLeast(question: (client: PublicClient) => Promise<bigint>): Promise<bigint> {
    const figures = (await this.quorumOf(question)).map(({ value }) => value)
    return figures.sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))[this.quorum - 1] as bigint
  }

  /**
   * The value that a quorum states.
   * @param keyOf values with the same key are the same
   * @throws Error when there is none; the endpoints that differ are noted
   */
  async agreed<Value>(question: (client: PublicClient) => Promise<Value>, keyOf: (value: Value) => string) {
    const answers = await this.quorumOf(question)
    const value = this.majority(answers, keyOf)
    if (value === undefined) throw new Error('The RPC endpoints contradict each other')
    return value
  }

  /** The value that a quorum of answers states, if there is one; endpoints that contradict it, or each other, are noted. */
  majority<Value>(answers: readonly Answer<Value>[], keyOf: (value: Value) => string): Value | undefined {
    const groups = new Map<string, Answer<Value>[]>()
    for (const answer of answers) {
      const key = keyOf(answer.value)
      groups.set(key, [...(groups.get(key) ?? []), answer])
    }
    const found = [...groups.values()].find(({ length }) => length >= this.quorum)
    if (groups.size > 1)
      for (const group of groups.values())
        if (group !== found) for (const { endpoint } of group) this.note(endpoint, 'contradicts the others')
    return found?.[0]?.value
  }

  /** Records a fault of an endpoint that answers. */
  note(name: string, fault: string): void {
    const endpoint = this.all.find((one) => one.name === name)
    if (endpoint) Object.assign(endpoint, { fault, notedUntil: performance.now() + NOTED_MS })
  }

  private async ask<Value>(endpoint: Endpoint, question: (client: PublicClient) => Promise<Value>) {
    try {
      await this.refuseOtherChain(endpoint)
      const value = await question(endpoint.client)
      if (performance.now() >= endpoint.notedUntil) endpoint.fault = undefined
      return { endpoint: endpoint.name, value }
    } catch (error) {
      endpoint.pausedUntil = performance.now() + this.options.pauseMs
      endpoint.fault = reasonOf(error)
      return undefined
    }
  }

  private async refuseOtherChain(endpoint: Endpoint): Promise<void> {
    if (endpoint.isChecked) return
    const chainId = await endpoint.client.getChainId()
    if (chainId !== this.options.chainId) throw new OtherChain(`is of chain ${chainId}`)
    endpoint.isChecked = true
  }
}

class OtherChain extends Error {}

/** Short, and without the address of the endpoint: it contains keys, and the library quotes it in its messages. */
function reasonOf(error: unknown): string {
  if (error instanceof OtherChain) return error.message
  if (error instanceof RpcError) return `answers with RPC error ${error.code}`
  return `does not answer (${error instanceof Error ? error.name : 'unknown'})`
}
