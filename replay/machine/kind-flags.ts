// The flags of kind's commands. Upstream: kind's pkg/cmd/kind
import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../../component-base/flags/parse-flags.ts'
import { flag } from './flag.ts'

const everywhere = [
  flag('quiet', 'bool', 'q'),
  flag('verbosity', 'int32', 'v'),
  flag('loglevel'),
  flag('help', 'bool', 'h'),
]
const name = { ...flag('name', 'string', 'n'), default: 'kind' }
const [config, image, kubeconfig] = [flag('config'), flag('image'), flag('kubeconfig')]
const internal = flag('internal', 'bool')

interface KindCommand {
  flags: readonly FlagDefinition[]
  /** It takes no arguments. */
  alone?: true
}

const commands: Readonly<Record<string, KindCommand>> = {
  'create cluster': {
    // Without a name the configuration's counts.
    flags: [
      flag('name', 'string', 'n'),
      config,
      image,
      flag('retain', 'bool'),
      flag('wait', 'duration'),
      kubeconfig,
    ],
    alone: true,
  },
  'delete cluster': { flags: [name, kubeconfig], alone: true },
  'delete clusters': { flags: [flag('all', 'bool', 'A'), kubeconfig] },
  'build node-image': {
    flags: [
      { ...image, default: 'kindest/node:latest' },
      ...[flag('type'), flag('base-image'), flag('arch'), flag('kube-root')],
    ],
  },
  'load docker-image': { flags: [name, flag('nodes', 'strings')] },
  'load image-archive': { flags: [name, flag('nodes', 'strings')] },
  'export logs': { flags: [name] },
  'export kubeconfig': { flags: [name, kubeconfig, internal], alone: true },
  'get nodes': { flags: [name, flag('all-clusters', 'bool', 'A')], alone: true },
  'get clusters': { flags: [], alone: true },
  'get kubeconfig': { flags: [name, internal], alone: true },
  version: { flags: [], alone: true },
}

const read = new Map(
  Object.entries(commands).map(([path, { flags, alone }]) => [
    path,
    { flags: [...flags, ...everywhere], alone },
  ]),
)

/** A command line of kind. */
export interface KindLine extends ParsedFlags {
  /** As `create cluster`. */
  command: string
}

/**
 * A command line of kind; its flags stand behind its command.
 * @throws FlagError with the text that kind writes behind `ERROR: `
 */
export function readKindLine(args: readonly string[]): KindLine {
  const words = Object.keys(commands).find((path) => path.split(' ').every((word, at) => args[at] === word))
  if (words === undefined) throw new FlagError(`unknown command "${args.join(' ')}" for "kind"`)
  const { flags, alone } = read.get(words)!
  const line = parseFlags(flags, args.slice(words.split(' ').length))
  const [argument] = line.positional
  if (alone && argument !== undefined)
    throw new FlagError(`unknown command ${JSON.stringify(argument)} for "kind ${words}"`)
  return { ...line, command: words }
}
