// What the matches of iptables test. Upstream: Linux net/netfilter/xt_*.c
import { addressMatch } from '../address.ts'
import type { ConnectionState } from '../conntrack.ts'
import type { Protocol } from '../packet.ts'
import { RulesetError, type Test, type Walk } from '../ruleset.ts'
import type { Extension, Option } from './save-line.ts'
import type { SharedState } from './shared-state.ts'

const value = ({ name, values }: Option): string => {
  if (values[0] === undefined) throw new RulesetError(`${name} has no value`)
  return values[0]
}

const negated = (not: boolean, step: (walk: Walk) => boolean): Test => (not ? (walk) => !step(walk) : step)

/** `-s`, `-d`, `-i`, `-o` and `-p` of a rule. Throws RulesetError for others. */
export function headerMatch(option: Option): Test {
  const own = value(option)
  const test = headerTest(option.name, own)
  if (test === undefined) throw new RulesetError(`${option.name} ${own} is not simulated`)
  return negated(option.not, test)
}

function headerTest(name: string, own: string): ((walk: Walk) => boolean) | undefined {
  if (name === '-i' || name === '-o') {
    const isNamed = interfaceMatch(own)
    return name === '-i' ? (walk) => isNamed(walk.in) : (walk) => isNamed(walk.out)
  }
  if (name === '-p') return (walk) => walk.packet.protocol === own
  const matches = addressMatch(own)
  if (matches === undefined) return undefined
  if (name === '-s') return (walk) => matches(walk.source)
  return name === '-d' ? (walk) => matches(walk.destination) : undefined
}

/** The match of an interface's name, or of its beginning: `veth+`. */
function interfaceMatch(pattern: string): (name: string | undefined) => boolean {
  if (!pattern.endsWith('+')) return (name) => name === pattern
  return (name) => name?.startsWith(pattern.slice(0, -1)) === true
}

type Maker = (options: readonly Option[], state: SharedState) => Test[]

const each =
  (make: (option: Option, state: SharedState) => ((walk: Walk) => boolean) | undefined): Maker =>
  (options, state) =>
    options.map((option) => {
      const test = make(option, state)
      if (test === undefined) throw new RulesetError(`${option.name} is not simulated`)
      return negated(option.not, test)
    })

const ports = each((option) => {
  const [first, last] = value(option).split(':').map(Number)
  const isIn = (port: number): boolean => port >= first! && port <= (last ?? first!)
  if (option.name === '--dport') return (walk) => isIn(walk.destinationPort)
  return option.name === '--sport' ? (walk) => isIn(walk.sourcePort) : undefined
})

const always: Maker = () => []

const conntrack = each((option) => {
  if (option.name !== '--ctstate') return undefined
  const tests = value(option).split(',').map(stateTest)
  return (walk) => tests.some((test) => test(walk))
})

const states: Readonly<Record<string, ConnectionState>> = {
  NEW: 'new',
  ESTABLISHED: 'established',
  INVALID: 'invalid',
}

function stateTest(name: string): (walk: Walk) => boolean {
  if (name === 'DNAT') return ({ connection }) => connection?.destinationTranslated === true
  if (name === 'SNAT') return ({ connection }) => connection?.sourceTranslated === true
  // Packets of other connections' errors are not simulated: none is related.
  if (name === 'RELATED' || name === 'UNTRACKED') return () => false
  const state = states[name]
  if (state === undefined) throw new RulesetError(`--ctstate ${name} is not simulated`)
  return (walk) => walk.state === state
}

const mark = each((option) => {
  const [own, mask = 0xffffffff] = value(option).split('/').map(Number)
  return option.name === '--mark' ? (walk) => (walk.mark & mask) >>> 0 === own! : undefined
})

const addrtype = each((option) => {
  if (value(option) !== 'LOCAL') return undefined
  if (option.name === '--dst-type') return ({ network, destination }) => network.isLocal(destination)
  return option.name === '--src-type' ? ({ network, source }) => network.isLocal(source) : undefined
})

const probabilityUnit = 2 ** 31

const statistic: Maker = (options) => {
  const of = (name: string): string | undefined => options.find((one) => one.name === name)?.values[0]
  if (of('--mode') !== 'random') throw new RulesetError(`--mode ${of('--mode')} is not simulated`)
  const limit = Math.round(Number(of('--probability')) * probabilityUnit)
  return [({ random }) => random.int(probabilityUnit) < limit]
}

const recent: Maker = (options, state) => {
  const of = (name: string): Option | undefined => options.find((one) => one.name === name)
  const name = of('--name')?.values[0] ?? 'DEFAULT'
  const side = of('--rdest') === undefined ? 'source' : 'destination'
  const list = state.recent(name)
  if (of('--set') !== undefined)
    return [
      (walk) => {
        list.set(walk[side].text, walk.now)
        return true
      },
    ]
  const check = of('--rcheck')
  if (check === undefined) throw new RulesetError('-m recent is simulated with --set and --rcheck')
  const seconds = Number(of('--seconds')?.values[0] ?? Number.POSITIVE_INFINITY)
  return [
    negated(check.not, (walk) => {
      const seen = list.get(walk[side].text)
      return seen !== undefined && walk.now - seen <= seconds * 1000
    }),
  ]
}

const set: Maker = (options, state) =>
  options.map((option) => {
    if (option.name !== '--match-set') throw new RulesetError(`${option.name} is not simulated`)
    const [name, sides = ''] = option.values
    return negated(option.not, state.ipset(name!, sides.split(',')))
  })

/** Whether a packet came in by a bridge. */
const physdev = each(({ name }) => {
  if (name !== '--physdev-is-in') return undefined
  return ({ in: by, network }) => by !== undefined && by === network.bridge
})

const protocolNumbers: Readonly<Record<string, Protocol>> = { 6: 'tcp', 17: 'udp', 132: 'sctp' }

/** Of a packet that a virtual server has sent on: to which one it was sent. */
const ipvs = each((option) => {
  const own = value(option)
  const original = ({ connection }: Walk) => (connection?.balanced === true ? connection.original : undefined)
  if (option.name === '--vproto')
    return (walk) => original(walk) !== undefined && walk.packet.protocol === protocolNumbers[own]
  if (option.name === '--vport') return (walk) => original(walk)?.destinationPort === Number(own)
  const isVirtual = option.name === '--vaddr' ? addressMatch(own) : undefined
  if (isVirtual === undefined) return undefined
  return (walk) => {
    const sent = original(walk)
    return sent !== undefined && isVirtual(sent.destination)
  }
})

const makers: ReadonlyMap<string, Maker> = new Map([
  ['tcp', ports],
  ['udp', ports],
  ['sctp', ports],
  ['comment', always],
  ['nfacct', always],
  ['conntrack', conntrack],
  ['mark', mark],
  ['addrtype', addrtype],
  ['statistic', statistic],
  ['recent', recent],
  ['set', set],
  ['physdev', physdev],
  ['ipvs', ipvs],
])

/** The steps of `-m NAME …`. Throws RulesetError for what is not simulated. */
export function matchSteps({ name, options }: Extension, state: SharedState): Test[] {
  const make = makers.get(name)
  if (make === undefined) throw new RulesetError(`-m ${name} is not simulated`)
  return make(options, state)
}
