/** RPC endpoint that misbehaves: passes JSON-RPC on to a chain, and fails, lags or lies as configured. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Deviations; the rest is answered as by the chain. */
export interface Behaviour {
  /** Whether every request is cut off. */
  isDown?: boolean
  /** Runs before the chain gets a request. */
  before?: (call: Call) => Promise<void>
  /** Cuts the connection of a request: before the chain gets it, or after it has acted. */
  cut?: (call: Call) => 'BEFORE' | 'AFTER' | undefined
  /** Changes an answer; undefined: leaves it. */
  lie?: (call: Call, result: unknown) => unknown
  /** Answers instead of the chain. */
  refuse?: (call: Call) => { code: number; message: string } | undefined
  /** Knows no block after this one. */
  stuckAt?: bigint
}

export type RpcProxy = Awaited<ReturnType<typeof rpcProxy>>

export async function rpcProxy(target: string) {
  const behaviour: Behaviour = {}
  const calls: Call[] = []
  const forward = async (body: unknown) => {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { result?: unknown }
  }
  const answerTo = async (request: Call & { id: number }) => {
    calls.push(request)
    await behaviour.before?.(request)
    const cut = behaviour.cut?.(request)
    if (cut === 'BEFORE') throw new Error('cut')
    const error = behaviour.refuse?.(request)
    if (error) return { jsonrpc: '2.0', id: request.id, error }
    const answer = await forward(laggingRequest(request, behaviour.stuckAt))
    if (cut === 'AFTER') throw new Error('cut')
    const result = lagging(request, answer.result, behaviour.stuckAt)
    const lie = behaviour.lie?.(request, result)
    return 'error' in answer ? answer : { ...answer, result: lie === undefined ? result : lie }
  }
  const server = createServer(async (request, response) => {
    if (behaviour.isDown) return void request.destroy()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    try {
      const answer = await answerTo(JSON.parse(Buffer.concat(chunks).toString()))
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    calls,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const hex = (value: bigint) => `0x${value.toString(16)}`

function laggingRequest(request: Call, stuckAt: bigint | undefined): Call {
  if (stuckAt === undefined) return request
  return { ...request, params: (request.params ?? []).map((value) => (value === 'latest' ? hex(stuckAt) : value)) }
}

function lagging({ method }: Call, result: unknown, stuckAt: bigint | undefined): unknown {
  if (stuckAt === undefined) return result
  if (method === 'eth_blockNumber') return hex(stuckAt)
  const receipt = result as { blockNumber?: string } | null
  return method === 'eth_getTransactionReceipt' && BigInt(receipt?.blockNumber ?? 0) > stuckAt ? null : result
}
