/** Settings of EVM chains as an operator configures them. */
import { describe, expect, it } from 'vitest'
import { evmChainIn } from './settings.ts'

const URLS = ['https://rpc.example/v2/key']
const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

describe('evmChainIn', () => {
  it('uses the network’s defaults where nothing is configured', () => {
    expect(evmChainIn('BASE', URLS, '')).toMatchObject({
      id: 'evm-base',
      chainId: 8453,
      urls: URLS,
      confirmations: 60,
      tokens: [{ currency: 'USDC', contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 }],
    })
  })

  it('accepts each option', () => {
    const options = `chain-id=84532 confirmations=5 block-seconds=3 stuck-seconds=9 fee-cap-gwei=0.5 low-gas-gwei=7
      token=USDC:${TOKEN}:6 min=USDC:10 max=USDC:20 min-deposit=USDC:30 low-float=USDC:40`
    expect(evmChainIn('BASE', URLS, options)).toMatchObject({
      chainId: 84532,
      confirmations: 5,
      blockMs: 3_000,
      stuckAfterMs: 9_000,
      feeCap: 500_000_000n,
      lowGas: 7_000_000_000n,
      tokens: [{ contract: TOKEN, minAmount: 10n, maxAmount: 20n, minDeposit: 30n, lowFloat: 40n }],
    })
  })

  it.each([
    'confirmations=0',
    'confirmations',
    'confirmation=3',
    'fee-cap-gwei=much',
    'token=USDC:0x036CbD53842c5426634e7929541eC2318f3dCF7E:6',
    `token=USDC:${TOKEN}:5`,
    `token=XXX:${TOKEN}:6`,
    'low-float=EUR:5',
    'low-float=5',
    'constructor=USDC:5',
  ])('refuses %s', (options) => expect(evmChainIn('BASE', URLS, options)).toBeUndefined())
})
