// A real kubectl, given nothing of the host but a private directory with copies from the virtual disk.
import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommandResult } from './command-result.ts'
import type { Host } from './host.ts'
import type { KubectlContext, Machine } from './machine.ts'

const fileFlags =
  /^(-f|--filename|-k|--kustomize|--patch-file|--kubeconfig|--from-file|--from-env-file|--certificate-authority|--client-certificate|--client-key)(?:=(.*))?$/s

/** Runs `binary` for the machine; a watch ends when nothing has come for a while. */
export async function realKubectl(
  binary: string,
  machine: Machine,
  args: string[],
  context: KubectlContext,
): Promise<CommandResult> {
  const root = join(await machine.privateDir(), 'kubectl', context.host.name)
  const copier = new Copier(context.host, root, context.cwd)
  const env = await environment(copier, context.env)
  const mapped = await copier.mapArgs(args)
  await mkdir(join(root, context.cwd), { recursive: true, mode: 0o700 })
  const result = await run(binary, mapped, {
    cwd: join(root, context.cwd),
    env,
    stdin: context.stdin,
    watch: args.some((a) => /^(-w|--watch|--watch-only)$/.test(a)),
  })
  const clean = (text: string): string => text.replaceAll(root, '')
  return { stdout: clean(result.stdout), stderr: clean(result.stderr), exitCode: result.exitCode }
}

async function environment(
  copier: Copier,
  env: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  const home = join(copier.root, env.get('HOME') ?? '/root')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const path = env.get('KUBECONFIG') ?? join(env.get('HOME') ?? '/root', '.kube/config')
  const kubeconfig = await Promise.all(path.split(':').map((p) => copier.copy(p)))
  return {
    PATH: '/usr/bin:/bin',
    HOME: home,
    KUBECONFIG: kubeconfig.join(':'),
    KUBECACHEDIR: join(copier.root, 'cache'),
  }
}

class Copier {
  readonly root: string
  private readonly host: Host
  private readonly cwd: string
  constructor(host: Host, root: string, cwd: string) {
    this.host = host
    this.root = root
    this.cwd = cwd
  }

  /** Copies a file or directory of the virtual disk; returns where it is on the host, or would be. */
  async copy(path: string): Promise<string> {
    const virtual = this.host.absolute(path, this.cwd)
    const target = join(this.root, virtual)
    const { disk } = this.host
    if (!(await disk.exists(virtual))) return target
    if ((await disk.stat(virtual)).isDirectory) {
      await mkdir(target, { recursive: true, mode: 0o700 })
      for (const name of await disk.readdir(virtual)) await this.copy(`${virtual}/${name}`)
      return target
    }
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const content = await disk.readFile(virtual)
    const old = await readFile(target, 'utf8').catch(() => undefined)
    if (old !== content) await writeFile(target, content, { mode: 0o600 })
    return target
  }

  async mapArgs(args: readonly string[]): Promise<string[]> {
    const mapped: string[] = []
    for (let i = 0; i < args.length; i++) {
      const flag = fileFlags.exec(args[i]!)
      if (flag === null) mapped.push(args[i]!)
      else if (flag[2] !== undefined) mapped.push(`${flag[1]}=${await this.value(flag[2])}`)
      else mapped.push(args[i]!, ...(i + 1 < args.length ? [await this.value(args[++i]!)] : []))
    }
    return mapped
  }

  /** Relative names stay as they are (the working directory is mirrored), so that messages name them as typed. */
  private async value(text: string): Promise<string> {
    if (text === '-' || /^https?:/.test(text)) return text
    const equals = /^([\w.-]+)=(.+)$/s.exec(text)
    const path = equals === null ? text : equals[2]!
    const host = await this.copy(path)
    const shown = path.startsWith('/') ? host : path
    return equals === null ? shown : `${equals[1]}=${shown}`
  }
}

interface RunOptions {
  cwd: string
  env: Record<string, string>
  stdin: string
  watch: boolean
}

function run(binary: string, args: string[], options: RunOptions): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { cwd: options.cwd, env: options.env, stdio: 'pipe' })
    let stdout = ''
    let stderr = ''
    let quiet: NodeJS.Timeout | undefined
    const rest = (): void => {
      clearTimeout(quiet)
      if (options.watch) quiet = setTimeout(() => child.kill('SIGTERM'), stdout === '' ? 3000 : 700)
    }
    rest()
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      rest()
    })
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', reject)
    child.stdin.on('error', () => {})
    child.stdin.end(options.stdin)
    child.on('close', (code) => {
      clearTimeout(quiet)
      resolve({ stdout, stderr, exitCode: code ?? (options.watch ? 0 : 1) })
    })
  })
}
