// A real kubectl, given nothing of the host but a private directory with copies from the virtual disk.
import { spawn } from 'node:child_process'
import { access, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommandResult } from './command-result.ts'
import { FileArguments } from './file-arguments.ts'
import type { Host } from './host.ts'
import type { KubectlContext, Machine } from './machine.ts'
import { ownKubeconfig } from './own-kubeconfig.ts'

/** Runs `binary` for the machine; a watch ends when nothing has come for a while. */
export async function realKubectl(
  binary: string,
  machine: Machine,
  args: string[],
  context: KubectlContext,
): Promise<CommandResult> {
  const [verb = ''] = args.filter((arg) => !arg.startsWith('-'))
  if (/^(?:port-forward|attach|cp)$/.test(verb))
    return {
      stdout: '',
      stderr: `error: kubectl ${verb} is not simulated: no containers run on the nodes\n`,
      exitCode: 1,
    }
  const privateDir = await machine.privateDir()
  const copier = new Copier(context.host, join(privateDir, 'kubectl', context.host.name), context.cwd)
  const { root } = copier
  let env: Record<string, string>
  let mapped: string[]
  try {
    env = await environment(copier, context.env, join(privateDir, 'bin'))
    mapped = await new FileArguments(copier).map(args)
  } catch (error) {
    return { stdout: '', stderr: `error: ${(error as Error).message}\n`, exitCode: 1 }
  }
  await mkdir(join(root, context.cwd), { recursive: true, mode: 0o700 })
  const result = await run(binary, mapped, {
    cwd: join(root, context.cwd),
    env,
    stdin: context.stdin,
    watch: args.some((a) => /^(-w|--watch|--watch-only)$/.test(a)),
  })
  if (args.includes('config')) await copier.takeBack()
  const clean = (text: string): string => text.replaceAll(root, '').replaceAll(noServer, 'localhost:8080')
  return { stdout: clean(result.stdout), stderr: clean(result.stderr), exitCode: result.exitCode }
}

/** What kubectl may run: it finds no plugin, no editor and no git of the host. */
async function programs(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const there = await access(join(dir, 'diff')).then(
    () => true,
    () => false,
  )
  if (!there) await symlink('/usr/bin/diff', join(dir, 'diff')).catch(() => {})
  return dir
}

/** Where kubectl looks for a server that nothing names: by itself it would look on the host. */
const noServer = '127.0.0.1:1'

/** Nothing listens at the discard port: requests to anything but the loopback end there. */
const nowhere = 'http://127.0.0.1:9'

async function environment(
  copier: Copier,
  env: ReadonlyMap<string, string>,
  bin: string,
): Promise<Record<string, string>> {
  const home = join(copier.root, env.get('HOME') ?? '/root')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const path = env.get('KUBECONFIG') ?? join(env.get('HOME') ?? '/root', '.kube/config')
  const kubeconfig: string[] = []
  for (const one of path.split(':')) kubeconfig.push(await copier.kubeconfig(one))
  return {
    PATH: await programs(bin),
    HOME: home,
    KUBECONFIG: kubeconfig.join(':'),
    KUBECACHEDIR: join(copier.root, 'cache'),
    KUBERNETES_MASTER: `http://${noServer}`,
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: '127.0.0.1,localhost,::1',
  }
}

/** Copies of a host's files, under `root`. */
export class Copier {
  readonly root: string
  private readonly host: Host
  private readonly cwd: string
  /** Kubeconfigs: where they are on the machine → what was copied. */
  private readonly kubeconfigs = new Map<string, string>()
  constructor(host: Host, root: string, cwd: string) {
    this.host = host
    this.root = root
    this.cwd = cwd
  }

  /** Copies a file or directory of the virtual disk; returns where it is on the real one, or would be. */
  async copy(path: string): Promise<string> {
    const virtual = this.host.absolute(path, this.cwd)
    const target = join(this.root, virtual)
    const { disk } = this.host
    if (!(await disk.exists(virtual))) return gone(target)
    if ((await disk.stat(virtual)).isDirectory) {
      await mkdir(target, { recursive: true, mode: 0o700 })
      for (const name of await disk.readdir(virtual)) await this.copy(`${virtual}/${name}`)
      return target
    }
    return this.write(virtual, await disk.readFile(virtual))
  }

  async kubeconfig(path: string): Promise<string> {
    const virtual = this.host.absolute(path, this.cwd)
    const text = await this.host.disk.readFile(virtual).catch(() => '')
    const own = await ownKubeconfig(text, virtual, (file) => this.host.disk.readFile(file))
    this.kubeconfigs.set(virtual, own)
    return own === '' ? gone(join(this.root, virtual)) : this.write(virtual, own)
  }

  /** What kubectl wrote to a kubeconfig stays on the machine. */
  async takeBack(): Promise<void> {
    for (const [virtual, before] of this.kubeconfigs) {
      const now = await readFile(join(this.root, virtual), 'utf8').catch(() => before)
      if (now !== before) await this.host.writeFile(virtual, now.replaceAll(this.root, ''), 0o600)
    }
  }

  /** Where a path as typed leads kubectl to in its working directory, or undefined where that is not below the root. */
  inside(path: string): string | undefined {
    return path.startsWith('/') || !`${join(this.root, this.cwd, path)}/`.startsWith(`${this.root}/`)
      ? undefined
      : path
  }

  private async write(virtual: string, content: string): Promise<string> {
    const target = join(this.root, virtual)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const old = await readFile(target, 'utf8').catch(() => undefined)
    if (old !== content) await writeFile(target, content, { mode: 0o600 })
    return target
  }
}

/** What is no longer on the machine has no copy either. */
async function gone(target: string): Promise<string> {
  await rm(target, { recursive: true, force: true })
  return target
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
    let ended = false
    const end = (): void => {
      ended = child.kill('SIGTERM')
    }
    const rest = (): void => {
      clearTimeout(quiet)
      if (options.watch) quiet = setTimeout(end, stdout === '' ? 3000 : 700)
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
      resolve({ stdout, stderr, exitCode: ended ? 0 : (code ?? 1) })
    })
  })
}
