import { describe, expect, it } from 'vitest'
import { kubeletConfig } from './local-up-configs.ts'

const configOf = (minor: number, variables: Record<string, string>): string =>
  kubeletConfig({
    minor,
    gates: '',
    certDir: '/var/run/kubernetes',
    env: (name, fallback = '') => variables[name] ?? fallback,
  })

describe('kubelet.yaml of local-up-cluster.sh', () => {
  it.each([
    [27, { LIMITED_SWAP: 'true' }, 'memorySwap:\n  swapBehavior: LimitedSwap\n', false],
    [28, { LIMITED_SWAP: 'true' }, 'memorySwap:\n  swapBehavior: LimitedSwap\n', true],
    [28, { LIMITED_SWAP: 'yes' }, 'memorySwap:', false],
    [26, { ENABLE_TRACING: 'true' }, 'tracing:\n  endpoint: localhost:4317', false],
    [27, { ENABLE_TRACING: 'true' }, 'tracing:\n  endpoint: localhost:4317', true],
    [24, {}, 'failSwapOn: false\n', true],
    [24, { FAIL_SWAP_ON: 'true' }, 'failSwapOn: true\n', true],
  ])('1.%s with %o has %s: %s', (minor, variables, text, has) => {
    expect(configOf(minor, variables).includes(text)).toBe(has)
  })
})
