// etcdctl and etcdutl: their command lines, on the host that they are given. Upstream: etcd's etcdctl/ctlv3, etcdutl
import { FlagError } from '../component-base/flags/flag-definition.ts'
import { type ParsedFlags, parseFlags } from '../component-base/flags/parse-flags.ts'
import { type EtcdApi, EtcdError } from './api/etcd-api.ts'
import type { CommandCall, CommandFlag, CtlCommand } from './commands/command.ts'
import { type CtlProgram, etcdctl, etcdutl } from './commands/table.ts'
import { ExitError, exitCodes } from './exit-error.ts'
import { commandHelp, groupHelp, programHelp } from './help-text.ts'
import type { EtcdctlHost } from './host.ts'
import { formatOf } from './output/format.ts'

/** Runs `etcdctl ARGS` and resolves with its exit code. @param unknown is told of a command that the real one has */
export const runEtcdctl = (
  args: readonly string[],
  host: EtcdctlHost,
  unknown?: () => void,
): Promise<number> => runProgram(etcdctl, args, host, unknown)

/** As {@link runEtcdctl}, for etcdutl. */
export const runEtcdutl = (
  args: readonly string[],
  host: EtcdctlHost,
  unknown?: () => void,
): Promise<number> => runProgram(etcdutl, args, host, unknown)

async function runProgram(
  program: CtlProgram,
  args: readonly string[],
  host: EtcdctlHost,
  unknown: () => void = () => {},
): Promise<number> {
  const open: EtcdApi[] = []
  try {
    await dispatch(program, args, host, open, unknown)
    return 0
  } catch (error) {
    if (!(error instanceof ExitError || error instanceof EtcdError || error instanceof FlagError)) throw error
    if (error.message !== '') host.stderr(`Error: ${error.message}\n`)
    return error instanceof ExitError ? error.code : exitCodes.error
  } finally {
    for (const api of open) api.close()
  }
}

/** The command that a command line begins with, and the words behind its name. */
interface Found {
  name: string
  command: CtlCommand
  /** The words after the command's name. */
  rest: string[]
}

async function dispatch(
  program: CtlProgram,
  args: readonly string[],
  host: EtcdctlHost,
  open: EtcdApi[],
  unknown: () => void,
): Promise<void> {
  const print = (text: string | Buffer): void => host.stdout(Buffer.from(text as string))
  const words = wordsOf(program, args)
  const [first] = words
  if (first === undefined || first.text === 'help') return print(programHelp(program))
  const found = commandOf(program, args, words)
  if (found === undefined) {
    const group = program.groups[first.text]
    if (group !== undefined) return print(groupHelp(program, first.text))
    if (program.others.includes(first.text)) {
      unknown()
      throw new ExitError('error', `${program.name} ${first.text} is not simulated`)
    }
    host.stderr(
      `Error: unknown command "${first.text}" for "${program.name}"\nRun '${program.name} --help' for usage.\n`,
    )
    throw new ExitError('error', `unknown command "${first.text}" for "${program.name}"`)
  }
  const { name, command, rest } = found
  const flags = [...program.flags, ...(command.flags ?? []), ...helpFlags]
  const parsed = readFlags(program, found, host, () => parseFlags(flags, rest))
  if (parsed.values.bool('help')) return print(commandHelp(program, name, command))
  if (command.deprecated !== undefined) host.stderr(command.deprecated)
  await command.run(callOf(program, parsed, host, open, print))
}

const helpFlags: readonly CommandFlag[] = [{ name: 'help', shorthand: 'h', type: 'bool', about: '' }]

interface Word {
  text: string
  at: number
}

/** The words of a command line that are no flags of all commands, nor their values. */
function wordsOf({ flags }: CtlProgram, args: readonly string[]): Word[] {
  const words: Word[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    if (!arg.startsWith('-')) words.push({ text: arg, at })
    else if (!arg.includes('=') && flags.some((flag) => takesNext(flag, arg))) at++
  }
  return words
}

const takesNext = ({ name, shorthand, type }: CommandFlag, arg: string): boolean =>
  type !== 'bool' && (arg === `--${name}` || (shorthand !== undefined && arg === `-${shorthand}`))

function commandOf(
  { commands }: CtlProgram,
  args: readonly string[],
  words: readonly Word[],
): Found | undefined {
  for (const count of [2, 1]) {
    const own = words.slice(0, count)
    const name = own.map(({ text }) => text).join(' ')
    if (own.length === count && Object.hasOwn(commands, name))
      return { name, command: commands[name]!, rest: args.filter((_, i) => !own.some(({ at }) => at === i)) }
  }
  return undefined
}

/** A bad flag is told with the help of the command, as cobra does. */
function readFlags(
  program: CtlProgram,
  { name, command }: Found,
  host: EtcdctlHost,
  read: () => ParsedFlags,
): ParsedFlags {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FlagError)) throw error
    host.stderr(`Error: ${error.message}\n`)
    host.stdout(Buffer.from(commandHelp(program, name, command)))
    throw error
  }
}

function callOf(
  program: CtlProgram,
  { values, set, positional, given }: ParsedFlags,
  host: EtcdctlHost,
  open: EtcdApi[],
  print: (text: string | Buffer) => void,
): CommandCall {
  const told = (name: string): string => settingOf(program, host, name, set, values.string(name))
  const endpoints = (): string[] =>
    settingOf(
      program,
      host,
      'endpoints',
      set,
      given.get('endpoints')?.join(',') ?? values.strings('endpoints').join(','),
    ).split(',')
  const apiAt = async (address: string): Promise<EtcdApi> => {
    const api = await host.connect({ address, cacert: told('cacert'), cert: told('cert'), key: told('key') })
    open.push(api)
    return api
  }
  return {
    host,
    words: positional,
    flags: values,
    look: { format: formatOf(told('write-out')), hex: values.bool('hex') },
    endpoints: program.name === 'etcdctl' ? endpoints() : [],
    api: () => firstOf(endpoints(), apiAt),
    apiAt,
    print,
  }
}

/** A flag, or its variable: `ETCDCTL_ENDPOINTS`. Both are refused. Upstream: etcd's pkg/flags/flag.go */
function settingOf(
  program: CtlProgram,
  { env }: EtcdctlHost,
  flag: string,
  set: ReadonlySet<string>,
  value: string,
): string {
  const variable = `ETCDCTL_${flag.toUpperCase().replaceAll('-', '_')}`
  const own = program.name === 'etcdctl' ? env.get(variable) : undefined
  if (own === undefined || own === '') return value
  if (set.has(flag))
    throw new ExitError(
      'error',
      `conflicting environment variable ${variable} is shadowed by corresponding command-line flag (either unset environment variable or disable flag)`,
    )
  return own
}

/** An endpoint that is down is passed over, as etcd's client does. */
async function firstOf(
  addresses: readonly string[],
  connect: (address: string) => Promise<EtcdApi>,
): Promise<EtcdApi> {
  let failed: unknown
  for (const address of addresses)
    try {
      return await connect(address)
    } catch (error) {
      if (!(error instanceof EtcdError)) throw error
      failed = error
    }
  throw failed
}
