// A network of its own: what a kube-proxy programs there touches no rule of the machine.
import { spawnSync } from 'node:child_process'
import { RecordError } from '../record-error.ts'

/** Set in the process that runs there. */
const mark = 'KEPSIM_PRIVATE_NETWORK'

/** Runs a program and answers what it prints. Throws RecordError with its first line where it fails. */
export function output(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 1 << 26,
  })
  if (error !== undefined) throw new RecordError(`${program}: ${error.message}`)
  if (status !== 0) throw new RecordError(`${program} ${args.join(' ')}: ${stderr.split('\n')[0]}`)
  return stdout
}

/** Makes the loopback of the private network work, and gives it the node's address. */
export function setUpNetwork(nodeIP: string): void {
  output('ip', 'link', 'set', 'lo', 'up')
  output('ip', 'address', 'add', `${nodeIP}/32`, 'dev', 'lo')
}

/** Whether this process runs in a private network already. */
export const inPrivateNetwork = (): boolean => process.env[mark] === '1'

/** Runs this program once more in a network of its own, with more arguments; answers its exit code. Needs root, as kube-proxy does. */
export function runInPrivateNetwork(...more: string[]): number {
  const { status, error } = spawnSync(
    'unshare',
    ['--net', process.execPath, ...process.argv.slice(1), ...more],
    {
      stdio: 'inherit',
      env: { ...process.env, [mark]: '1' },
    },
  )
  if (error !== undefined) throw new RecordError(`unshare --net: ${error.message}`)
  return status ?? 1
}
