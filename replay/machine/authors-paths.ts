// A document names its author's paths; the machine takes them as its own.
import type { Machine } from './machine.ts'
import { shim } from './machine.ts'

const binary =
  /(?<=^|[\s"'=])((?:~|\.{0,2})?(?:\/?[\w.@+-]+)*\/)(kubelet|kube-apiserver|kube-proxy|kubectl|local-up-cluster\.sh|kubectl\.sh)(?=$|[\s"'])/gm
const tempDir = /\/tmp\/local-up-cluster\.sh\.\w+/g
const directory = /(?:^|[;&|]\s*|\n)\s*cd\s+([^\s;&|]+)/g

/** Makes the programs, temporary directories and checkouts that `command` names exist where its author had them. */
export async function prepareAuthorsPaths(machine: Machine, command: string): Promise<void> {
  for (const [, dir = '', name = ''] of command.matchAll(binary)) {
    const path = machine.absolute(expandHome(machine, dir) + name)
    if (!(await machine.disk.exists(path)))
      await machine.writeFile(path, shim(name === 'kubectl.sh' ? 'kubectl' : name), 0o755)
  }
  for (const [dir] of command.matchAll(tempDir)) {
    if (machine.tempDir === undefined || dir === machine.tempDir) continue
    await machine.disk.rm(dir, { recursive: true, force: true })
    await machine.disk.symlink(machine.tempDir, dir)
  }
  for (const [, target = ''] of command.matchAll(directory)) {
    const path = machine.absolute(expandHome(machine, target))
    if (/kubernetes|k8s\.io/.test(path) && !(await machine.disk.exists(path)))
      await machine.disk.mkdir(path, { recursive: true })
  }
}

const expandHome = (machine: Machine, path: string): string =>
  path
    .replace(/^~(?=\/|$)/, machine.home)
    .replace(/^\$(?:HOME|\{HOME\})/, machine.home)
    .replace(/^\$(?:GOPATH|\{GOPATH\})/, `${machine.home}/go`)
