// `kepsim kubectl …`: the built-in kubectl on the host's files.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { runKubectl } from '../kubectl/kubectl.ts'
import type { Command } from './command.ts'

/** `kepsim kubectl`: the built-in kubectl on the host's files, environment and terminal. */
export const run: Command = (args) => {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const code = runKubectl(args, {
    env: new Map(Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v] as const]))),
    stdin: async () => readFileSync(0, 'utf8'),
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    readFile: async (path) => readFileSync(path, 'utf8'),
    listFiles: async (path) => (statSync(path).isDirectory() ? readdirSync(path) : undefined),
    writeFile: async (path, text) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    },
    now: Date.now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    execute: async (line) => {
      const { status, stderr } = spawnSync('sh', ['-c', line], { stdio: ['inherit', 'inherit', 'pipe'] })
      return { exitCode: status ?? 1, stderr: String(stderr) }
    },
    listen: (address, port, onConnection) => listenAt(address, port, onConnection, stop.signal),
    forwarded: () => new Promise((resolve) => stop.signal.addEventListener('abort', () => resolve())),
    signal: stop.signal,
  })
  // What listens ends with the command.
  return code.finally(() => stop.abort())
}

function listenAt(
  address: string,
  port: number,
  onConnection: (socket: Socket) => void,
  signal: AbortSignal,
): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    onConnection(socket)
  })
  signal.addEventListener('abort', () => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return new Promise((resolve, reject) => {
    // Also after it listens: what cannot be accepted then is refused to its client alone.
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`bind: ${reasons[error.code ?? ''] ?? error.message}`)),
    )
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port))
  })
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'address already in use',
  EADDRNOTAVAIL: 'cannot assign requested address',
}
