import { runKubectl } from '../../kubectl/kubectl.ts'
import type { KubectlRunner } from './machine.ts'
import { ownKubeconfig } from './own-kubeconfig.ts'

/** The built-in kubectl, on the machine's virtual disk. */
export const builtinKubectl: KubectlRunner = async (machine, args, context) => {
  const { clock, waits = clock } = machine.options
  let stdout = ''
  let stderr = ''
  const exitCode = await runKubectl(args, {
    env: new Map([...context.env, ['PWD', context.cwd]]),
    stdin: async () => context.stdin,
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    readFile: async (path) => {
      const { disk } = context.host
      const own = context.host.absolute(path, context.cwd)
      return ownKubeconfig(await disk.readFile(own), own, (file) => disk.readFile(file))
    },
    listFiles: async (path) => {
      const dir = context.host.absolute(path, context.cwd)
      return (await context.host.disk.stat(dir)).isDirectory ? context.host.disk.readdir(dir) : undefined
    },
    writeFile: (path, text) => context.host.writeFile(context.host.absolute(path, context.cwd), text),
    now: () => clock.now(),
    sleep: (ms) => new Promise((resolve) => void waits.setTimeout(resolve, ms)),
    setTimeout: (work, ms) => waits.setTimeout(work, ms),
    execute: (line) => context.host.exec(['sh', '-c', line], ''),
    release: machine.fullRelease(machine.checkedOutRelease()),
    watchQuietMs: 700,
    documents: machine.serverDocuments,
    connections: machine.connections,
  })
  return { stdout, stderr, exitCode }
}
