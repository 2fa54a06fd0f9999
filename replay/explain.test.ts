import { describe, expect, it } from 'vitest'
import { explain, gatesNamedIn } from './explain.ts'
import type { ComponentRecord } from './machine/cluster.ts'
import { gatedAs } from './path/field-gates.ts'
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
    const own = because('1.30.0', { Shiny: true }, '1.27.5')
    expect(own?.text).toBe(
      "Shiny=true in kube-apiserver 1.30.0: it was set; the default is true; 1.30.0 stands in for the document's 1.27.5; 1.27.5 has no gate Shiny",
    )
    expect(own?.standIn).toMatchObject({ release: '1.27.5', by: '1.30.0' })
    expect(because('1.31.0', {}, '1.28')?.text).toMatch(
      /document's 1\.28; in 1\.28 Shiny is Alpha, false by default$/,
    )
    expect(because('1.30.0', {}, '1.27.5', 'Gone')?.text).toMatch(
      /^kube-apiserver 1\.30\.0 has no feature gate Gone; .*1\.27\.5/,
    )
  })

  it('says nothing of a gate that is the same in the release that is stood in for', () => {
    expect(because('1.31.0', { Shiny: true }, '1.28')).toBeUndefined()
    expect(because('1.30.0', { Shiny: false }, '1.27.5')).toBeUndefined()
  })

  it('suspects the only gate of the document, unless the document has set it', () => {
    const plain = 'Shiny=true in kube-apiserver 1.30.0: nothing sets it; its default is true in 1.30.0'
    expect(because('1.30.0', {})).toEqual({
      text: plain,
      standIn: undefined,
      cause: { code: 'gate by default', gate: 'Shiny', value: true },
      suspect: { gate: 'Shiny', value: true },
    })
    expect(because('1.30.0', { Shiny: true })).toBeUndefined()
    expect(because('1.30.0', {}, '1.28', 'Unknown')?.text).toMatch(
      /nothing sets it; .*stands in for the document's 1\.28$/,
    )
  })

  it('suspects no gate that is locked, as it cannot be turned', () => {
    expect(because('1.31.0', {})).toMatchObject({
      text: 'Shiny=true in kube-apiserver 1.31.0: its default is true in 1.31.0; a locked gate cannot be turned to see whether that is why',
      cause: { code: 'gate is locked', gate: 'Shiny', value: true },
      suspect: undefined,
    })
  })
})

describe('of a field', () => {
  const of = (
    text: string,
    release: string,
    gates: Record<string, boolean> = {},
    documents: string[] = [],
  ) => {
    const records = new Map(
      ['kube-apiserver', 'kubelet/n', 'kube-proxy/n'].map((name) => {
        const { release: own, gates: effective } = gatedAs(release, name.split('/')[0]!, gates)
        const record: ComponentRecord = {
          release,
          args: [],
          gates,
          told: { set: gates, effective, release: own },
        }
        return [name, record]
      }),
    )
    return explain(text, { records, meant: new Map() }, facts, documents)?.text.split(':')[0]
  }

  it.each([
    ['kubeProxyVersion: ""', '1.30', 'DisableNodeKubeProxyVersion=false in kubelet 1.30'],
    ['  Kube-Proxy Version:  v1.33.0', '1.33', 'DisableNodeKubeProxyVersion=true in kubelet 1.33'],
    ['"externalIPs": [', '1.36', 'AllowServiceExternalIPs=true in kube-proxy 1.36'],
    ['trafficDistribution is PreferClose', '1.32', 'ServiceTrafficDistribution=true in kube-apiserver 1.32'],
    ['declaredFeatures:', '1.36', 'NodeDeclaredFeatures=true in kubelet 1.36'],
    // It came later: the release does not have the gate either.
    ['declaredFeatures:', '1.31', 'NodeDeclaredFeatures=true in kubelet 1.31'],
    ['externalIPs: [', '1.34', 'AllowServiceExternalIPs=true in kube-proxy 1.34'],
    ['hostnameOverride: x', '1.34', 'HostnameOverride=false in kube-apiserver 1.34'],
  ])('%j in %s: %s', (text, release, why) => {
    expect(of(text, release)).toBe(why)
  })

  it('takes the gate of the document where several decide', () => {
    const text = 'trafficDistribution: PreferSameZone'
    const gate = 'PreferSameTrafficDistribution'
    expect(of(text, '1.33', {}, [gate])).toBe(`${gate}=false in kube-apiserver 1.33`)
    expect(of(text, '1.33')).toBe('ServiceTrafficDistribution=true in kube-apiserver 1.33')
  })

  it.each(['name: web', 'The value is right', 'containers: []'])('finds none for %j', (text) => {
    expect(of(text, '1.36')).toBeUndefined()
  })
})

it.each([
  ['Feature gate: `MyGate`. It is alpha.', ['MyGate']],
  ['The gate is `MyGate`.', ['MyGate']],
  ['The feature gate `MyGate` is on.', ['MyGate']],
  ['`MyGate` is a kind.', []],
  ['`MyGate` is an alpha gate.', ['MyGate']],
  ['`AGate` and `MyKind`, in 1.30', ['AGate']],
])('knows the gates that a document speaks of: %s', (text, gates) => {
  expect(gatesNamedIn([text], (name) => name === 'AGate')).toEqual(gates)
})
