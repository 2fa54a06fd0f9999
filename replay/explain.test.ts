import { describe, expect, it } from 'vitest'
import { explain, isOfStandIn } from './explain.ts'
import type { ComponentRecord } from './machine/cluster.ts'
import type { GateFacts } from './runtime.ts'

const facts: GateFacts = {
  at: (gate, release) =>
    gate === 'Gone' ? undefined : { default: true, stage: 'GA', locked: release === '1.31.0' },
  standing: (gate, release) =>
    gate === 'Unknown'
      ? undefined
      : release === '1.27.5'
        ? { state: undefined, text: `${release} has no gate ${gate}` }
        : { state: { default: false }, text: `in ${release} ${gate} is Alpha, false by default` },
  history: (_gate, release) => `its default is true in ${release}`,
  newest: '1.36',
  known: () => true,
}
const because = (release: string, gates: Record<string, boolean>, meant?: string, gate = 'Shiny') => {
  const records = new Map<string, ComponentRecord>([['kube-apiserver', { release, args: [], gates }]])
  const wanted = new Map(meant === undefined ? [] : [['kube-apiserver', meant]])
  return explain('x', { records, meant: wanted }, facts, [gate])
}

describe('explain', () => {
  it('names the release that another one stands in for', () => {
    const own = because('1.30.0', { Shiny: true }, '1.27.5') ?? ''
    expect(own).toBe(
      "Shiny=true in kube-apiserver 1.30.0: it was set; the default is true; 1.30.0 stands in for the document's 1.27.5; 1.27.5 has no gate Shiny",
    )
    expect(isOfStandIn(own)).toBe(true)
    expect(because('1.31.0', {}, '1.28')).toMatch(
      /document's 1\.28; in 1\.28 Shiny is Alpha, false by default$/,
    )
    expect(because('1.30.0', {}, '1.27.5', 'Gone')).toMatch(
      /^kube-apiserver 1\.30\.0 has no feature gate Gone; .*1\.27\.5/,
    )
  })

  it('says nothing of a gate that is the same in the release that is stood in for', () => {
    expect(because('1.31.0', { Shiny: true }, '1.28')).toBeUndefined()
    expect(because('1.30.0', { Shiny: false }, '1.27.5')).toBeUndefined()
  })

  it('falls back to the gate as it is', () => {
    const plain = 'Shiny=true in kube-apiserver 1.30.0: nothing sets it; its default is true in 1.30.0'
    expect(because('1.30.0', {})).toBe(plain)
    expect(isOfStandIn(plain)).toBe(false)
    expect(because('1.30.0', {}, '1.28', 'Unknown')).toMatch(
      /nothing sets it; .*stands in for the document's 1\.28$/,
    )
  })
})
