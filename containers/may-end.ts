// Whether a program has to be run to know when it ends. Everything else runs until it is stopped, and is not run before it is asked.
import { commandLine, imageName, imageOf } from './images/images.ts'
import { programIn } from './images/programs-of.ts'
import type { Container } from './pod.ts'
import { isShellName } from './signals.ts'
import { sleepsFor } from './sleep-time.ts'

/** Commands of agnhost that end by themselves. */
const agnhostEnds = new Set([
  'connect',
  'dns-server-list',
  'dns-suffix',
  'entrypoint-tester',
  'etc-hosts',
  'logs-generator',
  'mounttest',
])
/** Programs that go on until they are stopped, or until somebody types the end. */
const endless = new Set(['top', 'yes', 'watch', 'ping', 'vi', 'less'])

const endlessLoop =
  /\bwhile\s+(?:true|:|\[+\s*1\s*\]+|\(\(\s*1\s*\)\)|sleep\s+\S+)\s*[;\n]|\buntil\s+false\s*[;\n]|\bsleep\s+(?:inf|infinity|\d{6,})\b|\btail\s+-[fF]\s+\/dev\/null\b/

/** Whether a container's own program may end, and only running it tells when. */
export function mayEnd(container: Container): boolean {
  const [name = '', ...args] = commandLine(container)
  const { image = '' } = container
  if (imageName(image) === 'agnhost' && name.endsWith('agnhost')) return agnhostEnds.has(args[0] ?? '')
  if (imageName(image) === 'nonewprivs') return true
  if (isShellName(name)) return shellMayEnd(args)
  if (programIn(image, name) !== 'runs') return false
  const program = name.split('/').at(-1)!
  const typed = container.stdin === true
  switch (program) {
    case 'sleep':
      return sleepsFor(args) === undefined
    case 'cat':
      return !typed || (args.length > 0 && !args.includes('-'))
    case 'tee':
      return !typed
    case 'tail':
      return tailMayEnd(args, typed)
    case 'nc':
      return !args.some((arg) => /^-\w*l/.test(arg))
    default:
      return !endless.has(program)
  }
}

/** Whether a container's own program surely runs until it is stopped. Of one that is not simulated nobody knows. */
export function goesOn(container: Container): boolean {
  if (mayEnd(container)) return false
  const { image = '', command = [], args = [] } = container
  const [name = '', ...given] = commandLine(container)
  const asMade = command.length === 0 && args.length === 0 && isOwn(container)
  const sleepsForEver = name.split('/').at(-1) === 'sleep' && sleepsFor(given) === Number.POSITIVE_INFINITY
  return asMade || sleepsForEver || isShellName(name) || programIn(image, name) === 'runs'
}

/** Whether a shell with these arguments may end: it is given a script, or the file of a script. */
function shellMayEnd(args: readonly string[]): boolean {
  const at = args.findIndex((arg) => /^-\w*c\w*$/.test(arg))
  if (at < 0) return args.some((arg) => !/^[-+]/.test(arg))
  const script = args[at + 1] ?? ''
  const loop = endlessLoop.exec(script)
  if (loop === null || /\b(?:break|exit)\b|\bset\s+-\w*e/.test(script)) return true
  if (args.slice(0, at + 1).some((arg) => /^-\w*e/.test(arg))) return true
  // The script may end without coming to the loop.
  const before = script.slice(0, loop.index)
  const count = (word: RegExp): number => before.match(word)?.length ?? 0
  return /&&|\|\|/.test(before) || count(/\bif\b/g) > count(/\bfi\b/g)
}

function tailMayEnd(args: readonly string[], typed: boolean): boolean {
  if (!args.some((arg) => /^(?:-\w*[fF]\w*|--follow.*)$/.test(arg))) return true
  const files = args.filter((arg, i) => !arg.startsWith('-') && !/^-[nc]$/.test(args[i - 1] ?? ''))
  return files.length === 0 ? !typed : files.some((file) => file !== '/dev/null')
}

/** Whether a container's own program is a server: where others of its network may listen, only running it tells whether it gets its port. */
export function mayListen(container: Container): boolean {
  const [name = '', command = ''] = commandLine(container)
  const program = name.split('/').at(-1)!
  const idles = ['pause', 'sleep'].includes(program) || (program === 'agnhost' && command === 'pause')
  const isSimulatedHere = isOwn(container) && !imageOf(container.image)?.hasBeside?.includes(program)
  return isSimulatedHere && !isShellName(name) && !idles && !mayEnd(container)
}

/** Whether a container's own program is a shell that says itself what it does when it is told to end: only running it tells. */
export function trapsSignals(container: Container): boolean {
  const [name = '', ...args] = commandLine(container)
  if (!isShellName(name)) return false
  const at = args.findIndex((arg) => /^-\w*c\w*$/.test(arg))
  return at < 0 ? args.some((arg) => !/^[-+]/.test(arg)) : /\btrap\b/.test(args[at + 1] ?? '')
}

/** Whether what a container runs by itself is simulated, so that probes find out something. */
export function isSimulated(container: Container): boolean {
  const [name = ''] = commandLine(container)
  if (imageOf(container.image) === undefined || name === '') return false
  return isOwn(container) || programIn(container.image, name) === 'runs'
}

/** Whether a container runs what its image is made for. */
function isOwn(container: Container): boolean {
  const image = imageOf(container.image)
  const [name = ''] = commandLine(container)
  const own = [image?.entrypoint[0], image?.cmd[0]].map((word) => word?.split('/').at(-1))
  return name !== '' && own.includes(name.split('/').at(-1)!)
}
