// crictl on a node, as far as the components that kubeadm runs in pods go: `ps` and `logs`.
import { type FlagDefinition, FlagError } from '../../component-base/flags/flag-definition.ts'
import { type FlagWords, type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { textTable } from '../../component-base/text-table.ts'
import type { CommandResult } from './command-result.ts'
import { flag } from './flag.ts'
import type { Host } from './host.ts'
import type { Machine } from './machine.ts'

const ok = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })
const refused = (message: string): CommandResult => ({ stdout: '', stderr: `${message}\n`, exitCode: 1 })

interface Container {
  id: string
  name: string
  image: string
  pod: string
  running: boolean
  node: string
}

/** The components that run on the node in containers of their own. */
function containers(machine: Machine, host: Host): Container[] {
  const plan = machine.kubeadm?.plan
  const node = plan?.nodes.find(({ name }) => name === host.name) ?? (plan?.local ? plan.nodes[0] : undefined)
  if (node === undefined) return []
  return [...machine.cluster.records].flatMap(([key, { release }], at) => {
    const [component = '', on = ''] = key.split('/')
    const here = on === '' ? node.role === 'control-plane' : on === node.name
    if (component === 'kubelet' || !here) return []
    return {
      id: (0xc0ffee0000000 + 0x1111111 * (at + 1)).toString(16),
      name: component,
      image: `registry.k8s.io/${component}:v${machine.sources.fullRelease(release)}`,
      pod: `${component}-${node.name}`,
      running: machine.cluster.running.has(key),
      node: on,
    }
  })
}

/** Of all commands: how the runtime is reached, which is here. */
const everywhere = [
  flag('runtime-endpoint', 'string', 'r'),
  flag('image-endpoint', 'string', 'i'),
  flag('timeout', 'string', 't'),
  flag('config', 'string', 'c'),
  flag('debug', 'bool', 'D'),
]

interface CrictlCommand {
  flags: readonly FlagDefinition[]
  /** Flags that it has, and that do nothing here. */
  notSimulated: readonly FlagDefinition[]
  run(machine: Machine, all: readonly Container[], line: ParsedFlags): CommandResult
}

const ps: CrictlCommand = {
  flags: [
    flag('name'),
    flag('all', 'bool', 'a'),
    flag('quiet', 'bool', 'q'),
    flag('no-trunc', 'bool'),
    flag('resolve-image-path', 'bool', 'r'),
    flag('state', 'string', 's'),
  ],
  notSimulated: [
    ...[flag('id'), flag('image'), flag('label'), flag('namespace'), flag('pod', 'string', 'p')],
    ...[flag('output', 'string', 'o'), flag('last', 'string', 'n'), flag('latest', 'bool', 'l')],
    ...[flag('verbose', 'bool', 'v'), flag('help', 'bool', 'h')],
  ],
  run: (_machine, all, line) => list(all, line),
}

const logsOf: CrictlCommand = {
  flags: [{ ...flag('tail', 'go:int'), default: '-1' }, flag('follow', 'bool', 'f')],
  notSimulated: [
    ...[flag('since'), flag('limit-bytes'), flag('timestamps', 'bool', 't')],
    ...[flag('previous', 'bool', 'p'), flag('reopen', 'bool', 'r'), flag('help', 'bool', 'h')],
  ],
  run: logs,
}

const commands: Readonly<Record<string, CrictlCommand>> = { ps, logs: logsOf }

/** What Go's own flags say, of which those of crictl are. */
const goWords: FlagWords = {
  unknown: (flag) => `flag provided but not defined: -${flag.replace(/^-+/, '')}`,
  unknownLetter: (_letter, letters) => `flag provided but not defined: -${letters}`,
  missing: (flag) => `flag needs an argument: -${flag.replace(/^-+/, '')}`,
  invalid: ({ name }, text, reason) => `invalid value ${goQuote(text)} for flag -${name}: ${reason}`,
}

/** Runs `crictl ps` and `crictl logs` on a node; refuses other commands. Flags stand before arguments. */
export async function crictl(
  machine: Machine,
  args: string[],
  _ctx: unknown,
  host: Host,
): Promise<CommandResult> {
  try {
    const [verb = '', ...rest] = read(everywhere, args).positional
    const command = Object.hasOwn(commands, verb) ? commands[verb]! : undefined
    if (command === undefined) return unsimulated(verb)
    const line = read([...command.flags, ...command.notSimulated], rest)
    const unable = command.notSimulated.find(({ name }) => line.set.has(name))
    if (unable !== undefined) return unsimulated(`${verb} --${unable.name}`)
    return command.run(machine, containers(machine, host), line)
  } catch (error) {
    if (error instanceof FlagError) return fatal(error.message)
    throw error
  }
}

const fatal = (message: string): CommandResult => refused(`level=fatal msg=${goQuote(message)}`)

const unsimulated = (what: string): CommandResult => ({
  ...refused(`crictl ${what} is not simulated`),
  limit: 'not simulated',
})

const read = (flags: readonly FlagDefinition[], args: readonly string[]): ParsedFlags =>
  parseFlags(flags, longForm(flags, args), { interspersed: false, words: goWords })

/** Long names may stand after one dash, too. */
const longForm = (flags: readonly FlagDefinition[], args: readonly string[]): string[] =>
  args.map((arg) => {
    const name = /^-([\w-]{2,})(?:=|$)/.exec(arg)?.[1]
    return flags.some((one) => one.name === name) ? `-${arg}` : arg
  })

function list(all: readonly Container[], { values }: ParsedFlags): CommandResult {
  const state = values.string('state').toLowerCase()
  const isShown = ({ name, running }: Container): boolean =>
    (state === '' ? values.bool('all') || running : state === (running ? 'running' : 'exited')) &&
    name.includes(values.string('name'))
  const shown = all.filter(isShown)
  if (values.bool('quiet')) return ok(shown.map(({ id }) => `${id}\n`).join(''))
  const rows = shown.map(({ id, image, running, name, pod }) => [
    id,
    image,
    running ? 'Running' : 'Exited',
    name,
    pod,
  ])
  return ok(textTable(['CONTAINER', 'IMAGE', 'STATE', 'NAME', 'POD'], rows, 3))
}

function logs(
  machine: Machine,
  all: readonly Container[],
  { values, positional }: ParsedFlags,
): CommandResult {
  const [id = ''] = positional
  if (id === '') return fatal('ID cannot be empty')
  const container = all.find((one) => one.id.startsWith(id))
  if (container === undefined) return fatal(`container ${goQuote(id)} not found`)
  const lines = machine.cluster.runtime.journal?.(container.name, container.node) ?? []
  const tail = values.number('tail')
  return ok(
    (tail < 0 ? lines : lines.slice(Math.max(0, lines.length - tail))).map(({ text }) => text).join(''),
  )
}
