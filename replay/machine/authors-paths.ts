// A document names its author's paths; the machine takes them as its own.
import { alternatives, namesWhere, programNamed } from '../programs/programs.ts'
import type { Machine } from './machine.ts'
import { shim } from './shim.ts'

const binary = new RegExp(
  String.raw`(?<=^|[\s"'=])((?:~?/|\.{1,2}/)?(?:[\w.@+-]+/)*)(${alternatives(namesWhere(({ checkout }) => checkout !== undefined))})(?=$|[\s"'])`,
  'gm',
)
const tempDir = /\/tmp\/local-up-cluster\.sh\.\w+/g
const directory = /(?:^|[;&|]\s*|\n)\s*cd\s+([^\s;&|]+)/g

/** Makes the programs and checkouts that `command` names exist where its author had them; its temporary directories are the machine's. */
export async function prepareAuthorsPaths(machine: Machine, command: string): Promise<string> {
  for (const [, dir = '', name = ''] of command.matchAll(binary)) {
    if (dir === '') continue
    const path = machine.absolute(expandHome(machine, dir) + name)
    if (!(await machine.disk.exists(path)))
      await machine.writeFile(path, shim(programNamed(name)?.byPath ?? name), 0o755)
  }
  for (const [, target = ''] of command.matchAll(directory)) {
    const path = machine.absolute(expandHome(machine, target))
    if (/kubernetes|k8s\.io/.test(path) && !(await machine.disk.exists(path)))
      await machine.disk.mkdir(path, { recursive: true })
  }
  return machine.localUp.tempDir === undefined ? command : command.replace(tempDir, machine.localUp.tempDir)
}

const expandHome = (machine: Machine, path: string): string =>
  path
    .replace(/^~(?=\/|$)/, machine.home)
    .replace(/^\$(?:HOME|\{HOME\})/, machine.home)
    .replace(/^\$(?:GOPATH|\{GOPATH\})/, `${machine.home}/go`)
