// What a backend makes of the node-local API sends packets where the recorded rules of the real kube-proxy send them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newComponentGates } from '../../component-base/component-gates.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { loadRelease } from '../../component-base/release.ts'
import { iptablesText } from '../../kube-proxy-sim/node-api/backends/iptables.ts'
import { serviceEndpoints } from '../../kube-proxy-sim/node-api/service-endpoints.ts'
import { nodeConfig } from '../../kube-proxy-sim/node-api/testing/serve-state.ts'
import type { EndpointSlice, Service } from '../../kube-proxy-sim/rules/model/objects.ts'

const folder = join(packageRoot, 'e2e/golden/cases/node/rules')
const readJson = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T
const inputs = readJson<{ services: Service[]; endpointSlices: EndpointSlice[] }>('inputs.json')
const own = readJson<{ svc: Service; slices: { items: EndpointSlice[] } }>('default-kubernetes.json')

interface Rule {
  chain: string
  target: string
  text: string
}

function rulesOf(text: string, table: string): Rule[] {
  const lines = text.split(`*${table}\n`)[1]!.split('\nCOMMIT')[0]!.split('\n')
  return lines.flatMap((line) => {
    const text = line.replace(/ -m comment --comment ("[^"]*"|\S+)/, '')
    const found = /^-A (\S+) .*-j (\S+)/.exec(text)
    return found === null ? [] : [{ chain: found[1]!, target: found[2]!, text }]
  })
}

/** Where a packet from another machine may come out of a chain. */
function destinations(rules: readonly Rule[], chain: string): string[] {
  const found = rules
    .filter((rule) => rule.chain === chain)
    .flatMap(({ target, text }) => {
      // Pods and this node have short cuts of their own.
      if (/ -s 10\.244\.| --src-type LOCAL/.test(text)) return []
      const to = /--to-destination (\S+)/.exec(text)?.[1]
      return to === undefined ? destinations(rules, target) : [to]
    })
  return [...new Set(found)].sort()
}

/** What a rule of an entrance matches: `10.0.0.1 tcp 80`, or `node port tcp 30080`. */
function entrance({ chain, text }: Rule): string | undefined {
  const port = /-p (\w+).* --dport (\d+)/.exec(text)
  const ip = / -d (\S+)\/32 /.exec(text)?.[1]
  if (port === null || / -d 127\.0\.0\.0\/8 /.test(text)) return undefined
  if (ip !== undefined) return `${ip} ${port[1]} ${port[2]}`
  const nodePort = chain === 'KUBE-NODEPORTS' || / --dst-type LOCAL /.test(text)
  return nodePort ? `node port ${port[1]} ${port[2]}` : undefined
}

/** Entrance → addresses, `REJECT` or `DROP`. */
function reached(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  const nat = rulesOf(text, 'nat')
  for (const rule of nat.filter(({ chain }) => ['KUBE-SERVICES', 'KUBE-NODEPORTS'].includes(chain))) {
    const at = entrance(rule)
    const to = destinations(nat, rule.target)
    if (at !== undefined && to.length > 0) found[at] = to.join(' ')
  }
  for (const rule of rulesOf(text, 'filter')) {
    const at = entrance(rule)
    if (at !== undefined && ['REJECT', 'DROP'].includes(rule.target)) found[at] ??= rule.target
  }
  return found
}

function written(release: string, gates: ReadonlyMap<string, boolean>): string {
  const facts = loadRelease(release)
  const componentGates = newComponentGates(facts, 'kube-proxy')
  expect(componentGates.setFromMap(gates)).toEqual([])
  const config = { ...nodeConfig, minor: facts.minor, gates: componentGates, nodeName: 'n1' }
  const slices = [...own.slices.items, ...inputs.endpointSlices]
  const items = [own.svc, ...inputs.services].flatMap((service) => {
    const { namespace, name } = service.metadata
    const ofService = slices.filter(
      ({ metadata }) =>
        metadata.namespace === namespace && metadata.labels?.['kubernetes.io/service-name'] === name,
    )
    return serviceEndpoints(service, ofService, config) ?? []
  })
  return iptablesText(items, 'v4')
}

const recorded = (release: string, name: string): string => {
  const version = readdirSync(folder).find((entry) => entry.startsWith(`v${release}.`))!
  return readFileSync(join(folder, version, `${name}.iptables.golden.txt`), 'utf8')
}

describe('the iptables backend reaches what the real kube-proxy reached', () => {
  it.each(['1.30', '1.33', '1.35', '1.36'])('in %s', (release) => {
    const want = reached(recorded(release, 'iptables'))
    expect(Object.keys(want).length).toBeGreaterThan(50)
    expect(Object.values(want)).toEqual(expect.arrayContaining(['DROP', 'REJECT']))
    expect(reached(written(release, new Map()))).toEqual(want)
  })

  it('in 1.36 without external IPs', () => {
    const gates = new Map([['AllowServiceExternalIPs', false]])
    expect(reached(written('1.36', gates))).toEqual(reached(recorded('1.36', 'iptables-externalips-off')))
  })
})
